// The plan of a row program: passes over the tiles of a row, what is evaluated in each with how many DST slots, and a
// CB for every value that outlives a step. The plan holds for every shape and dtype; an Instance is the plan of one
// call, with numbers.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "tt-metalium/tt_backend_api_types.hpp"
#include "workshop/plan/row_program.hpp"

namespace tilewright::workshop::rows {

// What happens in DST for one tile. Slots are relative to the step's first one.
struct Instruction {
    enum class Kind {
        Load,       // out = tile of the CB of `value`
        Unary,      // out = op(out)
        Binary,     // out = op(a, b)
        Scalar,     // out = op(out, scalar)
        Power,      // out = out to the power of scalar
        Broadcast,  // out = op(out, column or row b)
        Fill,       // out = scalar everywhere
        Copy,       // out = a
        Where,      // out = a ? b : c
    };
    Kind kind = Kind::Load;
    Op op = Op::Input;
    int value = -1;  // node: what is loaded, or the scalar
    int a = 0, b = 0, c = 0, out = 0;
    bool row = false;  // Broadcast: b is a row, not a column
    int guard = kAlways;
};

// The evaluation of one node for one tile.
struct Code {
    std::vector<Instruction> instructions;  // the result is in slot 0
    int slots = 0;
};

enum class StepKind { First, Store, Reduce, Column, Result };
struct Step {
    StepKind kind = StepKind::Store;
    int node = -1;  // what is computed
    int guard = kAlways;
    bool only_streaming = false;  // a stored value that the resident plan still has
    Code code;
};

// Inputs of rows that a pass reads.
struct PassInput {
    int node = -1;
    bool only_streaming = false;  // resident: it is there already
    bool last_resident = false;   // resident: nobody needs it after this pass
};

struct Pass {
    std::vector<Step> columns;  // before the pass, one tile each
    std::vector<PassInput> inputs;
    std::vector<int> rows;  // row inputs; resident plans have them all the time
    std::vector<Step> steps;
    std::vector<int> free_after_columns, free_after;  // columns nobody needs any more
    std::vector<int> free_stored;                     // stored blocks, in resident plans
    int guard = kAlways;                              // of all its steps
    bool over_tiles() const { return !steps.empty(); }
};

enum class FormatOf { Input, Output, Statistic };       // Statistic: Float32 with a 32-bit DST, else Float16_b
enum class PagesOf { One, Two, Block, Blocks, Chunk };  // Blocks: as many blocks as are buffered
inline constexpr int kPartial = -3;  // a condition: the last tile of a row has columns beyond the tensor

struct PlanCb {
    uint32_t index = 0;
    std::string name;  // of the value, as kernels call it
    std::string holds;
    FormatOf format = FormatOf::Statistic;
    int input = -1;  // index of the input whose format it has
    PagesOf pages = PagesOf::One;
    std::vector<int> conditions = {};  // all must hold
    std::string producer, consumer;
    bool kept = false;  // pushed once, never popped
    bool kept_if_resident = false;
    int first = 0, last = 0;               // positions: 2p before pass p, 2p + 1 in it
    int last_resident = -1;                // where resident plans need it less long; -1: as long
    std::vector<std::string> shares = {};  // further values that take their turn in it
};

struct Plan {
    Spec spec;
    RowProgram program;
    std::vector<Pass> passes;  // the last may have columns only
    std::vector<PlanCb> cbs;
    std::map<int, uint32_t> cb_of;  // node to index; an input's is that of its tiles
    std::map<int, uint32_t> sticks_of;
    std::vector<int> scalars;        // nodes handed over as runtime arguments, in their order
    std::vector<int> rows, columns;  // inputs of these shapes
    bool column_result = false;
    bool reduces = false;
    uint32_t cb_result = 0, cb_result_sticks = 0, cb_mask = 0, cb_column_mask = 0;

    const PlanCb& cb(uint32_t index) const;
    std::string value_name(int node) const;
    uint32_t streaming_passes(bool refined) const;
};

// The DST slots a step may use: four with a 32-bit DST in half sync, one of them for the running reduction.
inline constexpr int kDstSlots = 4;

// Throws TW4121 where the program cannot be planned.
Plan make_plan(const Spec& spec);

// One call.
struct Request {
    std::vector<uint32_t> shape;  // of the rows
    std::vector<bool> present;    // by input; empty: all
    std::vector<bool> float32;    // by input; empty: all bfloat16
    bool output_float32 = false;
    bool fp32_dst = true;
    uint32_t l1_bytes = 0;
};

struct InstanceCb {
    uint32_t index = 0;
    std::string name, holds;
    tt::DataFormat format = tt::DataFormat::Float16_b;
    uint32_t pages = 0;
    std::string producer, consumer;
    bool kept = false;
    int first = 0, last = 0;

    uint32_t page_bytes() const { return tt::tile_size(format); }
    uint32_t bytes() const { return pages * page_bytes(); }
};

enum class InstanceKind { Resident, ResidentSingle, Streaming };
const char* kind_name(InstanceKind kind);

struct Instance {
    InstanceKind kind = InstanceKind::Resident;
    uint32_t width = 0, sticks = 0, block_tiles = 0, blocks = 0, chunk_tiles = 0;
    bool refined = false;
    uint32_t l1_bytes = 0;
    std::vector<InstanceCb> cbs;
    std::vector<std::string> reasons;  // why this plan and not the others, a line each

    uint32_t width_tiles() const { return (width + 31) / 32; }
    uint32_t tail_columns() const { return width % 32; }
    uint32_t tile_rows() const { return (sticks + 31) / 32; }
    uint32_t bytes() const;
};

// Throws TW4121 when not even blocks of one tile fit, or the plan a spec asks for does not.
Instance instantiate(const Plan& plan, const Request& request);

// Row inputs pass through their stick CBs in pieces of so many tiles: at most 8, dividing the block.
uint32_t chunk_of(uint32_t block_tiles);

// Phases, CB table, L1 over time, reasons, notes.
std::string describe(const Plan& plan, const Instance& instance);
nlohmann::json to_json(const Plan& plan, const Instance& instance);
std::string notes_text(const Plan& plan);

}  // namespace tilewright::workshop::rows
