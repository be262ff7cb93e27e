// A CB plan as data: what every circular buffer of an op holds, who fills it, who empties it, how large it is. The
// program factory creates CBs from it, tests compare programs with it, commands and documents print it.
#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "tt-metalium/host_api.hpp"
#include "ttnn/types.hpp"
#include "workshop/op/row_math.hpp"

namespace tilewright::workshop {

using tt::tt_metal::CoreCoord;
using tt::tt_metal::CoreRangeSet;

struct PlannedCb {
    uint32_t index = 0;
    std::string holds;
    tt::DataFormat format = tt::DataFormat::Float16_b;
    uint32_t pages = 0;
    std::string producer;
    std::string consumer;
    bool persistent = false;   // pushed once, never popped
    uint32_t stick_bytes = 0;  // a page is a stick of so many bytes; 0: a page is a tile

    uint32_t page_bytes() const { return stick_bytes != 0 ? stick_bytes : tt::tile_size(format); }
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

    uint32_t width_tiles() const { return (width + 31) / 32; }
    uint32_t tail_columns() const { return width % 32; }  // columns of the last tile that exist; 0: all
    uint32_t tile_rows() const { return (sticks + 31) / 32; }
    uint32_t pages_in_blocks_of(uint32_t tiles) const { return (width_tiles() + tiles - 1) / tiles * tiles; }
};
RowGeometry fold_rows(const tt::tt_metal::Shape& shape);

// Resident: a tile-row in L1, as sticks and as tiles. TilesResident: its tiles stay, its sticks pass in blocks, once.
// Streaming: blocks only, sent again for every pass.
enum class PlanKind { Resident, ResidentSingle, TilesResident, Streaming };
// "resident", "resident, single-buffered", "tiles resident, sticks streamed", "streaming"
const char* plan_name(PlanKind kind);

struct OpPlan {
    std::string op;
    RowMath math = RowMath::Sfpu;
    PlanKind kind = PlanKind::Resident;
    RowGeometry rows;
    uint32_t l1_bytes = 0;  // what there was room for
    std::vector<PlannedCb> cbs;

    uint32_t bytes() const;
    bool has(uint32_t index) const;
    const PlannedCb& cb(uint32_t index) const;
    std::string table() const;
    // What a program built from it depends on, for program hashes: unlike the free L1 it does not change with every
    // buffer.
    std::vector<uint32_t> choice() const;
    nlohmann::json to_json() const;
};

// The CBs for blocks of so many tiles; `depth` blocks in the CBs between kernels.
using CbsFor = std::function<std::vector<PlannedCb>(uint32_t block_tiles, uint32_t depth, bool resident)>;

// A tile-row in L1 as long as it fits double-buffered. Otherwise its tiles, where the op has a plan for that
// (`tiles_resident`: CBs whose sticks pass in blocks; `resident` says whether parameters stay, too). Otherwise
// single-buffered, or the fewest blocks that fit. Throws when not even blocks of one tile do. The first of several
// passes is over `first_pass_tiles` tiles, or as many as there are.
OpPlan choose_plan(const char* op, RowGeometry rows, uint32_t l1_bytes, uint32_t streaming_passes, const CbsFor& cbs,
                   RowMath math = RowMath::Sfpu, const CbsFor& tiles_resident = nullptr,
                   uint32_t first_pass_tiles = UINT32_MAX);

// Where a mean has two parts, the first of them, its anchor, is the mean of so many tiles of a row, or of all.
constexpr uint32_t kAnchorTiles = 16;

// L1 that CBs can have on each core of the device now.
uint32_t l1_for_cbs(const ttnn::MeshDevice& device);

void create_cbs(tt::tt_metal::Program& program, const CoreRangeSet& cores, const OpPlan& plan);
// On the SFPU Float32 CBs go to a 32-bit DST unchanged; a 16-bit DST and the matrix unit take them through the source
// registers.
std::vector<tt::tt_metal::UnpackToDestMode> unpack_modes(const OpPlan& plan, bool fp32_dst);

// The rows of one core.
struct CoreShare {
    CoreCoord core;
    uint32_t first_stick = 0;
    uint32_t sticks = 0;
    uint32_t tile_rows = 0;
};
struct WorkSplit {
    CoreRangeSet cores;
    std::vector<CoreShare> shares;
};
WorkSplit split_rows(const CoreCoord& grid, const RowGeometry& rows);

// A constant in the precision of its CB's format, as float32 bits; 1/W the same way.
uint32_t constant_bits(float value, tt::DataFormat format);
uint32_t scaler_bits(uint32_t width, tt::DataFormat format);

// Intermediate values on the matrix unit: Float32 where input or output is, else bfloat16.
tt::DataFormat between_format(tt::DataFormat input, tt::DataFormat output);

}  // namespace tilewright::workshop
