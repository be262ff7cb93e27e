// Declares the functions of one header: those rows of tw/sfpu/table.def whose column `header` is the name for which the
// includer has defined TW_SFPU_HEADER_<name> as `~, TW_SFPU_DECLARE`. Included once by each such header.
#include "tw/compute/dst_format.h"
#include "tw/compute/sfpu_call.h"

// TW_SFPU_PICK(TW_SFPU_HEADER_x)(...) is TW_SFPU_DECLARE(...) where the macro is defined, else TW_SFPU_SKIP(...).
#ifndef TW_SFPU_PICK
#define TW_SFPU_SECOND(first, second, ...) second
#define TW_SFPU_PICK(...) TW_SFPU_SECOND(__VA_ARGS__, TW_SFPU_SKIP, ~)
#define TW_SFPU_SKIP(...)
#define TW_SFPU_DECLARE(form, ...) form(__VA_ARGS__)

// The forms of a row. Arguments: operation, names of the init, the call, both on PACK, the call for Int32.
#define TW_SFPU_INIT(THREAD, op, init) \
    ALWI void init() { THREAD((tw_sfpu_init(op, 0, 0))); }
#define TW_SFPU_0(THREAD, op, call) \
    ALWI void call(uint32_t idst) { THREAD((tw_sfpu_unary(op, idst, TW_VECTOR_RC, 0, 0, 0))); }
#define TW_SFPU_1(THREAD, op, call) \
    ALWI void call(uint32_t idst, uint32_t param0) { THREAD((tw_sfpu_unary(op, idst, TW_VECTOR_RC, param0, 0, 0))); }
#define TW_SFPU_2(THREAD, op, call)                                         \
    ALWI void call(uint32_t idst, uint32_t param0, uint32_t param1) {       \
        THREAD((tw_sfpu_unary(op, idst, TW_VECTOR_RC, param0, param1, 0))); \
    }
#define TW_SFPU_3(THREAD, op, call)                                                    \
    ALWI void call(uint32_t idst, uint32_t param0, uint32_t param1, uint32_t param2) { \
        THREAD((tw_sfpu_unary(op, idst, TW_VECTOR_RC, param0, param1, param2)));       \
    }
#define TW_SFPU_FAST_PAIR(THREAD, on, op, init, call)                                                     \
    template <bool fast_and_approx = on>                                                                  \
    ALWI void init() {                                                                                    \
        THREAD((tw_sfpu_init(op, 0, 0)));                                                                 \
    }                                                                                                     \
    template <bool fast_and_approx = on>                                                                  \
    ALWI void call(uint32_t idst) {                                                                       \
        THREAD((tw_sfpu_unary(op, idst, TW_VECTOR_RC, tw_detail::approx_flag<fast_and_approx>(), 0, 0))); \
    }

#define TW_SFPU_UNARY_OWN(...)
#define TW_SFPU_UNARY_CALL(op, init, call, ...) TW_SFPU_0(MATH, op, call)
#define TW_SFPU_UNARY_CALL1(op, init, call, ...) TW_SFPU_1(MATH, op, call)
#define TW_SFPU_UNARY_CALL2(op, init, call, ...) TW_SFPU_2(MATH, op, call)
#define TW_SFPU_UNARY_TILE(op, init, call, ...) TW_SFPU_INIT(MATH, op, init) TW_SFPU_0(MATH, op, call)
#define TW_SFPU_UNARY_TILE1(op, init, call, ...) TW_SFPU_INIT(MATH, op, init) TW_SFPU_1(MATH, op, call)
#define TW_SFPU_UNARY_TILE2(op, init, call, ...) TW_SFPU_INIT(MATH, op, init) TW_SFPU_2(MATH, op, call)
#define TW_SFPU_UNARY_TILE3(op, init, call, ...) TW_SFPU_INIT(MATH, op, init) TW_SFPU_3(MATH, op, call)
#define TW_SFPU_UNARY_BOTH(op, init, call, init_pack, call_pack, ...) \
    TW_SFPU_UNARY_TILE(op, init, call) TW_SFPU_INIT(PACK, op, init_pack) TW_SFPU_0(PACK, op, call_pack)
#define TW_SFPU_UNARY_BOTH1(op, init, call, init_pack, call_pack, ...) \
    TW_SFPU_UNARY_TILE1(op, init, call) TW_SFPU_INIT(PACK, op, init_pack) TW_SFPU_1(PACK, op, call_pack)
#define TW_SFPU_UNARY_BOTH2(op, init, call, init_pack, call_pack, ...) \
    TW_SFPU_UNARY_TILE2(op, init, call) TW_SFPU_INIT(PACK, op, init_pack) TW_SFPU_2(PACK, op, call_pack)
#define TW_SFPU_UNARY_BOTH3(op, init, call, init_pack, call_pack, ...) \
    TW_SFPU_UNARY_TILE3(op, init, call) TW_SFPU_INIT(PACK, op, init_pack) TW_SFPU_3(PACK, op, call_pack)
#define TW_SFPU_UNARY_FAST_ON(op, init, call, ...) TW_SFPU_FAST_PAIR(MATH, true, op, init, call)
#define TW_SFPU_UNARY_FAST_OFF(op, init, call, ...) TW_SFPU_FAST_PAIR(MATH, false, op, init, call)
#define TW_SFPU_UNARY_FAST_BOTH_ON(op, init, call, init_pack, call_pack, ...) \
    TW_SFPU_FAST_PAIR(MATH, true, op, init, call) TW_SFPU_FAST_PAIR(PACK, true, op, init_pack, call_pack)
#define TW_SFPU_UNARY_FAST_BOTH_OFF(op, init, call, init_pack, call_pack, ...) \
    TW_SFPU_FAST_PAIR(MATH, false, op, init, call) TW_SFPU_FAST_PAIR(PACK, false, op, init_pack, call_pack)
#define TW_SFPU_UNARY_FORMAT1(op, init, call, ...)                                                \
    TW_SFPU_INIT(MATH, op, init)                                                                  \
    template <DataFormat data_format = DataFormat::Int32>                                         \
    ALWI void call(uint32_t idst, uint32_t param0) {                                              \
        MATH((tw_sfpu_unary(op, idst, TW_VECTOR_RC, param0, tw_detail::format(data_format), 0))); \
    }
#define TW_SFPU_UNARY_INT32(op, init, call, init_pack, call_pack, call_int32) TW_SFPU_0(MATH, op, call_int32)
#define TW_SFPU_UNARY_INT32_1(op, init, call, init_pack, call_pack, call_int32) TW_SFPU_1(MATH, op, call_int32)
#define TW_SFPU_UNARY_INT32_2(op, init, call, init_pack, call_pack, call_int32) TW_SFPU_2(MATH, op, call_int32)

#define TW_SFPU_BINARY_OWN(...)
#define TW_SFPU_BINARY_TILE(op, init, call)                                 \
    TW_SFPU_INIT(MATH, op, init)                                            \
    ALWI void call(uint32_t idst0, uint32_t idst1, uint32_t odst) {         \
        MATH((tw_sfpu_binary(op, idst0, idst1, odst, TW_VECTOR_RC, 0, 0))); \
    }
#define TW_SFPU_BINARY_FORMAT(op, init, call)                                                            \
    template <DataFormat data_format = DataFormat::Int32>                                                \
    ALWI void init() {                                                                                   \
        MATH((tw_sfpu_init(op, 0, 0)));                                                                  \
    }                                                                                                    \
    template <DataFormat data_format = DataFormat::Int32>                                                \
    ALWI void call(uint32_t idst0, uint32_t idst1, uint32_t odst) {                                      \
        MATH((tw_sfpu_binary(op, idst0, idst1, odst, TW_VECTOR_RC, tw_detail::format(data_format), 0))); \
    }

#define TW_SFPU_TERNARY_OWN(...)
#define TW_SFPU_TERNARY_TILE(op, init, call)                                        \
    TW_SFPU_INIT(MATH, op, init)                                                    \
    ALWI void call(uint32_t idst0, uint32_t idst1, uint32_t idst2, uint32_t odst) { \
        MATH((tw_sfpu_ternary(op, idst0, idst1, idst2, odst, TW_VECTOR_RC, 0)));    \
    }
#define TW_SFPU_TERNARY_FORMAT(op, init, call)                                      \
    template <DataFormat data_format = DataFormat::Float16_b>                       \
    ALWI void init() {                                                              \
        MATH((tw_sfpu_init(op, 0, 0)));                                             \
    }                                                                               \
    template <DataFormat data_format = DataFormat::Float16_b>                       \
    ALWI void call(uint32_t idst0, uint32_t idst1, uint32_t idst2, uint32_t odst) { \
        MATH((tw_sfpu_ternary(op, idst0, idst1, idst2, odst, TW_VECTOR_RC, 0)));    \
    }
#define TW_SFPU_TERNARY_FORMAT1(op, init, call)                                                     \
    TW_SFPU_INIT(MATH, op, init)                                                                    \
    template <DataFormat data_format = DataFormat::Float16_b>                                       \
    ALWI void call(uint32_t idst0, uint32_t idst1, uint32_t idst2, uint32_t odst, uint32_t value) { \
        MATH((tw_sfpu_ternary(op, idst0, idst1, idst2, odst, TW_VECTOR_RC, value)));                \
    }
#define TW_SFPU_TERNARY_SELECT(op, init, call)                                                                \
    TW_SFPU_INIT(MATH, op, init)                                                                              \
    template <DataFormat data_format = DataFormat::Float16_b>                                                 \
    ALWI void call(uint32_t idst0, uint32_t idst1, uint32_t idst2, uint32_t odst) {                           \
        static_assert(data_format == DataFormat::Float32 || data_format == DataFormat::Float16_b ||           \
                          data_format == DataFormat::Int32 || data_format == DataFormat::UInt32,              \
                      #call ": the format is Float32, Float16_b, Int32 or UInt32");                           \
        MATH((tw_detail::says_format(#call, data_format, tw_detail::widths_of(data_format))));                \
        MATH((tw_sfpu_ternary(op, idst0, idst1, idst2, odst, TW_VECTOR_RC, tw_detail::format(data_format)))); \
    }
#endif

// Names are pasted here, where no macro of the kernel's can get between.
#define TW_UNARY(NAME, call, header, form, ...)                                                                    \
    TW_SFPU_PICK(TW_SFPU_HEADER_##header)                                                                          \
    (TW_SFPU_UNARY_##form, TW_SFPU_##NAME, call##_tile_init, call##_tile, call##_tile_init_pack, call##_tile_pack, \
     call##_tile_int32)
#define TW_BINARY(NAME, call, header, form, ...) \
    TW_SFPU_PICK(TW_SFPU_HEADER_##header)(TW_SFPU_BINARY_##form, TW_SFPU_##NAME, call##_tile_init, call##_tile)
#define TW_TERNARY(NAME, call, header, form, ...) \
    TW_SFPU_PICK(TW_SFPU_HEADER_##header)(TW_SFPU_TERNARY_##form, TW_SFPU_##NAME, call##_tile_init, call##_tile)

namespace ckernel {
#include "tw/sfpu/table.def"
}  // namespace ckernel
