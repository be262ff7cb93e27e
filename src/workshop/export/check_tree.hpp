// Whether an exported op compiles in a checkout of tt-metal, found out without a card and without its compiler: every
// file goes through clang against the checkout's own headers. What the checkout leaves to other packages has stand-ins
// (data/stand_ins), which are listed.
//
// Headers of the checkout may hold things that only the card's compiler takes. A file is not blamed for an error that
// the same headers give without it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "ttnn/types.hpp"
#include "workshop/export/exported.hpp"

namespace tilewright::workshop::exported {

struct CheckedUnit {
    std::string file;                 // path in the tree
    std::string processor;            // "NCRISC", "BRISC", "UNPACK", "MATH", "PACK", "host"
    std::string with;                 // what of the op it was compiled for: "bfloat16, tiles resident ..."
    std::vector<std::string> errors;  // the file's own
    size_t theirs = 0;                // errors that its headers have without it
    bool passed() const { return errors.empty(); }
};

struct TreeCheck {
    std::vector<CheckedUnit> units;
    std::vector<std::string> stand_ins;    // headers that ours stood in for
    std::vector<std::string> not_checked;  // with the reason
    std::vector<std::string> taken;        // places of the tree that have an op of this name
    bool passed() const;
};

struct TreeOptions {
    std::filesystem::path tree;             // the checkout
    std::filesystem::path sfpi;             // include folder of the card's compiler; empty: looked for in the checkout
    std::string arch = "wormhole_b0";       // or "blackhole"
    std::filesystem::path nanobind;         // its include folder; empty: bindings are not checked
    std::vector<std::string> python_flags;  // where Python.h is
};

// Throws TW4134 where `tree` is no checkout, or one from before the calls that the kernels make.
TreeCheck check_tree(const ExportRequest& request, const Files& files, const TreeOptions& options,
                     ttnn::MeshDevice& device);

// Parts of it, internal to this folder.
class Compiler;
void check_kernels(TreeCheck& check, Compiler& compiler, const ExportRequest& request, const TreeOptions& options,
                   ttnn::MeshDevice& device);
void check_host(TreeCheck& check, Compiler& compiler, const ExportRequest& request, const Files& files,
                const TreeOptions& options);

}  // namespace tilewright::workshop::exported
