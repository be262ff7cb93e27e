// Files of an export on their way: texts read whole, and folders that go away by themselves.
#pragma once

#include <filesystem>
#include <map>
#include <string>

namespace tilewright::workshop::exported {

std::string read_text(const std::filesystem::path& file);  // "" where there is none

// Throws TW4133 where it cannot be written.
void write_text(const std::filesystem::path& file, const std::string& text);
void write_all(const std::filesystem::path& folder, const std::map<std::string, std::string>& files);

class TemporaryFolder {
public:
    TemporaryFolder();
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

}  // namespace tilewright::workshop::exported
