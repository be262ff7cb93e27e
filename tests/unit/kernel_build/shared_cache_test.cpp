// A cache that several processes use, and one that others could write to: what is in use is never evicted, and what
// somebody else may have put there is never loaded.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>

#include "base/error.hpp"
#include "engine/build/cache.hpp"
#include "engine/build/in_use.hpp"
#include "support.hpp"

namespace tilewright::kernel_build_test {
namespace {

namespace fs = std::filesystem;
using engine::FileInUse;
using engine::KernelCache;

// The smallest limit there is; the setting goes away again.
struct SmallLimit {
    SmallLimit() { ::setenv("TILEWRIGHT_CACHE_MAX_MB", "1", 1); }
    ~SmallLimit() { ::unsetenv("TILEWRIGHT_CACHE_MAX_MB"); }
};

fs::path big_file(const CacheFolder& cache, const std::string& name, int hours_old) {
    const fs::path file = cache.path / name;
    std::ofstream(file) << std::string(900'000, 'x');
    fs::last_write_time(file, fs::file_time_type::clock::now() - std::chrono::hours(hours_old));
    return file;
}

std::string code_of_use() {
    try {
        KernelCache::path_of("a.so");
    } catch (const Error& error) {
        EXPECT_EQ(error.exit_status(), Exit::Environment);
        return error.code();
    }
    return "";
}

uint32_t number_from_kernel(uint32_t number) {
    Core core;
    core.run(*built("void kernel_main() { *(volatile uint32_t*)0x1000 = " + std::to_string(number) + "; }"));
    return core.word(0x1000);
}

TEST(SharedCache, WhatIsInUseIsNotEvicted) {
    CacheFolder cache;
    const SmallLimit limit;
    const fs::path used = big_file(cache, "used.so", 9), other = big_file(cache, "other.so", 8);
    {
        const FileInUse use(used);
        ASSERT_TRUE(use);
        KernelCache::evict();
        EXPECT_TRUE(fs::exists(used));
        EXPECT_FALSE(fs::exists(other));
        KernelCache::clear();
        EXPECT_TRUE(fs::exists(used));
    }
    big_file(cache, "another.so", 1);
    KernelCache::evict();
    EXPECT_FALSE(fs::exists(used));
}

TEST(SharedCache, AFileThatTakesThePlaceOfAnEvictedOneStays) {
    CacheFolder cache;
    const fs::path place = big_file(cache, "place.so", 9);
    const fs::path fresh = KernelCache::temporary("fresh.so");
    std::ofstream(fresh) << "fresh";
    const FileInUse use(fresh);
    KernelCache::publish(fresh, place);
    EXPECT_FALSE(engine::remove_unused(place));  // the lock has moved with the file
    EXPECT_EQ(use.read(), "fresh");
    EXPECT_EQ(engine::read_file(place), "fresh");
}

TEST(SharedCache, TemporaryFilesStayAsLongAsTheirProcessLives) {
    CacheFolder cache;
    const SmallLimit limit;
    const fs::path mine = KernelCache::temporary("mine");
    std::ofstream(mine) << std::string(2'000'000, 'x');
    const pid_t child = ::fork();
    if (child == 0) {
        std::ofstream(KernelCache::temporary("left")) << std::string(2'000'000, 'x');
        ::_exit(0);  // without tidying up, as a process that is killed
    }
    ::waitpid(child, nullptr, 0);
    const auto folders = [&] {
        size_t count = 0;
        for (const auto& entry : fs::directory_iterator(cache.path))
            count += entry.path().filename().string().rfind(".tmp-", 0) == 0 ? 1 : 0;
        return count;
    };
    EXPECT_EQ(folders(), 2u);
    KernelCache::evict();
    EXPECT_EQ(folders(), 1u);
    EXPECT_TRUE(fs::exists(mine));
}

// Every process evicts after every build, so that each file goes as soon as nobody uses it.
TEST(SharedCache, FourProcessesAtTheLimitGetWhatTheyAskedFor) {
    CacheFolder cache;
    const SmallLimit limit;
    std::vector<pid_t> children;
    for (int process = 0; process < 4; ++process) {
        const pid_t child = ::fork();
        if (child == 0) {
            int wrong = 0;
            for (uint32_t i = 0; i < 6; ++i) {
                const uint32_t number = 100 + (i + static_cast<uint32_t>(process)) % 6;  // all of them want all six
                try {
                    wrong += number_from_kernel(number) == number ? 0 : 1;
                    KernelCache::evict();
                } catch (const std::exception& error) {
                    std::fprintf(stderr, "%s\n", error.what());
                    ++wrong;
                }
            }
            ::_exit(wrong);
        }
        children.push_back(child);
    }
    for (const pid_t child : children) {
        int status = 0;
        ::waitpid(child, &status, 0);
        EXPECT_TRUE(WIFEXITED(status));
        EXPECT_EQ(WEXITSTATUS(status), 0);
    }
    KernelCache::evict();
    EXPECT_LE(KernelCache::bytes_used(), 1u << 20);
}

TEST(SharedCache, AFolderThatEverybodyCanWriteToIsRefused) {
    CacheFolder cache;
    for (const fs::perms others : {fs::perms::others_write, fs::perms::others_all}) {
        fs::permissions(cache.path, fs::perms::owner_all | others);
        EXPECT_EQ(code_of_use(), "TW3104");
    }
    for (const fs::perms right : {fs::perms::owner_all, fs::perms::owner_all | fs::perms::group_all,
                                  fs::perms::owner_all | fs::perms::others_read | fs::perms::others_exec}) {
        fs::permissions(cache.path, right);
        EXPECT_EQ(code_of_use(), "");
    }
    // One that is made here is nobody else's.
    ::setenv("TILEWRIGHT_CACHE", (cache.path / "new").c_str(), 1);
    EXPECT_EQ(code_of_use(), "");
    EXPECT_EQ(fs::status(cache.path / "new").permissions(), fs::perms::owner_all);
}

TEST(SharedCache, WhatBelongsToSomebodyElseIsNotLoaded) {
    if (::geteuid() != 0) GTEST_SKIP() << "only root can give files away";
    constexpr uid_t somebody = 54321;
    CacheFolder cache;
    const auto in_process = [] {  // which remembers nothing of what others have built
        const pid_t child = ::fork();
        if (child == 0) ::_exit(number_from_kernel(31) == 31 ? 0 : 1);
        int status = 0;
        ::waitpid(child, &status, 0);
        return status;
    };
    ASSERT_EQ(in_process(), 0);
    ASSERT_EQ(cache.count(".so"), 1u);
    for (const auto& entry : fs::directory_iterator(cache.path)) {
        const bool object = entry.path().extension() == ".so";
        ASSERT_TRUE(!object || ::chown(entry.path().c_str(), somebody, somebody) == 0);
    }
    EXPECT_EQ(in_process(), 0);
    size_t own = 0;
    for (const auto& entry : fs::directory_iterator(cache.path)) {
        struct stat info{};
        ASSERT_EQ(::stat(entry.path().c_str(), &info), 0);
        own += entry.path().extension() == ".so" && info.st_uid == 0 ? 1 : 0;
    }
    EXPECT_EQ(own, 1u);  // built anew
    ASSERT_EQ(::chown(cache.path.c_str(), somebody, somebody), 0);
    EXPECT_EQ(code_of_use(), "TW3104");
    ASSERT_EQ(::chown(cache.path.c_str(), 0, 0), 0);
    EXPECT_EQ(code_of_use(), "");
}

}  // namespace
}  // namespace tilewright::kernel_build_test
