// How many 32x32 tiles a DST section holds, as constants of this build.
#pragma once

#include <stdint.h>

#if defined(TW_FUSED) || defined(COMPILE_FOR_TRISC) || defined(TRISC_UNPACK) || defined(TRISC_MATH) || \
    defined(TRISC_PACK)
#include "api/compute/common_globals.h"
#define TW_KERNEL_LIB_ON_COMPUTE 1
#endif

namespace compute_kernel_lib {

constexpr bool get_fp32_dest_acc_enabled() {
#if defined(TW_KERNEL_LIB_ON_COMPUTE)
    return DST_ACCUM_MODE;
#elif defined(ENABLE_FP32_DEST_ACC)
    return ENABLE_FP32_DEST_ACC == 1;
#else
    static_assert(false,
                  "dest_helpers in a data-movement kernel: it does not know the compute kernel's DST width; pass the "
                  "define ENABLE_FP32_DEST_ACC=0 or 1 from the host");
    return false;
#endif
}

constexpr bool get_dst_full_sync_enabled() {
#if defined(TW_KERNEL_LIB_ON_COMPUTE)
    return DST_SYNC_MODE == DstSync::SyncFull;
#elif defined(DST_SYNC_FULL)
    return DST_SYNC_FULL == 1;
#else
    static_assert(false,
                  "dest_helpers in a data-movement kernel: it does not know the compute kernel's DST mode; pass the "
                  "define DST_SYNC_FULL=0 or 1 from the host");
    return false;
#endif
}

constexpr uint32_t get_dest_limit() {
    return (get_dst_full_sync_enabled() ? 16u : 8u) / (get_fp32_dest_acc_enabled() ? 2u : 1u);
}

constexpr uint32_t DEST_AUTO_LIMIT = get_dest_limit();

}  // namespace compute_kernel_lib
