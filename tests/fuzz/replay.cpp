// Runs fuzz targets on files without libFuzzer: `fuzz_replay TARGET FILE_OR_FOLDER...`; every ordinary test run replays
// the corpus so, and a crashing input that libFuzzer has left is repeated with it.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <vector>

#include "fuzz/target.hpp"

namespace {

namespace fs = std::filesystem;

std::vector<fs::path> files_of(int count, char** names) {
    std::vector<fs::path> files;
    for (int i = 0; i < count; ++i) {
        if (!fs::is_directory(names[i])) {
            files.emplace_back(names[i]);
            continue;
        }
        for (const fs::directory_entry& entry : fs::directory_iterator(names[i])) files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    return files;
}

}  // namespace

int main(int argc, char** argv) {
    const auto& targets = tilewright::fuzz::targets();
    const auto target = targets.find(argc > 1 ? argv[1] : "");
    if (target == targets.end() || argc < 3) {
        std::cerr << "usage: fuzz_replay TARGET FILE_OR_FOLDER...\ntargets:";
        for (const auto& [name, run] : targets) std::cerr << ' ' << name;
        std::cerr << '\n';
        return 4;
    }
    const std::vector<fs::path> files = files_of(argc - 2, argv + 2);
    if (files.empty()) {
        std::cerr << "no input\n";
        return 4;
    }
    for (const fs::path& file : files) {
        std::ifstream in(file, std::ios::binary);
        const std::vector<char> bytes{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
        std::cerr << file.string() << std::endl;  // the last one named is the one that ends the process
        target->second({reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()});
    }
    std::cout << files.size() << " inputs\n";
}
