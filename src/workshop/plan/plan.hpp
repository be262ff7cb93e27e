// The plan of a row program: passes over the tiles of a row, what is evaluated in each with how many DST slots, and a
// CB for every value that outlives a step. The plan holds for every shape and dtype; that of one call is an OpPlan.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "workshop/plan/cb_plan.hpp"
#include "workshop/plan/functions.hpp"
#include "workshop/plan/row_program.hpp"

namespace tilewright::workshop::rows {

// What happens in DST for one tile. Slot 0 is the tile's own, further ones are for as long as it is worked on.
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
    int value = -1;                    // node: what is loaded, or the scalar
    int a = 0, b = 0, c = 0, out = 0;  // Load: from slot c on nothing is in use
    bool row = false;                  // Broadcast: b is a row, not a column
    int guard = kAlways;
    std::vector<Word> words = {};  // Unary, Binary: what a function's call takes behind its slots
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
    int slots_in_dst = 0;  // with stored blocks made in DST, as plans with resident tiles do
};

// Inputs of rows that a pass reads, and products that it makes tile by tile in their place.
struct PassInput {
    int node = -1;
    bool only_streaming = false;  // resident: it is there already
    bool last_resident = false;   // resident: nobody needs it after this pass
    bool after_anchor = false;    // earlier passes over it may have been over its first tiles only
};

struct Pass {
    std::vector<Step> columns;  // before the pass, one tile each
    std::vector<PassInput> inputs;
    std::vector<int> rows;  // row inputs; resident plans have them all the time
    std::vector<Step> steps;
    std::vector<int> free_after_columns, free_after;  // columns nobody needs any more
    std::vector<int> free_stored;                     // stored blocks, in resident plans
    int guard = kAlways;                              // of all its steps
    bool anchor_only = false;  // where means have two parts, it is over the first tiles of a row only
    bool over_tiles() const { return !steps.empty(); }
};

enum class FormatOf { Input, Output, Statistic };  // Statistic: Float32 with a 32-bit DST, else Float16_b
inline constexpr int kPartial = -3;                // a condition: the last tile of a row has columns beyond the tensor

// A CB of every call; a PlannedCb is one of a certain call.
struct PlanCb {
    uint32_t index = 0;
    std::string name;  // of the value, as kernels call it
    std::string holds;
    FormatOf format = FormatOf::Statistic;
    int input = -1;  // index of the input whose format it has
    PagesOf size = PagesOf::One;
    std::vector<int> conditions = {};  // all must hold
    std::string producer, consumer;
    bool persistent = false;               // pushed once, never popped
    int first = 0, last = 0;               // positions: 2p before pass p, 2p + 1 in it
    int last_resident = -1;                // where resident plans need it less long; -1: as long
    std::vector<std::string> shares = {};  // further values that take their turn in it
    int inner = -1;                        // of sizes: what its inner tiles are
};

// What a call gives back.
struct PlanResult {
    int node = -1;
    bool column = false;
    uint32_t cb = 0;  // what the writer takes: tiles, or sticks
};

struct Plan {
    Spec spec;
    RowProgram program;
    std::vector<Pass> passes;  // the last may have columns only
    std::vector<PlanCb> cbs;
    std::map<int, uint32_t> cb_of;  // node to index; an input's is that of its tiles
    std::map<int, uint32_t> sticks_of;
    std::vector<int> scalars;        // nodes handed to compute as runtime arguments, in their order
    std::vector<int> constants;      // parameters that the reader sends as tiles, since the spec gives them a CB
    std::vector<int> rows, columns;  // inputs of these shapes
    bool column_result = false;
    bool result_is_reduced = false;  // a column that a reduction leaves as it is
    bool reduces = false;
    bool has_scaler = false;      // 1/W as a tile, for means; its second page is the mask of the last tile
    bool stores_blocks = false;   // some block has a CB between phases
    bool tiles_may_stay = false;  // everything between two reductions can be made in DST
    uint32_t cb_result = 0, cb_result_sticks = 0, cb_mask = 0, cb_column_mask = 0;
    uint32_t cb_left = 0, cb_sums = 0;  // where the result is multiplied once more: a block of it, sums over blocks
    std::vector<ShapePlan> by_clock;    // plans of the spec, for calls of certain shapes
    std::vector<PlanResult> results;    // in the order of the spec; the first is what the members above speak of

    const PlanCb& cb(uint32_t index) const;
    bool gathered() const { return program.gathered; }
    // Gathered: what tiles hold beyond the matrices must not reach a reduction.
    bool has_edges() const {
        return gathered() && ((reduces && (program.reduced & (kH | kW)) != 0) || program.last >= 0);
    }
    // Along which the result differs.
    Dims output_dims(size_t result = 0) const {
        return results[result].column ? static_cast<Dims>(kAllDims & ~program.reduced) : kAllDims;
    }
    const PlanResult& result_of(int node) const;
    std::string value_name(int node) const;
    uint32_t streaming_passes(bool refined) const;
    bool makes_again() const;  // where the tiles of a row stay, some value that is stored otherwise is made twice
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
    PlanAsk ask = {};
    std::vector<tt::DataFormat> formats = {};  // by input; empty: as float32 says
    std::vector<uint32_t> sizes = {};          // of sides of products; empty: what suits the shape
};

// The plan of a call, by choose_plan. Throws TW4121 where there is none.
OpPlan plan_call(const Plan& plan, const Request& request);
// Of a dtype of an input that has integers.
tt::DataFormat integer_format(const std::string& dtype);
bool is_refined(const Plan& plan, bool output_float32, bool fp32_dst);

// Phases, CB table, L1 over time, reasons, notes.
std::string describe(const Plan& plan, const OpPlan& call);
nlohmann::json to_json(const Plan& plan, const OpPlan& call);
std::string notes_text(const Plan& plan);
// The plans that the card's clock has found for shapes of the spec, and the next ones; empty without any.
std::string by_clock_text(const Plan& plan);
// How what a pass takes comes to compute: "tilize x", "tiles of x", "x_w = x @ w on the matrix unit".
std::string arrival_text(const Plan& plan, int node);
// What the op is called with and what it gives, a line each; with the shapes of a call whose rows have this one.
std::string signature_text(const Plan& plan, const std::vector<uint32_t>& shape = {},
                           const std::vector<uint32_t>& sizes = {});

}  // namespace tilewright::workshop::rows
