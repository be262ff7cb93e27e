// Options that ops, run, stage and sweep share: which op, which mode, which machine.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "workshop/op/op_case.hpp"

namespace CLI {
class App;
}

namespace tilewright::cli {

struct CardOptions {
    bool strict = false;
    bool fast = false;
    uint32_t threads = 0;
    std::string arch;
    std::string numerics;  // card or float; empty: the environment's choice
};
void add_card_options(CLI::App& app, CardOptions& options);
// Programs take their settings from the environment, so that is where ours go. Opens the card.
std::shared_ptr<ttnn::MeshDevice> open_card(const CardOptions& options);

// Options of commands that make one call of an op.
struct CaseOptions {
    std::string gamma, beta, math = "sfpu";
    std::optional<double> epsilon;
    std::vector<std::string> inputs, parameters;
};
void add_case_options(CLI::App& app, CaseOptions& options);
void apply(const CaseOptions& options, workshop::OpCase& request);
workshop::Pattern parse_pattern(const std::string& text);

// An op by name, or the folder of one, which is compiled and loaded; nullptr: there is no such thing.
workshop::Op find_subject(const std::string& name);
// Throws with the nearest name when there is no such op.
workshop::Op parse_op(const std::string& name);
ttnn::DataType parse_dtype(const std::string& option, const std::string& text);
std::vector<uint32_t> parse_shape(const std::string& text);           // "2,3,64,100" or "2x3x64x100"
std::optional<ttnn::CoreCoord> parse_cores(const std::string& text);  // "all" or "8x8"
ttnn::MathFidelity parse_fidelity(const std::string& text);
workshop::RowMath parse_math(const std::string& text);  // "sfpu" or "fpu"

}  // namespace tilewright::cli
