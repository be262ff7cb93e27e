// The plan of one call as data: what every circular buffer holds, who fills it, who empties it, how large it is, and
// how a row goes through them. One function chooses it, for ops written by hand and for generated ones; the program is
// built from it, tests compare programs with it, commands and documents print it.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "program/descriptor.hpp"
#include "tt-metalium/shape.hpp"
#include "tt-metalium/tt_backend_api_types.hpp"
#include "workshop/plan/plan_ask.hpp"
#include "workshop/plan/row_math.hpp"
#include "workshop/spec/dims.hpp"
#include "workshop/spec/plan_choice.hpp"

namespace tilewright::workshop {

// How many pages a CB has, by the tiles of a block; a block is the whole row in resident plans.
enum class PagesOf {
    One,
    Two,
    Scalers,     // one, or a second for the last tile of a row where it has columns beyond the tensor
    Part,        // at most 8 tiles, dividing the block
    Block,       // values between two phases; made in DST, so that there is no CB, where the tiles of a row stay
    TwoBlocks,   // the same for two values that follow each other
    Blocks,      // sticks: two blocks, or one
    Tiles,       // tiles of the input: a block, or the row where its tiles stay
    TileBlocks,  // tiles that come as such: two blocks, or one; the row where its tiles stay
    Inner,       // the inner tiles of a product
    InnerParts,  // two parts of them
    Kept,        // a block, whatever the plan
    Parts,       // two parts of a block
    Sums,        // the inner tiles, where a row has several blocks; else there is no CB
    Line,        // a row for all, kept whole where it fits beside a resident row; else as many blocks as sticks have
};

// The consumer of CBs that the matrix unit reads, which takes them through its source registers.
inline constexpr const char* kMatrixUnit = "compute: matmul";

struct PlannedCb {
    uint32_t index = 0;
    std::string holds;
    tt::DataFormat format = tt::DataFormat::Float16_b;
    PagesOf size = PagesOf::One;
    std::string producer;
    std::string consumer;
    bool persistent = false;   // pushed once, never popped
    std::string name = {};     // of the value, as generated kernels call it
    uint32_t inner_tiles = 0;  // Inner, InnerParts: how many
    int first = 0, last = -1;  // positions in the row program between which it holds data; last < first: always
    uint32_t pages = 0;        // of the plan that was chosen

    uint32_t page_bytes() const { return tt::tile_size(format); }
    uint32_t bytes() const { return pages * page_bytes(); }
};

// Rows of the tensor (leading dimensions folded) and how compute goes over them: 32 sticks make a tile-row, which is
// one block of tiles, or several; each block is sent once per pass, but for first_pass_blocks.
struct RowGeometry {
    uint32_t width = 0;
    uint32_t sticks = 0;
    uint32_t block_tiles = 0;
    uint32_t blocks = 0;
    uint32_t passes = 1;
    uint32_t first_pass_blocks = 0;  // the first of several passes may need only the beginning of a row
    uint32_t anchor_tiles = 0;       // where a mean has two parts, the most tiles that the first is of; 0: it has one
    uint32_t elements = 0;           // of a row, where rows are gathered tile by tile; 0: its width

    uint32_t width_tiles() const { return (width + 31) / 32; }
    uint32_t tail_columns() const { return width % 32; }  // columns of the last tile that exist; 0: all
    uint32_t tile_rows() const { return (sticks + 31) / 32; }
    uint32_t pages_in_blocks_of(uint32_t tiles) const { return (width_tiles() + tiles - 1) / tiles * tiles; }
};
RowGeometry fold_rows(const tt::tt_metal::Shape& shape);
// The same where some tensor is in tile layout: every matrix is padded to whole tile-rows, and sticks are counted so.
RowGeometry fold_matrices(const tt::tt_metal::Shape& shape);
// The same where rows are gathered tile by tile along any dimensions: `sticks` has 32 for every row and `width` 32 for
// every tile of it.
Extents extents_of(const tt::tt_metal::Shape& shape);
RowGeometry fold_gathered(const tt::tt_metal::Shape& shape, Dims reduced);

struct OpPlan {
    std::string op;
    RowMath math = RowMath::Sfpu;
    PlanKind kind = PlanKind::Resident;
    RowGeometry rows;
    uint32_t l1_bytes = 0;                    // what there was room for
    std::vector<PlannedCb> cbs;               // by index
    std::vector<std::string> reasons;         // why this plan and not the others, a line each
    std::vector<program::Phase> phases = {};  // values on the way, in order; where nobody declares any: none

    uint32_t bytes() const;
    bool has(uint32_t index) const;
    const PlannedCb& cb(uint32_t index) const;
    bool lines_stay() const;  // rows for all, where there are any, are kept whole
    std::string table() const;
    // What a program built from it depends on, for program hashes: unlike the free L1 it does not change with every
    // buffer.
    std::vector<uint32_t> choice() const;
    nlohmann::json to_json() const;
};

struct PlanRequest {
    std::string op;
    RowGeometry rows;            // width and sticks; anchor_tiles where a mean has two parts
    std::vector<PlannedCb> cbs;  // without pages; those of this call
    uint32_t l1_bytes = 0;       // free on each core
    uint32_t passes = 1;         // over the input, where it is streamed
    bool first_pass_is_anchor = false;
    bool tiles_may_stay = false;  // the kernels have the plan with resident tiles
    bool makes_again = false;     // and compute some value twice in it, where other plans keep it
    bool lines_by_row = false;    // the kernels find rows for all by a tile's number in its row: they may stay while
                                  // tiles stream
    RowMath math = RowMath::Sfpu;
    PlanChoice choice = PlanChoice::Automatic;
    PlanAsk ask = {};       // what of it is not to be chosen
    bool by_clock = false;  // the card's clock asks, and not the caller
};

// A plan for the card: the input is read from DRAM as few times as L1 allows; then kernels overlap; then blocks are of
// the size that the card's clock likes. Throws TW4121 when not even blocks of one tile fit, or what was asked for does
// not.
OpPlan choose_plan(const PlanRequest& request);
// The same where the card's clock has found plans for some shapes; one that does not fit now is not taken.
struct ShapePlan {
    std::vector<uint32_t> shape;
    std::string plan;
};
OpPlan choose_plan(PlanRequest request, const std::vector<uint32_t>& shape, const std::vector<ShapePlan>& by_clock);
// What to ask for to get a plan that was chosen.
PlanAsk ask_of(const OpPlan& plan);

// Phases as row ops have them: rows of numbers in blocks of tiles, one number per row, and what the op returns.
program::Phase tiles_phase(const OpPlan& plan, const std::string& name, const std::string& formula, uint32_t cb);
program::Phase column_phase(const std::string& name, const std::string& formula, uint32_t cb);
program::Phase result_phase(const std::string& formula, uint32_t cb, bool column);

// The first part of a mean in two parts, its anchor, is the mean of so many tiles of a row, or of all.
constexpr uint32_t kAnchorTiles = 16;

// Rows of fewer tiles are not worth blocks.
constexpr uint32_t kLeastTilesInBlocks = 8;
// What blocks cost, in tiles of work, as the card's clock has it.
struct BlockCosts {
    double block = 0.6;    // each, beside its tiles
    double again = 1.5;    // where every pass sends it again
    double passed = 2.5;   // where it is sent once and nothing stays: there is little work to hide its reads behind
    double alone = 0.4;    // for each tile of the first and the last, which overlap with nothing
    double uneven = 0.06;  // of each tile, where DST takes two or three tiles at a time and not four
    double odd = 0.2;      // or one
};

// What PagesOf::Part is of a block.
uint32_t part_of(uint32_t block_tiles);

// Intermediate values on the matrix unit: Float32 where input or output is, else bfloat16.
tt::DataFormat between_format(tt::DataFormat input, tt::DataFormat output);

}  // namespace tilewright::workshop
