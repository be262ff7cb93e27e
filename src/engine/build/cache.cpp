// Cache directory, publication and eviction; content hashes.
#include "engine/build/cache.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "base/environment.hpp"
#include "base/error.hpp"
#include "engine/build/in_use.hpp"

namespace tilewright::engine {

namespace fs = std::filesystem;

namespace {
struct Entry {
    fs::path path;
    uint64_t bytes;
    fs::file_time_type used;
};

std::vector<Entry> entries(const fs::path& folder = KernelCache::directory()) {
    std::vector<Entry> found;
    std::error_code error;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
        std::error_code ignored;
        if (!it->is_regular_file(ignored)) continue;
        Entry entry{it->path(), it->file_size(ignored), it->last_write_time(ignored)};
        if (!ignored) found.push_back(std::move(entry));
    }
    return found;
}

// What lies in the cache is loaded and run: whoever can write there decides what this user's processes do.
void check_owner(const fs::path& folder, const struct stat& info) {
    const bool own = info.st_uid == ::geteuid() || info.st_uid == 0;
    if (own && (info.st_mode & S_IWOTH) == 0) return;
    const std::string whose =
        own ? std::string("can be written by everybody")
            : fmt::format("belongs to user {}, and this process runs as user {}", info.st_uid, ::geteuid());
    throw Error("TW3104",
                fmt::format("the kernel cache {} {}; what lies there would be loaded and run", folder.string(), whose),
                info.st_uid == ::geteuid()
                    ? fmt::format("chmod o-w {}, and tilewright cache --clear if others may have written there",
                                  folder.string())
                    : std::string("set TILEWRIGHT_CACHE to a folder of your own"),
                Exit::Environment);
}
}  // namespace

fs::path KernelCache::directory() {
    if (std::string own = environment::text("TILEWRIGHT_CACHE"); !own.empty()) return own;
    if (std::string xdg = environment::text("XDG_CACHE_HOME"); !xdg.empty()) return fs::path(xdg) / "tilewright";
    if (std::string home = environment::text("HOME"); !home.empty()) return fs::path(home) / ".cache" / "tilewright";
    return fs::temp_directory_path() / fmt::format("tilewright-{}", ::getuid());
}

uint64_t KernelCache::limit_bytes() {
    const uint64_t megabytes = environment::number("TILEWRIGHT_CACHE_MAX_MB", 1024);
    if (megabytes == 0) {
        throw Error("TW3006", "TILEWRIGHT_CACHE_MAX_MB=0 leaves no room for the kernels of a run",
                    "give at least 1; TILEWRIGHT_CACHE names a folder of your own", Exit::Usage);
    }
    return megabytes << 20;
}

fs::path KernelCache::path_of(std::string_view name) {
    const fs::path folder = directory();
    std::error_code error;
    fs::create_directories(fs::absolute(folder).parent_path(), error);
    if (::mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST) error = {errno, std::generic_category()};
    struct stat info{};
    if (::stat(folder.c_str(), &info) != 0) {
        if (!error) error = {errno, std::generic_category()};
    } else {
        error = S_ISDIR(info.st_mode) ? std::error_code() : std::make_error_code(std::errc::not_a_directory);
    }
    if (error) {
        throw Error("TW3103", fmt::format("the kernel cache {} cannot be made: {}", folder.string(), error.message()),
                    "set TILEWRIGHT_CACHE to a folder that can be written", Exit::Environment);
    }
    check_owner(folder, info);
    return folder / name;
}

fs::path KernelCache::temporary(std::string_view name) {
    static std::atomic<uint64_t> counter{0};
    return own_temporary_folder(path_of("").parent_path()) / fmt::format("{}-{}", counter++, name);
}

void KernelCache::publish(const fs::path& temporary, const fs::path& final) {
    std::error_code error;
    {
        const EvictionGate gate(final.parent_path(), false);
        fs::rename(temporary, final, error);
    }
    if (error) {
        std::error_code ignored;
        fs::remove(temporary, ignored);
        throw Error("TW3103", fmt::format("cannot write {}: {}", final.string(), error.message()),
                    "check free space and permissions, or set TILEWRIGHT_CACHE", Exit::Environment);
    }
}

void KernelCache::touch(const fs::path& path) {
    std::error_code ignored;
    fs::last_write_time(path, fs::file_time_type::clock::now(), ignored);
}

uint64_t KernelCache::bytes_used() {
    uint64_t total = 0;
    for (const Entry& entry : entries()) total += entry.bytes;
    return total;
}

void KernelCache::evict() {
    const EvictionGate gate(directory(), true);
    remove_left_temporary_folders(directory());
    std::vector<Entry> all = entries();
    uint64_t total = 0;
    for (const Entry& entry : all) total += entry.bytes;
    if (total <= limit_bytes()) return;
    std::sort(all.begin(), all.end(), [](const Entry& a, const Entry& b) { return a.used < b.used; });
    // Down to three quarters, so that not every build evicts.
    const uint64_t goal = limit_bytes() / 4 * 3;
    for (const Entry& entry : all) {
        if (total <= goal) break;
        if (remove_unused(entry.path)) total -= entry.bytes;
    }
}

uint64_t KernelCache::clear() {
    uint64_t removed = 0;
    std::vector<Entry> all = entries();
    // What confined commands have built (src/cli/isolate.cpp).
    for (Entry& entry : entries(directory() / "isolated")) all.push_back(std::move(entry));
    if (all.empty()) return 0;
    const EvictionGate gate(directory(), true);
    remove_left_temporary_folders(directory());
    for (const Entry& entry : all) removed += remove_unused(entry.path) ? 1 : 0;
    return removed;
}

BuildLock::BuildLock(std::string_view key) {
    // A lock file per key would pile up: keys share 4096 of them.
    const fs::path folder = KernelCache::path_of("locks");
    std::error_code error;
    fs::create_directories(folder, error);
    file_ = ::open((folder / key.substr(0, 3)).c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (file_ < 0) return;
    int status = 0;
    while ((status = ::flock(file_, LOCK_EX)) != 0 && errno == EINTR) {
    }
    if (status != 0) {
        ::close(file_);
        file_ = -1;
    }
}

BuildLock::~BuildLock() {
    if (file_ >= 0) ::close(file_);  // gives the lock back
}

ContentHash::ContentHash() : state_(XXH3_createState()) { XXH3_128bits_reset(static_cast<XXH3_state_t*>(state_)); }
ContentHash::~ContentHash() { XXH3_freeState(static_cast<XXH3_state_t*>(state_)); }

void ContentHash::add(uint64_t number) {
    XXH3_128bits_update(static_cast<XXH3_state_t*>(state_), &number, sizeof number);
}

void ContentHash::add(std::string_view text) {
    add(uint64_t{text.size()});
    XXH3_128bits_update(static_cast<XXH3_state_t*>(state_), text.data(), text.size());
}

std::string ContentHash::text() const {
    const XXH128_hash_t hash = XXH3_128bits_digest(static_cast<const XXH3_state_t*>(state_));
    return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

std::string read_file(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    return in ? text.str() : std::string();
}

}  // namespace tilewright::engine
