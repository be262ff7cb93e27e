// Tiles that are described instead of held: where the values lie in L1 and what is still to be done to them.
//
// A copy into DST followed by element-wise operations is one pass over memory when it is carried out at its use. The
// passes here do exactly the float32 operations that the calls one by one would do, in the same order, so the bits are
// the same. With a 32-bit DST only: there no operation rounds on its way into DST.
#pragma once

#include <cstdint>

namespace tilewright::tile {

struct ViewStep {
    // A column or row of 32 values combined with the tile as `tile op line`, or the tile with itself.
    enum class Op : uint8_t { AddColumn, SubColumn, MulColumn, AddRow, SubRow, MulRow, Square };
    Op op = Op::Square;
    const float* line = nullptr;  // whoever made the step keeps it
};

struct TileView {
    static constexpr uint32_t kSteps = 5;
    static constexpr uint32_t kTogether = 4;  // views that are added up in one pass
    const uint8_t* data = nullptr;            // a tile in L1, in face order
    bool bf16 = false;                        // else float32
    bool through_source = false;  // bf16 that passes a source register: on the card without subnormals and NaN
    uint32_t steps = 0;
    ViewStep step[kSteps];

    uint32_t bytes() const { return bf16 ? 2048 : 4096; }
};

struct ViewMath {
    void (*read_line)(const TileView&, bool column, float line[32]);       // column 0 or row 0 of a view without steps
    void (*store)(const TileView&, uint32_t* dst);                         // dst = view
    void (*add_to)(const TileView* views, uint32_t count, uint32_t* dst);  // dst = (dst + views[0]) + views[1] ...
    // What the packer makes of the view in a 32-bit DST, as a tile in face order or as rows of 32 datums `stride_bytes`
    // apart: float32 unchanged; bf16 with ties away from zero, subnormals as +0, NaN quiet.
    void (*pack)(const TileView&, bool bf16, uint8_t* tile);
    void (*pack_rows)(const TileView&, bool bf16, uint8_t* rows, uint32_t stride_bytes);
    // 32 rows of 32 datums per tile into tiles in face order that lie `tile_stride` bytes apart, and rows
    // `stride_bytes` apart out of one, as unpacker and packer do it between CBs of one format: float32 unchanged; bf16
    // with subnormals and -0 as +0, NaN quiet (`card`: as infinity).
    void (*rows_to_tiles)(bool bf16, bool card, const uint8_t* const rows[32], uint32_t tiles, uint8_t* out,
                          uint32_t tile_stride);
    void (*tile_to_rows)(bool bf16, bool card, const uint8_t* tile, uint8_t* rows, uint32_t stride_bytes);
};

// `Numerics::Float`; `simd` false gives the scalar definition.
const ViewMath& view_math(bool simd = true);
const ViewMath& scalar_view_math();
// `Numerics::Card`: the steps are additions and multiplications of the vector unit (tw/sfpu_lane.h), the packer makes
// NaN infinity. (view_card.cpp)
const ViewMath& card_view_math(bool simd = true);

}  // namespace tilewright::tile
