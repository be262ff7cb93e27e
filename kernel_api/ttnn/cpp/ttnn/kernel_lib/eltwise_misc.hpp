// Sign, square, copies inside DST, type casts and masks as chain elements.
#pragma once

#include "api/compute/copy_dest_values.h"
#include "api/compute/eltwise_unary/identity.h"
#include "api/compute/eltwise_unary/negative.h"
#include "api/compute/eltwise_unary/typecast.h"
#include "api/compute/mask.h"
#include "ttnn/cpp/ttnn/kernel_lib/eltwise_dest_ops.hpp"

namespace compute_kernel_lib {

TW_DEST_ELEMENT(Identity, identity_tile_init(), identity_tile(d))
TW_DEST_ELEMENT(Negative, negative_tile_init(), negative_tile(d))
TW_DEST_ELEMENT(Abs, abs_tile_init(), abs_tile(d))
TW_DEST_ELEMENT(Sign, sign_tile_init(), sign_tile(d))
TW_DEST_ELEMENT(Square, square_tile_init(), square_tile(d))

// DST[Out] = DST[In], whichever way round the call of the kernel's era takes its slots.
template <Dst In, Dst Out>
struct CopyDest : BinaryOp<CopyDest<In, Out>, In, In, Out> {
    static ALWI void init() { copy_dest_values_init(); }
    ALWI void exec_impl(uint32_t slot_offset) const {
        copy_dest_values<DataFormat::Float32>(to_u32(In) + slot_offset, to_u32(Out) + slot_offset);
    }
};

template <uint32_t InDF, uint32_t OutDF, Dst Slot = Dst::D0>
struct Typecast : UnaryOp<Typecast<InDF, OutDF, Slot>, Slot> {
    static ALWI void init() { typecast_tile_init<InDF, OutDF>(); }
    ALWI void exec_impl(uint32_t slot_offset) const { typecast_tile<InDF, OutDF>(to_u32(Slot) + slot_offset); }
};

// The mask sits in the slot after the data.
template <DataFormat DF = DataFormat::Float16_b, Dst DataSlot = Dst::D0>
struct Mask : BinaryOp<Mask<DF, DataSlot>, DataSlot, Dst(to_u32(DataSlot) + 1), DataSlot> {
    static ALWI void init() { mask_tile_init(); }
    ALWI void exec_impl(uint32_t slot_offset) const {
        const uint32_t d = to_u32(DataSlot) + slot_offset;
        mask_tile(d, d + 1, DF);
    }
};
template <Dst DataSlot = Dst::D0>
struct MaskPosInf : BinaryOp<MaskPosInf<DataSlot>, DataSlot, Dst(to_u32(DataSlot) + 1), DataSlot> {
    static ALWI void init() { mask_tile_init(); }
    ALWI void exec_impl(uint32_t slot_offset) const {
        const uint32_t d = to_u32(DataSlot) + slot_offset;
        mask_posinf_tile(d, d + 1);
    }
};

}  // namespace compute_kernel_lib
