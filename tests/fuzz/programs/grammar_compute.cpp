// Compute kernels: units set up for one thing and used for that, or for another.
#include <fmt/format.h>

#include "fuzz/programs/grammar.hpp"

namespace tilewright::fuzz::programs {

namespace {

// What brings tiles of c_0 and c_1 into DST 0: its set-up, and the call.
struct Operation {
    const char* setup;
    const char* call;
};
const std::vector<Operation> kOperations = {
    {"binary_op_init_common(0, 1, 16); add_tiles_init(0, 1);", "add_tiles(0, 1, 0, 0, {});"},
    {"binary_op_init_common(0, 1, 16); mul_tiles_init(0, 1);", "mul_tiles(0, 1, 0, 0, {});"},
    {"binary_op_init_common(0, 1, 16); sub_tiles_init(0, 1);", "sub_tiles(0, 1, 0, 0, {});"},
    {"unary_op_init_common(0, 16); copy_tile_init(0);", "copy_tile(0, 0, {});"},
    {"mm_init(0, 1, 16);", "matmul_tiles(0, 1, 0, 0, {});"},
    {"init_bcast<EltwiseBinaryType::ELWMUL, BroadcastType::ROW>(0, 1, 16);",
     "mul_tiles_bcast<BroadcastType::ROW>(0, 1, 0, 0, {});"},
    {"compute_kernel_hw_startup(0, 1, 16); reduce_init<PoolType::SUM, ReduceDim::REDUCE_ROW>(0, 1, 16);",
     "reduce_tile<PoolType::SUM, ReduceDim::REDUCE_ROW>(0, 1, 0, 0, {});"},
    {"transpose_wh_init(0, 16);", "transpose_wh_tile(0, 0, {});"},
};
const std::vector<std::string> kOnDst = {"exp_tile_init(); exp_tile({});", "sqrt_tile_init(); sqrt_tile({});",
                                         "exp_tile({});", "copy_dest_values_init(); copy_dest_values({}, 1);",
                                         "sqrt_tile_init(); exp_tile({});"};

}  // namespace

Statement Writer::odd_compute() {
    const auto tile = [&] { return r.of<std::string>({"0", "0", "1", "2", "3", "7", "100", "a4", "0xFFFFFFFF"}); };
    const auto slot = [&] { return r.of<std::string>({"0", "1", "3", "4", "7", "8", "15", "16", "a5", "0xFFFFFFFF"}); };
    const auto any = [&] { return r.of<std::string>({"0", "1", "16", "2", "31", "64", "a4"}); };
    switch (r.below(26)) {
        case 0: return {fmt::format("cb_reserve_back({}, {});", cb(16), count(1)), {}};
        case 1: return {fmt::format("cb_push_back({}, {});", cb(16), count(1)), {}};
        case 2: return {fmt::format("cb_wait_front({}, {});", cb(0), count(1)), {}};
        case 3: return {fmt::format("cb_pop_front({}, {});", cb(1), count(1)), {}};
        case 4:
            return {r.of<std::string>({"tile_regs_acquire();", "tile_regs_commit();", "tile_regs_wait();",
                                       "tile_regs_release();", "acquire_dst();", "release_dst();"}),
                    {}};
        case 5: return {fmt::format(fmt::runtime(r.of(kOperations).call), slot()), {}};
        case 6: return {r.of(kOperations).setup, {}};
        case 7: return {fmt::format(fmt::runtime(r.of(kOnDst)), slot()), {}};
        case 8: return {fmt::format("pack_tile({}, {});", slot(), any()), {}};
        case 9: return {fmt::format("copy_tile({}, {}, {});", any(), tile(), slot()), {}};
        case 10: return {fmt::format("add_tiles({}, {}, {}, {}, {});", any(), any(), tile(), tile(), slot()), {}};
        case 11: return {fmt::format("pack_tile<true>({}, 16, {});", slot(), tile()), {}};
        case 12: return {fmt::format("tilize_init({}, {}, 16); tilize_block(0, {}, 16);", any(), tile(), tile()), {}};
        case 13: return {fmt::format("untilize_init({}); untilize_block(0, {}, 16);", any(), tile()), {}};
        case 14:
            return {
                fmt::format("pack_untilize_init<{0}, {1}>(0, 16); pack_untilize_block<{0}, {1}>(0, {2}, 16, {3}); "
                            "pack_untilize_uninit(16);",
                            r.of<uint32_t>({1, 2, 4, 8}), r.of<uint32_t>({8, 16, 1u << 20, 1u << 27}), tile(), tile()),
                {}};
        case 15:
            return {fmt::format("pack_rows_init({}); pack_rows({}, 16, {}); pack_rows_uninit();",
                                r.of<std::string>({"1", "16", "64", "65", "4096", "a4"}), slot(), tile()),
                    {}};
        case 16:
            return {
                fmt::format("mm_block_init(0, 1, 16, 0, {0}, {1}, 1); matmul_block(0, 1, 0, 0, {2}, 0, {0}, {1}, 1);",
                            r.of<uint32_t>({1, 2, 4, 1000}), r.of<uint32_t>({1, 2, 0, 3}), slot()),
                {}};
        case 17:
            return {fmt::format("reconfig_data_format({}, {}); pack_reconfig_data_format({});", any(), any(), any()),
                    {}};
        case 18:
            return {fmt::format("v = uint32_t(int32_t({}) / int32_t({})) + ({}) % ({});", value(), value(), value(),
                                value()),
                    {}};
        case 19: return {fmt::format("v += get_arg_val<uint32_t>({});", r.of<uint32_t>({4, 7, 9, 400})), {}};
        case 20: return {fmt::format("pack_reconfig_l1_acc({});", r.below(2)), {}};
        case 21: return {fmt::format("transpose_wh_dest_init_short(); transpose_wh_dest({});", slot()), {}};
        case 22:
            return {fmt::format("add_binary_tile_init(); add_binary_tile({}, {}, {});", slot(), slot(), slot()), {}};
        case 23:
            return {fmt::format("fast_tilize_init(0, {0}, 16); fast_tilize_block(0, {1}, 16, {2}); "
                                "fast_tilize_uninit(0, 16);",
                                tile(), tile(), tile()),
                    {}};
        case 24:
            return {fmt::format("binary_dest_reuse_tiles_init<EltwiseBinaryType::ELWADD, "
                                "EltwiseBinaryReuseDestType::DEST_TO_SRCA>(0); binary_dest_reuse_tiles<"
                                "EltwiseBinaryType::ELWADD, EltwiseBinaryReuseDestType::DEST_TO_SRCA>(0, {}, {});",
                                tile(), slot()),
                    {}};
        default:
            return {fmt::format("for (uint32_t k = 0; k < {}; ++k) v = v * 1664525 + 1013904223;",
                                r.of<std::string>({"3", "1000", "a6 & 0xFFFF"})),
                    {}};
    }
}

Body Writer::compute() {
    const Operation& operation = r.of(kOperations);
    const auto step = [&](const std::string& right) {
        if (r.one_in(120)) return r.one_in(2) ? odd_compute() : Statement{"v += 1;", {}};
        return Statement{right, {}};
    };
    Body inner;
    const auto odd = [&](uint32_t chance) {
        if (r.one_in(chance)) inner.push_back(odd_compute());
    };
    inner.push_back(step(fmt::format("cb_wait_front({}, {});", cb(0), count(1))));
    inner.push_back(step(fmt::format("cb_wait_front({}, {});", cb(1), count(1))));
    odd(60);
    inner.push_back(step("tile_regs_acquire();"));
    inner.push_back(step(fmt::format(fmt::runtime(operation.call), "0")));
    if (r.one_in(4)) inner.push_back(step(fmt::format(fmt::runtime(r.of(kOnDst)), "0")));
    odd(40);
    inner.push_back(step("tile_regs_commit();"));
    inner.push_back(step(fmt::format("cb_reserve_back({}, {});", cb(16), count(1))));
    inner.push_back(step("tile_regs_wait();"));
    odd(60);
    inner.push_back(step("pack_tile(0, 16);"));
    inner.push_back(step("tile_regs_release();"));
    inner.push_back(step(fmt::format("cb_push_back({}, {});", cb(16), count(1))));
    inner.push_back(step(fmt::format("cb_pop_front({}, {});", cb(0), count(1))));
    inner.push_back(step(fmt::format("cb_pop_front({}, {});", cb(1), count(1))));
    Body body;
    body.push_back(step(operation.setup));
    if (r.one_in(10)) body.push_back(odd_compute());
    body.push_back({fmt::format("for (uint32_t i = 0; i < {}; ++i) {{", tiles()), std::move(inner)});
    if (r.one_in(14)) body.push_back(loop({odd_compute()}));
    return body;
}

}  // namespace tilewright::fuzz::programs
