// Files by way of a neighbour that is renamed.
#include "base/files.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <system_error>

#include "base/error.hpp"

namespace tilewright {

namespace fs = std::filesystem;

namespace {

// 0, or why not.
int write_all(const fs::path& file, const std::string& text) {
    const int out = ::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (out < 0) return errno;
    int error = 0;
    for (size_t done = 0; done < text.size() && error == 0;) {
        const ssize_t count = ::write(out, text.data() + done, text.size() - done);
        if (count >= 0) {
            done += static_cast<size_t>(count);
        } else if (errno != EINTR) {
            error = errno;
        }
    }
    if (::close(out) != 0 && error == 0) error = errno;  // some file systems say only here that there is no room
    return error;
}

}  // namespace

std::string reason_of_failure(int error) {
    return error == 0 ? "" : ": " + std::error_code(error, std::generic_category()).message();
}

void refuse_full_cache(const std::string& output, const fs::path& cache) {
    for (const int reason : {ENOSPC, EDQUOT}) {
        const std::string text = std::error_code(reason, std::generic_category()).message();
        if (output.find(text) == std::string::npos) continue;
        throw Error("TW3103", fmt::format("the kernel cache {} cannot be written: {}", cache.string(), text),
                    "free some space there, or set TILEWRIGHT_CACHE to a folder with more", Exit::Environment);
    }
}

void write_file(const fs::path& file, const std::string& text, const char* code, const std::string& fix) {
    static std::atomic<uint64_t> counter{0};
    std::error_code error;
    const fs::file_status status = fs::status(file, error);
    const bool special = fs::exists(status) && !fs::is_regular_file(status);
    const fs::path real = fs::is_symlink(fs::symlink_status(file, error)) ? fs::weakly_canonical(file, error) : file;
    const fs::path part = special ? file : fs::path(fmt::format("{}.part-{}-{}", real.string(), ::getpid(), counter++));
    int failed = write_all(part, text);
    if (!special && (failed == EACCES || failed == EPERM || failed == EROFS || failed == ENAMETOOLONG)) {
        failed = write_all(real, text);  // no room for a neighbour, but perhaps for the file itself
        if (failed == 0) return;
    }
    if (failed == 0 && !special) {
        if (fs::exists(status)) fs::permissions(part, status.permissions(), error);
        fs::rename(part, real, error);
        failed = error.value();
    }
    if (failed == 0) return;
    if (!special) fs::remove(part, error);
    throw Error(code, fmt::format("{} cannot be written{}", file.string(), reason_of_failure(failed)), fix,
                Exit::Environment);
}

}  // namespace tilewright
