// Options that commands on ops share: which op, which call of it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cli/card_options.hpp"
#include "cli/tensor_options.hpp"
#include "workshop/op/op_case.hpp"

namespace CLI {
class App;
}

namespace tilewright::cli {

// For help texts.
inline constexpr const char* kWhatFoldersMayDo =
    "The folder of an op is code: its host files run with all your rights; kernels cannot call, read or start anything "
    "of\n"
    "this machine. With --isolate host files reach this folder and --out, and no network; kernels have a process "
    "without\n"
    "rights (docs/containment.md).";

// Options of commands that make one call of an op.
struct CaseOptions {
    std::string math = "sfpu";
    std::vector<std::string> inputs, parameters;
    std::string sharded, shard_grid = "8x8";
    bool shard_columns = false;
};
void add_case_options(CLI::App& app, CaseOptions& options);
void apply(const CaseOptions& options, workshop::OpCase& request);
workshop::Pattern parse_pattern(const std::string& text);

// An op by name, or the folder of one, which is compiled and loaded; nullptr: there is no such thing.
workshop::Op find_subject(const std::string& name);
// Throws with the nearest name when there is no such op.
workshop::Op parse_op(const std::string& name);
std::optional<ttnn::CoreCoord> parse_cores(const std::string& text);             // "all" or "8x8"
ttnn::CoreCoord parse_grid(const std::string& option, const std::string& text);  // "8x4"
// "height", "width" or "block" of an option; throws where the op takes no shards.
ttnn::TensorMemoryLayout parse_shards(const std::string& option, const std::string& text, workshop::Op op);
ttnn::MathFidelity parse_fidelity(const std::string& text);
workshop::RowMath parse_math(const std::string& text);  // "sfpu" or "fpu"

}  // namespace tilewright::cli
