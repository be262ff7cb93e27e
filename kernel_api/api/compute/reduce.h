// Reductions of tiles. A kernel that defines REDUCE_OP and REDUCE_DIM before including this file may leave the template
// arguments out; the guard is its own, because the definitions may come after a first inclusion.
#include "tw/compute/reduce.h"

#if defined(REDUCE_OP) && defined(REDUCE_DIM) && !defined(TW_REDUCE_DEFAULTS)
#define TW_REDUCE_DEFAULTS
namespace ckernel {

template <bool enforce_fp32_accumulation = false>
ALWI void reduce_init(uint32_t icb, uint32_t icb_scaler, uint32_t ocb, uint32_t /*call_line*/ = 0) {
    reduce_init<REDUCE_OP, REDUCE_DIM, enforce_fp32_accumulation>(icb, icb_scaler, ocb);
}
template <bool enforce_fp32_accumulation = false>
ALWI void reduce_tile(uint32_t icb, uint32_t icb_scaler, uint32_t itile, uint32_t itile_scaler, uint32_t idst) {
    reduce_tile<REDUCE_OP, REDUCE_DIM, enforce_fp32_accumulation>(icb, icb_scaler, itile, itile_scaler, idst);
}
template <bool enforce_fp32_accumulation = false>
ALWI void reduce_tile_math(uint32_t idst, uint32_t num_faces = 4) {
    reduce_tile_math<REDUCE_OP, REDUCE_DIM, enforce_fp32_accumulation>(idst, num_faces);
}

}  // namespace ckernel
#endif
