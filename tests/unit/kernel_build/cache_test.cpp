// The cache: what is built again and what is not, damage, several processes, eviction, cost of a warm hit.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <fstream>

#include "base/error.hpp"
#include "engine/build/cache.hpp"
#include "support.hpp"

namespace tilewright::kernel_build_test {
namespace {

namespace fs = std::filesystem;
using engine::build_kernel;
using engine::KernelBuildRequest;
using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point start) {
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

uint32_t result_of(const KernelBuildRequest& request) {
    Core core;
    core.run(*build_kernel(request));
    return core.word(0x1000);
}

// Runs in a process of its own, so that memory of earlier builds does not answer.
template <typename Work>
int in_process(Work work) {
    const pid_t child = ::fork();
    if (child == 0) ::_exit(work());
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 255;
}

TEST(Cache, TheSameRequestGivesTheSameImage) {
    CacheFolder cache;
    const KernelBuildRequest request = kernel("void kernel_main() { *(volatile uint32_t*)0x1000 = 1; }");
    const auto first = build_kernel(request);
    EXPECT_EQ(build_kernel(request), first);
    EXPECT_EQ(cache.count(".so"), 1u);
    KernelBuildRequest other = request;
    other.compile_time_args = {0};
    EXPECT_NE(build_kernel(other), first);
    other = request;
    other.prologue += "#define SOMETHING 1";
    EXPECT_NE(build_kernel(other), first);
    other = request;
    other.strict = true;
    EXPECT_NE(build_kernel(other), first);
    EXPECT_EQ(cache.count(".so"), 4u);
}

TEST(Cache, AFolderThatCannotBeMadeIsRefused) {
    CacheFolder cache;  // puts the setting back
    cache.write("file", "in the way");
    ::setenv("TILEWRIGHT_CACHE", (cache.path / "file" / "below").c_str(), 1);
    try {
        engine::KernelCache::path_of("a.so");
        FAIL() << "made a folder in a file";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), "TW3103");
        EXPECT_NE(error.finding().message.find("cannot be made"), std::string::npos);
        EXPECT_EQ(error.exit_status(), Exit::Environment);
    }
}

TEST(Cache, AChangedHeaderIsNoticedAndATouchedOneIsNot) {
    CacheFolder cache;
    TemporaryFolder folder;
    folder.write("number.h", "#define NUMBER 3\n");
    folder.write("kernel.cpp", "#include \"number.h\"\nvoid kernel_main() { *(volatile uint32_t*)0x1000 = NUMBER; }\n");
    KernelBuildRequest request = kernel_file(folder.path / "kernel.cpp");
    EXPECT_EQ(result_of(request), 3u);
    EXPECT_EQ(cache.count(".so"), 1u);
    fs::last_write_time(folder.path / "number.h", fs::file_time_type::clock::now());
    EXPECT_EQ(result_of(request), 3u);
    EXPECT_EQ(cache.count(".so"), 1u);
    folder.write("number.h", "#define NUMBER 4\n");  // the same size
    EXPECT_EQ(result_of(request), 4u);
    EXPECT_EQ(cache.count(".so"), 2u);
    folder.write("kernel.cpp", "void kernel_main() { *(volatile uint32_t*)0x1000 = 5; }\n");
    EXPECT_EQ(result_of(request), 5u);
}

TEST(Cache, AnotherProcessFindsWhatWasBuilt) {
    CacheFolder cache;
    const KernelBuildRequest request = kernel("void kernel_main() { *(volatile uint32_t*)0x1000 = 17; }");
    EXPECT_EQ(in_process([&] { return static_cast<int>(result_of(request)); }), 17);
    EXPECT_EQ(cache.count(".so"), 1u);
    const auto start = Clock::now();
    EXPECT_EQ(result_of(request), 17u);
    EXPECT_EQ(cache.count(".so"), 1u);
    RecordProperty("disk_hit_us", static_cast<int>(milliseconds_since(start) * 1000));
}

TEST(Cache, TwoProcessesAtOnceBuildOnce) {
    CacheFolder cache;
    const KernelBuildRequest request = kernel("void kernel_main() { *(volatile uint32_t*)0x1000 = 23; }");
    const pid_t child = ::fork();
    if (child == 0) ::_exit(static_cast<int>(result_of(request)));
    EXPECT_EQ(result_of(request), 23u);
    int status = 0;
    ::waitpid(child, &status, 0);
    EXPECT_EQ(WEXITSTATUS(status), 23);
    EXPECT_EQ(cache.count(".so"), 1u);
}

TEST(Cache, DamagedEntriesAreBuiltAgain) {
    for (const char* damage :
         {"cut", "scrambled", "empty", "manifest", "gone", "header cut", "header scrambled", "header empty"}) {
        SCOPED_TRACE(damage);
        CacheFolder cache;
        const KernelBuildRequest request = kernel("void kernel_main() { *(volatile uint32_t*)0x1000 = 9; }");
        ASSERT_EQ(in_process([&] { return static_cast<int>(result_of(request)); }), 9);
        for (const auto& entry : fs::directory_iterator(cache.path)) {
            if (!entry.is_regular_file()) continue;
            const bool object = entry.path().extension() == ".so";
            const bool manifest = entry.path().extension() == ".manifest";
            const std::string what = damage;
            const bool header = entry.path().extension() == ".pch";
            if (what.rfind("header", 0) == 0) {
                if (object) fs::remove(entry.path());  // to be compiled again
                if (!header) continue;
                const fs::path copy = entry.path().string() + ".copy";  // not in place: it is a link to a shared file
                fs::copy_file(entry.path(), copy);
                fs::rename(copy, entry.path());
            }
            const bool target = what.rfind("header", 0) == 0 ? header : object;
            if (what.ends_with("cut") && target) fs::resize_file(entry.path(), 4096);
            if (what.ends_with("empty") && target) fs::resize_file(entry.path(), 0);
            if (what.ends_with("scrambled") && target) {
                std::fstream file(entry.path(), std::ios::in | std::ios::out | std::ios::binary);
                file.seekp(static_cast<std::streamoff>(fs::file_size(entry.path()) / 2));
                file << "scrambled";
            }
            if (what == "manifest" && manifest) fs::resize_file(entry.path(), 30);
            if (what == "gone" && object) fs::remove(entry.path());
        }
        EXPECT_EQ(in_process([&] { return static_cast<int>(result_of(request)); }), 9);
    }
}

TEST(Cache, TheOldestGoWhenItIsFull) {
    CacheFolder cache;
    for (int i = 0; i < 4; ++i) {
        std::ofstream(cache.path / (std::to_string(i) + ".so")) << std::string(600'000, 'x');
        fs::last_write_time(cache.path / (std::to_string(i) + ".so"),
                            fs::file_time_type::clock::now() - std::chrono::hours(10 - i));
    }
    for (const auto& entry : fs::directory_iterator(cache.path)) {
        if (entry.path().extension() == ".pch") fs::remove(entry.path());
    }
    ::setenv("TILEWRIGHT_CACHE_MAX_MB", "2", 1);
    engine::KernelCache::evict();
    ::unsetenv("TILEWRIGHT_CACHE_MAX_MB");
    EXPECT_FALSE(fs::exists(cache.path / "0.so"));
    EXPECT_TRUE(fs::exists(cache.path / "3.so"));
    EXPECT_LE(engine::KernelCache::bytes_used(), 2u << 20);
}

TEST(Cache, SeveralKernelsAtOnce) {
    CacheFolder cache;
    std::vector<KernelBuildRequest> requests;
    for (int i = 0; i < 4; ++i)
        requests.push_back(
            kernel("void kernel_main() { *(volatile uint32_t*)0x1000 = " + std::to_string(i / 2) + "; }"));
    const auto images = engine::build_kernels(requests);
    ASSERT_EQ(images.size(), 4u);
    EXPECT_EQ(images[0], images[1]);
    EXPECT_NE(images[1], images[2]);
    EXPECT_EQ(cache.count(".so"), 2u);
}

TEST(Cost, WarmHitsTakeMicroseconds) {
    TemporaryFolder folder;
    folder.write("kernel.cpp", "void kernel_main() {}\n");
    KernelBuildRequest request = kernel_file(folder.path / "kernel.cpp");
    request.compile_time_args = {1, 2, 3};
    build_kernel(request);
    const auto start = Clock::now();
    for (int i = 0; i < 1000; ++i) build_kernel(request);
    const double each_us = milliseconds_since(start);
    RecordProperty("warm_hit_us", static_cast<int>(each_us));
    EXPECT_LT(each_us, 500.0);  // some 10 on an idle machine
}

TEST(Cost, ColdBuilds) {
    CacheFolder cache;
    auto start = Clock::now();
    build_kernel(
        kernel("void kernel_main() { uint64_t a = get_noc_addr(0x100); noc_async_read(a, 0x2000, 64); "
               "noc_async_read_barrier(); }"));
    RecordProperty("data_movement_ms", static_cast<int>(milliseconds_since(start)));
    KernelBuildRequest compute = kernel("void kernel_main() {}", engine::KernelThread::Fused);
    build_kernel(compute);  // its precompiled header
    compute.source_text += "\n";
    start = Clock::now();
    build_kernel(compute);
    RecordProperty("compute_ms", static_cast<int>(milliseconds_since(start)));
    EXPECT_EQ(cache.count(".so"), 3u);
}

}  // namespace
}  // namespace tilewright::kernel_build_test
