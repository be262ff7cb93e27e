// Reading, writing, and temporary folders.
#include "workshop/export/folders.hpp"

#include <stdlib.h>

#include <fstream>
#include <sstream>

#include "base/error.hpp"
#include "base/files.hpp"

namespace tilewright::workshop::exported {

namespace fs = std::filesystem;

std::string read_text(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    std::stringstream text;
    text << stream.rdbuf();
    return text.str();
}

void write_text(const fs::path& file, const std::string& text) {
    std::error_code error;
    fs::create_directories(file.parent_path(), error);
    write_file(file, text, "TW4133", "check the folder's permissions and room, or give another");
}

void write_all(const fs::path& folder, const std::map<std::string, std::string>& files) {
    for (const auto& [name, text] : files) write_text(folder / name, text);
}

TemporaryFolder::TemporaryFolder() {
    std::string pattern = (fs::temp_directory_path() / "exported_XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) {
        throw Error("TW4133", "no temporary folder can be made" + reason_of_failure(errno),
                    "set TMPDIR to a folder with room", Exit::Environment);
    }
    path_ = pattern;
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
}

}  // namespace tilewright::workshop::exported
