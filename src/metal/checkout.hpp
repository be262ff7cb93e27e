// How old a checkout is: the kernel API that its headers speak, and the low-level library that belongs to it.
#pragma once

#include <filesystem>
#include <string>

#include "program/descriptor.hpp"

namespace tilewright::metal {

// The two go together: helper headers order the operands of a row sum as the library of their time wants them.
struct Age {
    program::Era era = program::Era::Aug2026;
    tile::LlkGeneration llk = tile::LlkGeneration::Aug2026;

    bool operator==(const Age&) const = default;
};

// The library that was in use when an era's headers were written.
tile::LlkGeneration llk_of_era(program::Era era);

// Read from the files of a checkout; what it lacks (a submodule that was not fetched, headers) the others tell. A
// folder without any of them is of today.
Age age_of_checkout(const std::filesystem::path& root);

}  // namespace tilewright::metal
