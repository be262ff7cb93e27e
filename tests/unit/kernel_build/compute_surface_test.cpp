// Compute calls compile in every form that the API gives them.
#include <gmock/gmock.h>

#include "base/error.hpp"
#include "support.hpp"

namespace tilewright::kernel_build_test {
namespace {

using engine::KernelThread;

// Helper headers hand the line of their own caller down as the last argument.
TEST(ComputeSurface, InitCallsTakeTheLineOfTheCaller) {
    const std::string text = R"(
#include "api/compute/bcast.h"
#include "api/compute/compute_kernel_api.h"
#include "api/compute/eltwise_binary.h"
#include "api/compute/eltwise_unary/eltwise_unary.h"
#include "api/compute/matmul.h"
#include "api/compute/pack.h"
#include "api/compute/pack_untilize.h"
#include "api/compute/reduce.h"
#include "api/compute/tile_move_copy.h"
#include "api/compute/tilize.h"
#include "api/compute/transpose.h"
#include "api/compute/transpose_wh.h"
void kernel_main() {
    const uint32_t line = __builtin_LINE();
    unary_op_init_common(0, 16, line);
    init_sfpu(0, 16, line);
    binary_op_init_common(0, 1, 16, line);
    binary_tiles_init<true, EltwiseBinaryType::ELWADD>(0, 1, false, line);
    add_init(0, 1, false, line);
    sub_init(0, 1, false, line);
    mul_init(0, 1, true, line);
    add_tiles_init(0, 1, false, line);
    mul_tiles_init(0, 1, 1u, line);
    add_reuse_dest_init<EltwiseBinaryReuseDestType::DEST_TO_SRCA>(0, line);
    binary_dest_reuse_tiles_init<EltwiseBinaryType::ELWMUL, EltwiseBinaryReuseDestType::DEST_TO_SRCB>(0, line);
    bcast_init<EltwiseBinaryType::ELWMUL, BroadcastType::COL>(0, 1, line);
    add_bcast_rows_init(0, 1, line);
    mul_bcast_cols_init_short(0, 1, line);
    sub_tiles_bcast_scalar_init_short(0, 1, line);
    unary_bcast_init<BroadcastType::ROW>(0, 16, line);
    copy_tile_init(0, line);
    copy_tile_to_dst_init_short(0, 0, 0, line);
    pack_init(16, line);
    matmul_init(0, 1, 0, line);
    matmul_block_init(0, 1, 0, 2, 1, 1, line);
    reduce_init<PoolType::SUM, ReduceDim::REDUCE_ROW>(0, 1, 16, line);
    tilize_init(0, 4, 16, line);
    fast_tilize_init(0, 4, 16, line);
    pack_untilize_init<4>(0, 16, line);
    transpose_init(0, line);
    transpose_wh_init(0, 16, line);
}
)";
    for (const KernelThread thread : {KernelThread::Unpack, KernelThread::Math, KernelThread::Pack}) {
        try {
            engine::build_kernel(kernel(text, thread));
        } catch (const Error& error) {
            ADD_FAILURE() << error.finding().to_text();
        }
    }
}

// What the card's compiler takes and a host's might not: names that are macros here, 32-bit integers that are 64 wide.
TEST(ComputeSurface, HostAndCardDiffer) {
    const std::string body = R"(
template <int n>
struct Holder {
    template <typename T>
    static T get() { return static_cast<T>(n); }
};
template <typename H>
uint32_t held() { return H::template get<uint32_t>(); }
void kernel_main() {
    constexpr float M_PI = 3.14159265358979323846f;
    uint32_t count = get_arg_val<uint32_t>(0);
    uint32_t least = std::min(count, sizeof(uint64_t));
    uint32_t most = std::max(sizeof(uint64_t), count);
    static_assert(std::is_same_v<decltype(std::min(count, sizeof(uint64_t))), uint32_t>);
    static_assert(std::min(3u, 4u) == 3u && std::max<size_t>(3u, 4u) == 4u);
    invalidate_l1_cache();
    if (M_PI > 3.2f || least + most + held<Holder<3>>() == 0) count = 0;
}
)";
    for (const KernelThread thread :
         {KernelThread::Unpack, KernelThread::Math, KernelThread::Pack, KernelThread::DataMovement0}) {
        const bool moves = thread == KernelThread::DataMovement0;
        const std::string include =
            moves ? "#include \"api/dataflow/dataflow_api.h\"\n" : "#include \"api/compute/compute_kernel_api.h\"\n";
        try {
            engine::build_kernel(kernel(include + body, thread));
        } catch (const Error& error) {
            ADD_FAILURE() << error.finding().to_text();
        }
    }
}

// Helper headers hold single instructions in templates that few kernels use.
TEST(ComputeSurface, WaitsWrittenAsInstructions) {
    const auto built_with = [](const std::string& line) {
        const std::string text =
            "#include \"api/compute/compute_kernel_api.h\"\nvoid kernel_main() {\n" + line + "\n}\n";
        try {
            engine::build_kernel(kernel(text, KernelThread::Pack));
        } catch (const Error& error) {
            return error.finding().to_text();
        }
        return std::string();
    };
    EXPECT_EQ(built_with("PACK(TTI_STALLWAIT(p_stall::STALL_PACK, p_stall::WAIT_SFPU));\n"
                         "PACK(TT_SETC16(DEST_TARGET_REG_CFG_MATH_Offset_ADDR32, "
                         "ckernel::packer::get_packer_dest_offset()));\n"
                         "PACK(TTI_SEMWAIT(p_stall::STALL_TDMA, semaphore::t6_sem(semaphore::MATH_PACK), "
                         "p_stall::STALL_ON_ZERO));"),
              "");
    EXPECT_THAT(built_with("PACK(TT_SETC16(5, 1));"), ::testing::HasSubstr("tilewright: TT_SETC16 is supported"));
}

}  // namespace
}  // namespace tilewright::kernel_build_test
