// Operations on two DST slots as chain elements.
#pragma once

#include "api/compute/add_int_sfpu.h"
#include "api/compute/binary_max_min.h"
#include "api/compute/eltwise_binary_sfpu.h"
#include "api/compute/mul_int_sfpu.h"
#include "api/compute/sub_int_sfpu.h"
#include "ttnn/cpp/ttnn/kernel_lib/eltwise_dest_ops.hpp"

namespace compute_kernel_lib {

TW_DEST_ELEMENT_BINARY(AddBinary, add_binary_tile_init(), add_binary_tile(a, b, o))
TW_DEST_ELEMENT_BINARY(SubBinary, sub_binary_tile_init(), sub_binary_tile(a, b, o))
TW_DEST_ELEMENT_BINARY(RsubBinary, rsub_binary_tile_init(), rsub_binary_tile(a, b, o))
TW_DEST_ELEMENT_BINARY(MulBinary, mul_binary_tile_init(), mul_binary_tile(a, b, o))
TW_DEST_ELEMENT_BINARY(DivBinary, div_binary_tile_init(), div_binary_tile(a, b, o))
TW_DEST_ELEMENT_BINARY(PowerBinary, power_binary_tile_init(), power_binary_tile(a, b, o))
TW_DEST_ELEMENT_BINARY(BinaryMax, binary_max_tile_init(), binary_max_tile(a, b, o))
TW_DEST_ELEMENT_BINARY(BinaryMin, binary_min_tile_init(), binary_min_tile(a, b, o))
TW_DEST_ELEMENT_BINARY_FORMAT(AddIntBinary, add_int_tile_init(), add_int_tile<DF>(a, b, o))
TW_DEST_ELEMENT_BINARY_FORMAT(SubIntBinary, sub_int_tile_init(), sub_int_tile<DF>(a, b, o))
TW_DEST_ELEMENT_BINARY_FORMAT(MulIntBinary, mul_int_tile_init<DF>(), mul_int_tile<DF>(a, b, o))

}  // namespace compute_kernel_lib
