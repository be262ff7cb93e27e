// Files of the cache while somebody uses them: no process evicts what another one is about to load or compile with.
// Internal to src/engine and src/workshop/load.
#pragma once

#include <filesystem>
#include <string>

namespace tilewright::engine {

// As long as this lives, the file stays where it is. A shared lock on the file itself: it ends with the process,
// however that ends, and it follows the file when it is renamed. File systems without locks give none.
class FileInUse {
public:
    FileInUse() = default;
    // Nothing, where there is no such file or where it belongs to somebody else (not to this user, nor to root).
    explicit FileInUse(const std::filesystem::path& path);
    ~FileInUse();
    FileInUse(FileInUse&& other) noexcept;
    FileInUse& operator=(FileInUse&& other) noexcept;

    explicit operator bool() const { return file_ >= 0; }
    std::string read() const;  // all of it, from the very file that is locked

private:
    int file_ = -1;
};

// Passed by whoever puts something into the cache, many at a time; whoever evicts goes through it alone. So nothing is
// put in the place of a file between the look at that file and its removal.
class EvictionGate {
public:
    EvictionGate(const std::filesystem::path& cache, bool evicting);
    ~EvictionGate();
    EvictionGate(const EvictionGate&) = delete;
    EvictionGate& operator=(const EvictionGate&) = delete;

private:
    int file_ = -1;
};

// Removes a file that nobody uses; false: it is in use, or gone already.
bool remove_unused(const std::filesystem::path& path);

// A folder for one process's temporary files, locked as long as the process lives. Others remove it after that.
std::filesystem::path own_temporary_folder(const std::filesystem::path& cache);
void remove_left_temporary_folders(const std::filesystem::path& cache);

}  // namespace tilewright::engine
