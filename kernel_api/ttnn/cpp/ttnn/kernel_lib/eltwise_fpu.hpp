// The matrix unit's two-operand tile operation, chosen by operation and broadcast at compile time.
#pragma once

#include "api/compute/bcast.h"
#include "api/compute/cb_api.h"
#include "api/compute/eltwise_binary.h"
#include "api/compute/pack.h"
#include "api/compute/reconfig_data_format.h"
#include "api/compute/reg_api.h"
#include "api/compute/tile_move_copy.h"
#include "ttnn/cpp/ttnn/kernel_lib/common_types.hpp"
#include "ttnn/cpp/ttnn/kernel_lib/dest_helpers.hpp"

namespace compute_kernel_lib {

// How the second operand spreads: ROW its first row down, COL its first column across, SCALAR its first element.
// Both spellings that kernels use.
enum class BroadcastDim : uint8_t {
    NONE = 0,
    COL = 1,
    ROW = 2,
    SCALAR = 3,
    None = NONE,
    Col = COL,
    Row = ROW,
    Scalar = SCALAR,
};

// What a binary helper reconfigures before it starts, in the spellings of all trees.
enum class BinaryDataFormatReconfig : uint8_t {
    NONE = 0,
    INPUT = 1,
    OUTPUT = 2,
    INPUT_AND_OUTPUT = 3,
    BOTH = INPUT_AND_OUTPUT,
    SrcA = 4,
    SrcB = 5,
    None = NONE,
    Input = INPUT,
    Output = OUTPUT,
    InputAndOutput = INPUT_AND_OUTPUT,
};

namespace detail {

constexpr bool reconfigures_input(BinaryDataFormatReconfig mode) {
    return mode == BinaryDataFormatReconfig::INPUT || mode == BinaryDataFormatReconfig::INPUT_AND_OUTPUT;
}
constexpr bool reconfigures_output(BinaryDataFormatReconfig mode) {
    return mode == BinaryDataFormatReconfig::OUTPUT || mode == BinaryDataFormatReconfig::INPUT_AND_OUTPUT;
}

constexpr BroadcastType broadcast_type(BroadcastDim dim) {
    switch (dim) {
        case BroadcastDim::COL: return BroadcastType::COL;
        case BroadcastDim::ROW: return BroadcastType::ROW;
        case BroadcastDim::SCALAR: return BroadcastType::SCALAR;
        default: return BroadcastType::NONE;
    }
}

// `accumulate`: DST += a op b. A product accumulates anyway, so the flag means something for sums and differences only.
template <EltwiseBinaryType op, BroadcastDim dim, bool accumulate = false>
ALWI void fpu_init(uint32_t cb_a, uint32_t cb_b) {
    if constexpr (dim == BroadcastDim::NONE) {
        binary_tiles_init<true, op>(cb_a, cb_b, accumulate);
    } else {
        static_assert(!accumulate || op == EltwiseBinaryType::ELWMUL,
                      "kernel_lib: a broadcast add or sub cannot accumulate into DST; use BroadcastDim::NONE or a mul");
        bcast_init<op, broadcast_type(dim)>(cb_a, cb_b);
    }
}

template <EltwiseBinaryType op, BroadcastDim dim>
ALWI void fpu_tile(uint32_t cb_a, uint32_t cb_b, uint32_t tile_a, uint32_t tile_b, uint32_t dst) {
    if constexpr (dim != BroadcastDim::NONE) {
        any_tiles_bcast<op, broadcast_type(dim)>(cb_a, cb_b, tile_a, tile_b, dst);
    } else if constexpr (op == EltwiseBinaryType::ELWADD) {
        add_tiles(cb_a, cb_b, tile_a, tile_b, dst);
    } else if constexpr (op == EltwiseBinaryType::ELWSUB) {
        sub_tiles(cb_a, cb_b, tile_a, tile_b, dst);
    } else {
        mul_tiles(cb_a, cb_b, tile_a, tile_b, dst);
    }
}

}  // namespace detail
}  // namespace compute_kernel_lib
