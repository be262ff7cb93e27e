// What check, time and mutate work on: the program of an example or of one call of an op.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "base/error.hpp"
#include "doctor/every/for_every.hpp"
#include "tilewright/device.hpp"
#include "workshop/suspect/of_case.hpp"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace tilewright::cli {

struct SubjectOptions {
    std::string name;
    std::string shape = "1,1,64,64", sizes;  // ops only
    std::string dtype = "bfloat16";          // ops only
    std::string math = "sfpu";               // ops only
    std::string cores = "all";               // ops only
    std::string plan;                        // ops only; empty: the planner's choice
    std::string fidelity = "HiFi4";          // ops only
    bool bf16_dst = false;                   // ops only
    std::string sharded;                     // ops only; empty: interleaved tensors
    std::string shard_grid = "8x8";          // ops only
    std::string arch;                        // empty: the environment's choice
};
// Returns the option of the name, which is required.
CLI::Option* declare_subject(CLI::App& app, SubjectOptions& options);

struct Subject {
    std::shared_ptr<MeshDevice> device;
    program::ProgramDescriptor program;
    std::string text;                           // what it is, with its shape
    std::map<LogicalCore, uint32_t> tile_rows;  // of each core; of an op only
    bool is_op = false;                         // it is planned anew for other options
    bool has_math = false;                      // an op with two arithmetics
    std::string plan;                           // of an op: what to ask for to get it
    // The same op with every shape; of an example the same program with other arguments.
    std::function<doctor::Family()> family;
    // Compares what this program, run in place of the subject's own, left on the device with the subject's own
    // reference. Nothing: it is right. It holds the program's buffers. Of an op with suspects.
    std::function<std::optional<workshop::WrongCase>(const program::ProgramDescriptor& ran)> judge;
};

// Buffers allocated and, `with_data`, written; nothing is run.
Subject make_subject(const SubjectOptions& options, bool with_data);

}  // namespace tilewright::cli
