// The kernel cache on disk: files named by content hash, published by rename, least recently used ones evicted. What
// somebody uses or makes is never evicted: files in use are locked (in_use.hpp), and so are folders of temporary files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace tilewright::engine {

class KernelCache {
public:
    // $TILEWRIGHT_CACHE, else $XDG_CACHE_HOME/tilewright, else ~/.cache/tilewright. Read at every call, so that a
    // process may be pointed elsewhere.
    static std::filesystem::path directory();
    static uint64_t limit_bytes();  // TILEWRIGHT_CACHE_MAX_MB, 1 GiB by default

    // Makes the directory; throws TW3103 where that cannot be, and TW3104 where others could plant files there.
    static std::filesystem::path path_of(std::string_view name);
    static std::filesystem::path temporary(std::string_view name);  // in a folder of this process's own
    // Moves a finished file into place; whoever comes last wins, the contents are the same.
    static void publish(const std::filesystem::path& temporary, const std::filesystem::path& final);
    static void touch(const std::filesystem::path& path);  // used now
    static void evict();                                   // down to the limit, oldest first, but for what is in use
    static uint64_t bytes_used();
    static uint64_t clear();  // number of files removed; what is in use stays
};

// Holds the right to build one thing, against other threads and other processes; who waited finds it built.
class BuildLock {
public:
    explicit BuildLock(std::string_view key);
    ~BuildLock();
    BuildLock(const BuildLock&) = delete;
    BuildLock& operator=(const BuildLock&) = delete;

private:
    int file_ = -1;  // -1: the file system has no locks; both build, and whoever comes last wins
};

// 128-bit content hash as hexadecimal text.
class ContentHash {
public:
    ContentHash();
    ~ContentHash();
    ContentHash(const ContentHash&) = delete;
    ContentHash& operator=(const ContentHash&) = delete;
    void add(std::string_view text);  // with its length, so that parts cannot run together
    void add(uint64_t number);
    std::string text() const;

private:
    void* state_;
};

std::string read_file(const std::filesystem::path& path);  // empty if unreadable

}  // namespace tilewright::engine
