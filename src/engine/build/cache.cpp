// Cache directory, publication and eviction; content hashes.
#include "engine/build/cache.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
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

namespace tilewright::engine {

namespace fs = std::filesystem;

namespace {
struct Entry {
    fs::path path;
    uint64_t bytes;
    fs::file_time_type used;
};

std::vector<Entry> entries() {
    std::vector<Entry> found;
    std::error_code error;
    for (fs::directory_iterator it(KernelCache::directory(), error), end; !error && it != end; it.increment(error)) {
        std::error_code ignored;
        if (!it->is_regular_file(ignored)) continue;
        Entry entry{it->path(), it->file_size(ignored), it->last_write_time(ignored)};
        if (!ignored) found.push_back(std::move(entry));
    }
    return found;
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
    std::error_code error;
    const fs::path folder = directory();
    fs::create_directories(folder, error);
    if (error) {
        throw Error("TW3103", fmt::format("the kernel cache {} cannot be made: {}", folder.string(), error.message()),
                    "set TILEWRIGHT_CACHE to a folder that can be written", Exit::Environment);
    }
    return folder / name;
}

fs::path KernelCache::temporary(std::string_view name) {
    static std::atomic<uint64_t> counter{0};
    return path_of(fmt::format(".tmp-{}-{}-{}", ::getpid(), counter++, name));
}

void KernelCache::publish(const fs::path& temporary, const fs::path& final) {
    std::error_code error;
    fs::rename(temporary, final, error);
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
    std::vector<Entry> all = entries();
    uint64_t total = 0;
    for (const Entry& entry : all) total += entry.bytes;
    if (total <= limit_bytes()) return;
    std::sort(all.begin(), all.end(), [](const Entry& a, const Entry& b) { return a.used < b.used; });
    // Down to three quarters, so that not every build evicts.
    const uint64_t goal = limit_bytes() / 4 * 3;
    for (const Entry& entry : all) {
        if (total <= goal) break;
        std::error_code ignored;
        if (fs::remove(entry.path, ignored)) total -= entry.bytes;
    }
}

uint64_t KernelCache::clear() {
    uint64_t removed = 0;
    for (const Entry& entry : entries()) {
        std::error_code ignored;
        removed += fs::remove(entry.path, ignored) ? 1 : 0;
    }
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
