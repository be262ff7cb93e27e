// Locks on files and folders of the cache.
#include "engine/build/in_use.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <map>
#include <mutex>
#include <utility>

#include "base/error.hpp"
#include "base/files.hpp"

namespace tilewright::engine {

namespace fs = std::filesystem;

namespace {

constexpr const char* kTemporaryPrefix = ".tmp-";

enum class Lock { Got, Taken, None };  // None: this file system has no locks
Lock lock(int file, int kind) {
    while (::flock(file, kind) != 0) {
        if (errno == EINTR) continue;
        return errno == EWOULDBLOCK ? Lock::Taken : Lock::None;
    }
    return Lock::Got;
}

bool trusted(const struct stat& info) { return info.st_uid == ::geteuid() || info.st_uid == 0; }

// Folders of this process, and of the processes it was forked from.
struct Temporaries {
    std::mutex mutex;
    std::map<std::pair<fs::path, pid_t>, fs::path> folders;

    ~Temporaries() {
        std::error_code ignored;
        for (const auto& [made_by, folder] : folders) {
            if (made_by.second == ::getpid()) fs::remove_all(folder, ignored);
        }
    }
};

}  // namespace

EvictionGate::EvictionGate(const fs::path& cache, bool evicting) {
    std::error_code ignored;
    fs::create_directories(cache / "locks", ignored);
    file_ = ::open((cache / "locks" / "eviction").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (file_ >= 0) lock(file_, evicting ? LOCK_EX : LOCK_SH);
}
EvictionGate::~EvictionGate() {
    if (file_ >= 0) ::close(file_);
}

FileInUse::FileInUse(const fs::path& path) {
    // Whoever evicts may remove the file between opening and locking; then there may be a new one.
    for (int attempt = 0; attempt < 16; ++attempt) {
        const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
        if (file < 0) return;
        struct stat info{};
        const bool usable =
            lock(file, LOCK_SH) != Lock::Taken && ::fstat(file, &info) == 0 && S_ISREG(info.st_mode) && trusted(info);
        if (usable && info.st_nlink > 0) {
            file_ = file;
            return;
        }
        ::close(file);
        if (!usable) return;
    }
}

FileInUse::~FileInUse() {
    if (file_ >= 0) ::close(file_);  // gives the lock back
}
FileInUse::FileInUse(FileInUse&& other) noexcept : file_(std::exchange(other.file_, -1)) {}
FileInUse& FileInUse::operator=(FileInUse&& other) noexcept {
    std::swap(file_, other.file_);
    return *this;
}

std::string FileInUse::read() const {
    std::string text;
    struct stat info{};
    if (file_ < 0 || ::fstat(file_, &info) != 0) return text;
    text.resize(static_cast<size_t>(info.st_size));
    size_t done = 0;
    while (done < text.size()) {
        const ssize_t count = ::pread(file_, text.data() + done, text.size() - done, static_cast<off_t>(done));
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) break;
        done += static_cast<size_t>(count);
    }
    text.resize(done);
    return text;
}

bool remove_unused(const fs::path& path) {
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (file < 0) {  // a file that cannot be read, or a link: nobody can use it
        std::error_code error;
        return errno != ENOENT && fs::remove(path, error);
    }
    bool removed = false;
    if (lock(file, LOCK_EX | LOCK_NB) != Lock::Taken) {
        struct stat locked{}, there{};
        const bool same = ::fstat(file, &locked) == 0 && ::lstat(path.c_str(), &there) == 0 &&
                          locked.st_ino == there.st_ino && locked.st_dev == there.st_dev;
        removed = same && ::unlink(path.c_str()) == 0;
    }
    ::close(file);
    return removed;
}

fs::path own_temporary_folder(const fs::path& cache) {
    static Temporaries own;
    const std::lock_guard guard(own.mutex);
    fs::path& folder = own.folders[{cache, ::getpid()}];
    std::error_code ignored;
    if (!folder.empty() && fs::is_directory(folder, ignored)) return folder;
    const EvictionGate gate(cache, false);  // nobody takes the folder for one that was left, before it is locked
    std::string name = (cache / fmt::format("{}{}-XXXXXX", kTemporaryPrefix, ::getpid())).string();
    int opened = -1;
    if (::mkdtemp(name.data()) == nullptr || (opened = ::open(name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) < 0) {
        const int reason = errno;
        throw Error("TW3103",
                    fmt::format("the kernel cache {} cannot be written{}", cache.string(), reason_of_failure(reason)),
                    "check free space and permissions, or set TILEWRIGHT_CACHE", Exit::Environment);
    }
    lock(opened, LOCK_SH);  // and never given back: the folder is used until the process ends
    return folder = name;
}

void remove_left_temporary_folders(const fs::path& cache) {
    std::error_code error;
    for (fs::directory_iterator it(cache, error), end; !error && it != end; it.increment(error)) {
        std::error_code ignored;
        if (it->path().filename().string().rfind(kTemporaryPrefix, 0) != 0 || !it->is_directory(ignored)) continue;
        const int opened = ::open(it->path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
        if (opened < 0) continue;
        if (lock(opened, LOCK_EX | LOCK_NB) == Lock::Got) fs::remove_all(it->path(), ignored);
        ::close(opened);
    }
}

}  // namespace tilewright::engine
