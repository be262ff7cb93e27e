// SFPU functions that compute_kernel_api.h declares.
#pragma once

#include "tw/compute/sfpu_call.h"
#include "tw/sfpi/macros.h"

#define TW_SFPU_HEADER_compute_kernel_api ~, TW_SFPU_DECLARE
#include "tw/compute/sfpu_declare.h"
#undef TW_SFPU_HEADER_compute_kernel_api

namespace ckernel {

template <bool fast_and_approx = false>
ALWI void sigmoid_tile_init() {
    MATH((tw_sfpu_init(TW_SFPU_SIGMOID, 0, 0)));
}
template <bool fast_and_approx = false>
ALWI void sigmoid_tile_init_pack() {
    PACK((tw_sfpu_init(TW_SFPU_SIGMOID, 0, 0)));
}
template <auto vec_mode = VectorMode::RC, bool fast_and_approx = false>
ALWI void sigmoid_tile(uint32_t idst) {
    MATH((tw_sfpu_unary(TW_SFPU_SIGMOID, idst, tw_detail::vector_mode(vec_mode),
                        tw_detail::approx_flag<fast_and_approx>(), 0, 0)));
}
template <auto vec_mode = VectorMode::RC, bool fast_and_approx = false>
ALWI void sigmoid_tile_pack(uint32_t idst) {
    PACK((tw_sfpu_unary(TW_SFPU_SIGMOID, idst, tw_detail::vector_mode(vec_mode),
                        tw_detail::approx_flag<fast_and_approx>(), 0, 0)));
}
template <bool fast_and_approx = false>
ALWI void log_tile_init() {
    MATH((tw_sfpu_init(TW_SFPU_LOG, 0, 0)));
}
template <bool fast_and_approx = false>
ALWI void log_tile(uint32_t idst) {
    MATH((tw_sfpu_unary(TW_SFPU_LOG, idst, TW_VECTOR_RC, fast_and_approx ? TW_SFPU_FAST : 0, 0, 0)));
}
template <bool fast_and_approx = false>
ALWI void log_with_base_tile_init() {
    MATH((tw_sfpu_init(TW_SFPU_LOG_BASE, 0, 0)));
}
template <bool fast_and_approx = false, bool base_is_two = false>
ALWI void log_with_base_tile(uint32_t idst, uint32_t base_scale) {
    MATH((tw_sfpu_unary(TW_SFPU_LOG_BASE, idst, TW_VECTOR_RC,
                        (fast_and_approx ? TW_SFPU_FAST : 0) | (base_is_two ? TW_SFPU_BASE_TWO : 0), base_scale, 0)));
}
ALWI void signbit_tile_int32_init() { MATH((tw_sfpu_init(TW_SFPU_SIGNBIT_INT, 0, 0))); }
ALWI void power_tile_init() { MATH((tw_sfpu_init(TW_SFPU_POWER, 0, 0))); }
// The exponent is float32 bits. Sources from January 2026 pass a small integer instead, which as float32 bits would
// be a subnormal number: nobody means that, so it is taken as the integer.
ALWI void power_tile(uint32_t idst, uint32_t param0) {
    MATH((tw_sfpu_unary(param0 < 0x00800000u ? TW_SFPU_POWER_ITERATIVE : TW_SFPU_POWER, idst, TW_VECTOR_RC, param0, 0,
                        0)));
}
ALWI void unary_max_int32_tile_init() { MATH((tw_sfpu_init(TW_SFPU_MAX_SCALAR_INT, 0, 0))); }
ALWI void unary_max_int32_tile(uint32_t idst, uint32_t param0) {
    MATH((tw_sfpu_unary(TW_SFPU_MAX_SCALAR_INT, idst, TW_VECTOR_RC, param0, tw_detail::format(DataFormat::Int32), 0)));
}
ALWI void unary_max_uint32_tile_init() { MATH((tw_sfpu_init(TW_SFPU_MAX_SCALAR_INT, 0, 0))); }
ALWI void unary_max_uint32_tile(uint32_t idst, uint32_t param0) {
    MATH((tw_sfpu_unary(TW_SFPU_MAX_SCALAR_INT, idst, TW_VECTOR_RC, param0, tw_detail::format(DataFormat::UInt32), 0)));
}
ALWI void unary_min_int32_tile_init() { MATH((tw_sfpu_init(TW_SFPU_MIN_SCALAR_INT, 0, 0))); }
ALWI void unary_min_int32_tile(uint32_t idst, uint32_t param0) {
    MATH((tw_sfpu_unary(TW_SFPU_MIN_SCALAR_INT, idst, TW_VECTOR_RC, param0, tw_detail::format(DataFormat::Int32), 0)));
}
ALWI void unary_min_uint32_tile_init() { MATH((tw_sfpu_init(TW_SFPU_MIN_SCALAR_INT, 0, 0))); }
ALWI void unary_min_uint32_tile(uint32_t idst, uint32_t param0) {
    MATH((tw_sfpu_unary(TW_SFPU_MIN_SCALAR_INT, idst, TW_VECTOR_RC, param0, tw_detail::format(DataFormat::UInt32), 0)));
}
// January 2026: slot d0 becomes the maximum of slots d0 and d0 + 1; the second argument is not used.
ALWI void max_tile_init() { MATH((tw_sfpu_init(TW_SFPU_MAX, 0, 0))); }
ALWI void max_tile(uint32_t idst0, uint32_t, tw_detail::VectorModeArg vector_mode = VectorMode::RC) {
    MATH((tw_sfpu_binary(TW_SFPU_MAX, idst0, idst0 + 1, idst0, vector_mode.value, 0, 0)));
}
template <PoolType pool_type, DataFormat format>
ALWI void sfpu_reduce_init() {
    MATH((tw_sfpu_init(tw_detail::is_integer(format) ? TW_SFPU_REDUCE_INT : TW_SFPU_REDUCE, 0, 0)));
}
// Row 0 (REDUCE_COL) or column 0 (REDUCE_ROW) of the tile receives the result.
template <PoolType pool_type, DataFormat format, ReduceDim reduce_dim = ReduceDim::REDUCE_COL>
ALWI void sfpu_reduce(uint32_t idst, [[maybe_unused]] uint32_t ct_dim = 1, [[maybe_unused]] uint32_t rt_dim = 1) {
    static_assert(reduce_dim != ReduceDim::REDUCE_SCALAR,
                  "sfpu_reduce: REDUCE_SCALAR does not exist; reduce columns, then rows");
    static_assert(reduce_dim != ReduceDim::REDUCE_ROW || pool_type != PoolType::AVG,
                  "sfpu_reduce: rows have no AVG; take SUM and multiply with 1/32");
    static_assert(format == DataFormat::Float32 || format == DataFormat::Float16_b || format == DataFormat::Int32 ||
                      format == DataFormat::UInt32 || format == DataFormat::UInt16,
                  "sfpu_reduce: the format is Float32, Float16_b, Int32, UInt32 or UInt16");
    // Float16_b stands for the floats that DST holds, UInt16 for what a DST of either width has of it.
    MATH((tw_detail::says_format("sfpu_reduce", format,
                                 format == DataFormat::Float16_b || format == DataFormat::UInt16
                                     ? TW_ON_16_BIT_DST | TW_ON_32_BIT_DST
                                     : TW_ON_32_BIT_DST)));
    MATH(
        (ct_dim == 1 && rt_dim == 1
             ? void()
             : tw_assert_failed("sfpu_reduce: ct_dim == 1 && rt_dim == 1 (several tiles at once are not supported yet)",
                                __FILE__, __LINE__)));
    MATH((tw_sfpu_unary(tw_detail::is_integer(format) ? TW_SFPU_REDUCE_INT : TW_SFPU_REDUCE, idst, TW_VECTOR_RC,
                        static_cast<uint32_t>(pool_type), static_cast<uint32_t>(reduce_dim),
                        tw_detail::format(format))));
}
ALWI void sfpu_add_top_row_init() { MATH((tw_sfpu_init(TW_SFPU_ADD_TOP_ROW, 0, 0))); }
template <DataFormat format>
ALWI void sfpu_add_top_row(uint32_t dst_tile_0, uint32_t dst_tile_1, uint32_t dst_tile_out) {
    MATH((tw_sfpu_binary(tw_detail::is_integer(format) ? TW_SFPU_ADD_TOP_ROW_INT : TW_SFPU_ADD_TOP_ROW, dst_tile_0,
                         dst_tile_1, dst_tile_out, TW_VECTOR_RC, tw_detail::format(format), 0)));
}

TW_SFPU_UNSUPPORTED(topk_tile_init)
TW_SFPU_UNSUPPORTED(topk_local_sort)
TW_SFPU_UNSUPPORTED(topk_merge)
TW_SFPU_UNSUPPORTED(topk_rebuild)
TW_SFPU_UNSUPPORTED(topk_uint16_prepare_value_tile_for_pack)
TW_SFPU_UNSUPPORTED(max_reduce_with_indices)
TW_SFPU_UNSUPPORTED(max_reduce_with_indices_init)

}  // namespace ckernel
