// Tilizing. The pooling init takes REDUCE_OP and REDUCE_DIM from the kernel's defines and exists only with them.
#include "tw/compute/tilize.h"

#if defined(REDUCE_OP) && defined(REDUCE_DIM) && !defined(TW_TILIZE_REDUCE)
#define TW_TILIZE_REDUCE
namespace ckernel {

template <bool neginf_srcA = true, bool zero_srcA_reduce = false>
ALWI void tilizeA_B_reduce_init(uint32_t icb0, uint32_t icb1_scaler, uint32_t block) {
    UNPACK((tw_unpack_tilize_ab_init(icb0, icb1_scaler, block, neginf_srcA, 0)));
    MATH((tw_math_reduce_init(REDUCE_OP, REDUCE_DIM, TW_FIDELITY_OF_KERNEL)));
}
// The older form starts the hardware up as well.
template <bool neginf_srcA = true, bool zero_srcA_reduce = false>
ALWI void tilizeA_B_reduce_init(uint32_t icb0, uint32_t icb1_scaler, uint32_t block, uint32_t ocb,
                                uint32_t num_faces = 4, uint32_t face_r_dim = 16) {
    tw_detail::startup(icb0, icb1_scaler, ocb);
    tilizeA_B_reduce_init<neginf_srcA, zero_srcA_reduce>(icb0, icb1_scaler, block);
}

}  // namespace ckernel
#endif
