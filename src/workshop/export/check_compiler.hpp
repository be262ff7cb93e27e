// Running clang over a file and telling its errors from those of the headers. Internal to src/workshop/export.
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "workshop/export/folders.hpp"

namespace tilewright::workshop::exported {

class Compiler {
public:
    // `tree`: the exported files lie here, in the paths of the checkout.
    explicit Compiler(std::filesystem::path tree);

    // A translation unit, with what brings the exported file into it and what stands in its place without it.
    struct Unit {
        std::filesystem::path source;
        std::vector<std::string> arguments, with, without;
        std::string kind;  // units of one kind have the same errors without the exported file
    };
    struct Outcome {
        std::vector<std::string> own;  // errors, "file:line:column: message"
        size_t theirs = 0;
        std::set<std::string> stand_ins;  // that were included
    };
    Outcome compile(const Unit& unit);

    const std::filesystem::path& tree() const { return tree_; }
    // A folder for files that are made for the check; gone with this object.
    std::filesystem::path scratch(const std::string& name) const;
    static std::filesystem::path stand_ins(const std::string& kind);

private:
    std::vector<std::string> run(const std::vector<std::string>& arguments, const std::filesystem::path& source,
                                 std::set<std::string>* stand_ins) const;

    std::filesystem::path tree_;
    TemporaryFolder scratch_;
    std::map<std::string, std::set<std::string>> without_;  // errors by kind
};

}  // namespace tilewright::workshop::exported
