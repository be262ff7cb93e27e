// What may have gone wrong where a result is wrong: the pattern of its error, named. A suspect is a mistake that was
// made on purpose in the reference (or undone in the result) and then agrees with what the program gave; it is a fact
// only where that was done, and otherwise something the error looks like. Where nothing fits, there is no suspect.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "program/descriptor.hpp"

namespace tilewright::workshop {

// A tensor as numbers: logical elements, row by row.
struct Operand {
    std::string name;
    std::vector<uint32_t> shape;
    std::vector<double> values;
};

// A number that the reference uses: an epsilon, a scale.
struct Constant {
    std::string name;
    double value = 0;
};

// Tiles of the result that one core works on, in page order.
struct TileShare {
    std::string core;  // "(1,0)"
    size_t first = 0, count = 0;
};

// The reference for other inputs and constants (in the order of Compared); its shape may differ from the result's.
// Empty: it cannot be had for these.
using Recompute = std::function<Operand(const std::vector<Operand>& inputs, const std::vector<Constant>& constants)>;

struct Compared {
    std::vector<uint32_t> shape;                 // logical, of the result
    std::vector<double> got, expected, allowed;  // each element; allowed: the largest error that is none
    // Tiles of each matrix (true), or of all rows one below the other, as row ops walk over row-major tensors.
    bool tiled = true;
    uint32_t tile_height = 32, tile_width = 32;
    double unit = 0.00390625;  // distance of neighbouring numbers of the result's dtype, relative to them
    bool whole_numbers = false;
    // What is known beyond the two tensors; each may be empty.
    std::vector<Operand> inputs;
    std::vector<Constant> constants;
    std::vector<Operand> before;  // results of calls before, contents of the output before the call
    std::vector<TileShare> shares;
    Recompute recompute;
    double seconds = 2;  // that recomputing may take
};

enum class Proof : uint8_t { None, Recomputed, Rerun };

struct Suspect {
    std::string kind;      // "ratio", "last_columns" ...: docs/suspects.md lists them
    std::string code;      // TWnnnn, where it is a finding of its own; else empty
    std::string what;      // "each element is 50/64 of what it should be ..."
    std::string where;     // "in columns 32 to 49"; empty: everywhere
    std::string evidence;  // what was done and what it gave
    Proof proof = Proof::None;
    size_t explained = 0, of = 0;  // wrong elements
    std::vector<std::pair<std::string, double>> numbers;
    double rank = 0;  // among suspects that explain as much: the more particular first
    Place place;      // where it is known
    std::optional<uint32_t> cb;
    // Where a change was tried that makes the result right and strict mode finds nothing then: the change.
    std::string fix;
    std::shared_ptr<const program::ProgramDescriptor> program;  // with the change

    std::string headline() const;  // of a finding that has its code
    std::string to_text() const;
    nlohmann::json to_json() const;
};

struct Diagnosis {
    size_t elements = 0, wrong = 0;
    size_t worst = 0;         // index of the element that is wrong by most
    std::string worst_place;  // "row 3, column 40 (tile 1, core (0,0))"
    std::string where;        // where the wrong elements are; empty: no place of its own
    std::vector<Suspect> suspects;

    // Suspects of re-runs come in, and the order is made anew.
    void add(std::vector<Suspect> more);
    std::vector<std::string> lines() const;  // the first suspects, for a finding
    nlohmann::json to_json() const;
};

Diagnosis diagnose(const Compared& compared);

// TW2702, or the code of what a re-run proved. `name` is what was called.
Finding wrong_result(const std::string& name, const Compared& compared, const Diagnosis& diagnosis);
// What the suspects add to a finding: lines, and the place and the fix of the first.
void tell_suspects(const Diagnosis& diagnosis, Finding& finding);

}  // namespace tilewright::workshop
