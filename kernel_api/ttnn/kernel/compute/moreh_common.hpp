// One tile in, one tile out: the compute steps that the moreh family of kernels is put together from.
//
// Every step waits for the tiles it names (index + 1), works in one DST section, pops as many tiles as its pop
// arguments say and pushes one tile. CBs are indices or buffer objects.
#pragma once

#include "api/compute/bcast.h"
#include "api/compute/cb_api.h"
#include "api/compute/eltwise_binary.h"
#include "api/compute/eltwise_unary/exp.h"
#include "api/compute/eltwise_unary/negative.h"
#include "api/compute/eltwise_unary/recip.h"
#include "api/compute/mask.h"
#include "api/compute/pack.h"
#include "api/compute/reconfig_data_format.h"
#include "api/compute/reduce.h"
#include "api/compute/reg_api.h"
#include "api/compute/tile_move_copy.h"
#include "ttnn/cpp/ttnn/kernel_lib/buffer_compat.hpp"
#include "tw/compute/sfpu_api.h"

namespace ckernel {

namespace moreh_detail {

using compute_kernel_lib::buf_id;

// Formats may differ between CBs only when the kernel keeps float32 in DST.
ALWI void reconfig_pair(uint32_t a, uint32_t b) {
#if defined FP32_DEST_ACC_EN
    reconfig_data_format(a, b);
#endif
}

ALWI void pop_if(uint32_t cb, uint32_t tiles) {
    if (tiles != 0) cb_pop_front(cb, tiles);
}

ALWI void pack_to(uint32_t dst, uint32_t ocb) {
#if defined FP32_DEST_ACC_EN
    pack_reconfig_data_format(ocb);
#endif
    pack_tile(dst, ocb);
}

// The section holds a result in `dst`: hand it over, pack it, publish it.
ALWI void emit(uint32_t dst, auto... ocbs) {
    tile_regs_commit();
    (cb_reserve_back(ocbs, 1), ...);
    tile_regs_wait();
    (pack_to(dst, ocbs), ...);
    tile_regs_release();
    (cb_push_back(ocbs, 1), ...);
}

ALWI void load(uint32_t cb, uint32_t tile, uint32_t dst, uint32_t pop) {
    cb_wait_front(cb, tile + 1);
#if defined FP32_DEST_ACC_EN
    reconfig_data_format_srca(cb);
#endif
    copy_tile_to_dst_init_short(cb);
    copy_tile(cb, tile, dst);
    pop_if(cb, pop);
}

template <typename Apply>
ALWI void unary_to_cb(uint32_t icb, uint32_t ocb, uint32_t tile, uint32_t pop, uint32_t dst, Apply apply) {
    tile_regs_acquire();
    load(icb, tile, dst, pop);
    apply(dst);
    emit(dst, ocb);
}

template <EltwiseBinaryType op, BroadcastType dim, typename Apply>
ALWI void binary_to_cb(uint32_t a, uint32_t b, uint32_t tile_a, uint32_t tile_b, uint32_t pop_a, uint32_t pop_b,
                       Apply apply, auto... ocbs) {
    cb_wait_front(a, tile_a + 1);
    cb_wait_front(b, tile_b + 1);
    tile_regs_acquire();
    reconfig_pair(a, b);
    if constexpr (dim == BroadcastType::NONE) {
        binary_tiles_init<true, op>(a, b);
        if constexpr (op == EltwiseBinaryType::ELWADD) add_tiles(a, b, tile_a, tile_b, 0);
        if constexpr (op == EltwiseBinaryType::ELWSUB) sub_tiles(a, b, tile_a, tile_b, 0);
        if constexpr (op == EltwiseBinaryType::ELWMUL) mul_tiles(a, b, tile_a, tile_b, 0);
    } else {
        bcast_init<op, dim>(a, b);
        any_tiles_bcast<op, dim>(a, b, tile_a, tile_b, 0);
    }
    pop_if(a, pop_a);
    pop_if(b, pop_b);
    apply(0);
    emit(0, ocbs...);
}

// The mask belongs in the slot after the data.
ALWI void mask_in_dst(uint32_t cb, uint32_t tile, uint32_t dst, uint32_t dst_mask, uint32_t pop) {
    load(cb, tile, dst_mask, pop);
    mask_tile_init();
    mask_tile(dst, dst_mask);
}

ALWI void nothing(uint32_t) {}
ALWI void apply_exp(uint32_t dst) {
    exp_tile_init();
    exp_tile(dst);
}
ALWI void apply_log(uint32_t dst) {
    log_tile_init();
    log_tile(dst);
}
ALWI void apply_recip(uint32_t dst) {
    recip_tile_init();
    recip_tile(dst);
}
ALWI void apply_negative(uint32_t dst) {
    negative_tile_init();
    negative_tile(dst);
}

}  // namespace moreh_detail

// Runtime arguments one after the other.
class ArgFetcher {
public:
    template <typename T>
    T get_next_arg_val() {
        const int word = next_++;
        return get_arg_val<T>(word);
    }

private:
    int next_ = 0;
};

ALWI void pack_tile_with_dt(uint32_t ifrom_dst, const auto& icb) {
#if defined FP32_DEST_ACC_EN
    pack_reconfig_data_format(moreh_detail::buf_id(icb));
#endif
    pack_tile(ifrom_dst, moreh_detail::buf_id(icb));
}
ALWI void copy_tile_init_with_dt(const auto& icb, uint32_t transpose = 0) {
#if defined FP32_DEST_ACC_EN
    reconfig_data_format_srca(moreh_detail::buf_id(icb));
#endif
    copy_tile_to_dst_init_short(moreh_detail::buf_id(icb), transpose);
}

#define TW_MOREH_INIT(name, op)                                                              \
    ALWI void name##_tiles_init_with_dt(const auto& icb0, const auto& icb1) {                \
        moreh_detail::reconfig_pair(moreh_detail::buf_id(icb0), moreh_detail::buf_id(icb1)); \
        binary_tiles_init<true, op>(moreh_detail::buf_id(icb0), moreh_detail::buf_id(icb1)); \
    }                                                                                        \
    TW_MOREH_BCAST_INIT(name, rows, op, BroadcastType::ROW)                                  \
    TW_MOREH_BCAST_INIT(name, cols, op, BroadcastType::COL)                                  \
    TW_MOREH_BCAST_INIT(name, scalar, op, BroadcastType::SCALAR)
#define TW_MOREH_BCAST_INIT(name, suffix, op, dim)                                           \
    ALWI void name##_bcast_##suffix##_init_with_dt(const auto& icb0, const auto& icb1) {     \
        moreh_detail::reconfig_pair(moreh_detail::buf_id(icb0), moreh_detail::buf_id(icb1)); \
        bcast_init<op, dim>(moreh_detail::buf_id(icb0), moreh_detail::buf_id(icb1));         \
    }
TW_MOREH_INIT(add, EltwiseBinaryType::ELWADD)
TW_MOREH_INIT(sub, EltwiseBinaryType::ELWSUB)
TW_MOREH_INIT(mul, EltwiseBinaryType::ELWMUL)
#undef TW_MOREH_BCAST_INIT
#undef TW_MOREH_INIT

#define TW_MOREH_BINARY(name, op, dim, apply)                                                                          \
    ALWI void name(const auto& icb0, const auto& icb1, const auto& ocb, uint32_t itile0 = 0, uint32_t itile1 = 0,      \
                   uint32_t pop0 = 1, uint32_t pop1 = 1) {                                                             \
        using moreh_detail::buf_id;                                                                                    \
        moreh_detail::binary_to_cb<EltwiseBinaryType::op, BroadcastType::dim>(buf_id(icb0), buf_id(icb1), itile0,      \
                                                                              itile1, pop0, pop1, apply, buf_id(ocb)); \
    }
TW_MOREH_BINARY(add_tiles_to_cb, ELWADD, NONE, moreh_detail::nothing)
TW_MOREH_BINARY(sub_tiles_to_cb, ELWSUB, NONE, moreh_detail::nothing)
TW_MOREH_BINARY(sub_tiles_bcast_cols_to_cb, ELWSUB, COL, moreh_detail::nothing)
TW_MOREH_BINARY(sub_tiles_bcast_rows_to_cb, ELWSUB, ROW, moreh_detail::nothing)
TW_MOREH_BINARY(mul_tiles_to_cb, ELWMUL, NONE, moreh_detail::nothing)
TW_MOREH_BINARY(mul_tiles_and_negative_to_cb, ELWMUL, NONE, moreh_detail::apply_negative)
TW_MOREH_BINARY(mul_tiles_log_to_cb, ELWMUL, NONE, moreh_detail::apply_log)
TW_MOREH_BINARY(mul_tiles_bcast_rows_to_cb, ELWMUL, ROW, moreh_detail::nothing)
TW_MOREH_BINARY(mul_tiles_bcast_rows_log_to_cb, ELWMUL, ROW, moreh_detail::apply_log)
TW_MOREH_BINARY(mul_tiles_bcast_cols_to_cb, ELWMUL, COL, moreh_detail::nothing)
TW_MOREH_BINARY(mul_tiles_bcast_cols_log_to_cb, ELWMUL, COL, moreh_detail::apply_log)
#undef TW_MOREH_BINARY

// The sum goes to two CBs.
ALWI void add_tiles_to_two_cbs(const auto& icb0, const auto& icb1, const auto& ocb0, const auto& ocb1,
                               uint32_t itile0 = 0, uint32_t itile1 = 0, uint32_t pop0 = 1, uint32_t pop1 = 1) {
    using moreh_detail::buf_id;
    moreh_detail::binary_to_cb<EltwiseBinaryType::ELWADD, BroadcastType::NONE>(
        buf_id(icb0), buf_id(icb1), itile0, itile1, pop0, pop1, moreh_detail::nothing, buf_id(ocb0), buf_id(ocb1));
}

ALWI void mul_tiles_and_mask_tile_to_cb(const auto& icb0, const auto& icb1, const auto& maskcb, const auto& ocb,
                                        uint32_t itile0 = 0, uint32_t itile1 = 0, uint32_t mtile = 0, uint32_t pop0 = 1,
                                        uint32_t pop1 = 1, uint32_t popm = 1) {
    using moreh_detail::buf_id;
    moreh_detail::binary_to_cb<EltwiseBinaryType::ELWMUL, BroadcastType::NONE>(
        buf_id(icb0), buf_id(icb1), itile0, itile1, pop0, pop1,
        [&](uint32_t dst) { moreh_detail::mask_in_dst(buf_id(maskcb), mtile, dst, dst + 1, popm); }, buf_id(ocb));
}

#define TW_MOREH_UNARY(name, apply)                                                                            \
    ALWI void name(const auto& icb, const auto& ocb, uint32_t itile = 0, uint32_t pop = 1) {                   \
        moreh_detail::unary_to_cb(moreh_detail::buf_id(icb), moreh_detail::buf_id(ocb), itile, pop, 0, apply); \
    }
TW_MOREH_UNARY(copy_tile_to_cb, moreh_detail::nothing)
TW_MOREH_UNARY(recip_tile_to_cb, moreh_detail::apply_recip)
TW_MOREH_UNARY(log_tile_to_cb, moreh_detail::apply_log)
TW_MOREH_UNARY(sign_tile_to_cb, [](uint32_t dst) {
    sign_tile_init();
    sign_tile(dst);
})
#undef TW_MOREH_UNARY

ALWI void exp_tile_to_cb(const auto& icb, const auto& ocb, uint32_t itile = 0, uint32_t dst = 0, uint32_t pop = 1) {
    moreh_detail::unary_to_cb(moreh_detail::buf_id(icb), moreh_detail::buf_id(ocb), itile, pop, dst,
                              moreh_detail::apply_exp);
}
// exp(-x)
ALWI void rexp_tile_to_cb(const auto& icb, const auto& ocb, uint32_t itile = 0, uint32_t dst = 0, uint32_t pop = 1) {
    moreh_detail::unary_to_cb(moreh_detail::buf_id(icb), moreh_detail::buf_id(ocb), itile, pop, dst, [](uint32_t d) {
        moreh_detail::apply_negative(d);
        moreh_detail::apply_exp(d);
    });
}

ALWI void mask_tile_to_cb(const auto& icb, const auto& maskcb, const auto& ocb, uint32_t itile = 0, uint32_t mtile = 0,
                          uint32_t pop = 1, uint32_t popm = 1) {
    using moreh_detail::buf_id;
    moreh_detail::unary_to_cb(buf_id(icb), buf_id(ocb), itile, pop, 0,
                              [&](uint32_t d) { moreh_detail::mask_in_dst(buf_id(maskcb), mtile, d, d + 1, popm); });
}

ALWI void exp_tile_and_mask_tile_to_cb(const auto& icb, const auto& maskcb, const auto& ocb, uint32_t itile = 0,
                                       uint32_t mtile = 0, uint32_t pop = 1, uint32_t popm = 1, uint32_t dst = 0,
                                       uint32_t dst_mask = 1) {
    using moreh_detail::buf_id;
    moreh_detail::unary_to_cb(buf_id(icb), buf_id(ocb), itile, pop, dst, [&](uint32_t d) {
        moreh_detail::apply_exp(d);
        moreh_detail::mask_in_dst(buf_id(maskcb), mtile, d, dst_mask, popm);
    });
}
ALWI void rexp_tile_and_mask_tile_to_cb(const auto& icb, const auto& maskcb, const auto& ocb, uint32_t itile = 0,
                                        uint32_t mtile = 0, uint32_t pop = 1, uint32_t popm = 1, uint32_t dst = 0,
                                        uint32_t dst_mask = 1) {
    using moreh_detail::buf_id;
    moreh_detail::unary_to_cb(buf_id(icb), buf_id(ocb), itile, pop, dst, [&](uint32_t d) {
        moreh_detail::apply_negative(d);
        moreh_detail::apply_exp(d);
        moreh_detail::mask_in_dst(buf_id(maskcb), mtile, d, dst_mask, popm);
    });
}

// `size` tiles reduced into one. The scaler in icb1 is popped only if pop1 says so.
template <bool at_start, PoolType reduce_type, ReduceDim reduce_dim>
ALWI void reduce_tile_to_cb(const auto& icb0, const auto& icb1, const auto& ocb, uint32_t size, uint32_t pop0,
                            uint32_t pop1) {
    const uint32_t in = moreh_detail::buf_id(icb0), scaler = moreh_detail::buf_id(icb1),
                   out = moreh_detail::buf_id(ocb);
    cb_wait_front(scaler, 1);
    tile_regs_acquire();
    moreh_detail::reconfig_pair(in, scaler);
    reduce_init<reduce_type, reduce_dim>(in, scaler, out);
    for (uint32_t x = 0; x < size; ++x) {
        cb_wait_front(in, x + 1);
        reduce_tile<reduce_type, reduce_dim>(in, scaler, x, 0, 0);
    }
    moreh_detail::pop_if(in, pop0);
    moreh_detail::pop_if(scaler, pop1);
    moreh_detail::emit(0, out);
    reduce_uninit();
}
#if defined(REDUCE_OP) && defined(REDUCE_DIM)
template <bool at_start = true>
ALWI void reduce_tile_to_cb(const auto& icb0, const auto& icb1, const auto& ocb, uint32_t size, uint32_t pop0,
                            uint32_t pop1) {
    reduce_tile_to_cb<at_start, REDUCE_OP, REDUCE_DIM>(icb0, icb1, ocb, size, pop0, pop1);
}
#endif

namespace moreh_detail {

// x^(p + decimal) = x^p * exp(log(x) * decimal), through one CB per factor; `finish` works on the product.
template <bool absolute, typename Finish>
ALWI void power_to_cb(uint32_t x, uint32_t xpow, uint32_t logx, uint32_t decimal, uint32_t factor, uint32_t out,
                      uint32_t p, bool p_is_negative, Finish finish) {
    auto magnitude = [](uint32_t dst) {
        if constexpr (absolute) {
            abs_tile_init();
            abs_tile(dst);
        }
    };
    unary_to_cb(x, xpow, 0, 0, 0, [&](uint32_t dst) {
        magnitude(dst);
        power_iterative_tile_init();
        power_iterative_tile(dst, p);
        if (p_is_negative) apply_recip(dst);
    });
    unary_to_cb(x, logx, 0, 1, 0, [&](uint32_t dst) {
        magnitude(dst);
        apply_log(dst);
    });
    binary_to_cb<EltwiseBinaryType::ELWMUL, BroadcastType::NONE>(logx, decimal, 0, 0, 1, 0, apply_exp, factor);
    binary_to_cb<EltwiseBinaryType::ELWMUL, BroadcastType::NONE>(xpow, factor, 0, 0, 1, 1, finish, out);
}

}  // namespace moreh_detail

#define TW_MOREH_POWER(name, absolute, finish)                                                                  \
    ALWI void name(const auto& cb_x, const auto& cb_xpow, const auto& cb_logx, const auto& cb_decimal,          \
                   const auto& cb_exp_lxmd, const auto& cb_out, uint32_t p, bool p_is_negative) {               \
        using moreh_detail::buf_id;                                                                             \
        moreh_detail::power_to_cb<absolute>(buf_id(cb_x), buf_id(cb_xpow), buf_id(cb_logx), buf_id(cb_decimal), \
                                            buf_id(cb_exp_lxmd), buf_id(cb_out), p, p_is_negative, finish);     \
    }
TW_MOREH_POWER(power_tile_to_cb, false, moreh_detail::nothing)
TW_MOREH_POWER(power_tile_with_abs_x_to_cb, true, moreh_detail::nothing)
TW_MOREH_POWER(power_and_recip_tile_to_cb, false, moreh_detail::apply_recip)
#undef TW_MOREH_POWER

ALWI void copy_tile_to_dst(const auto& icb, uint32_t itile = 0, uint32_t dst = 0, bool cb_wait_and_pop = true) {
    const uint32_t cb = moreh_detail::buf_id(icb);
    if (cb_wait_and_pop) {
        moreh_detail::load(cb, itile, dst, 1);
    } else {
        copy_tile_init_with_dt(cb);
        copy_tile(cb, itile, dst);
    }
}
ALWI void pack_tile_from_dst(const auto& ocb, uint32_t dst = 0) {
    const uint32_t cb = moreh_detail::buf_id(ocb);
    cb_reserve_back(cb, 1);
    pack_tile_with_dt(dst, cb);
    cb_push_back(cb, 1);
}

}  // namespace ckernel
