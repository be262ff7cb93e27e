// Single instructions that kernels write by hand to wait for another unit. An instruction that does anything else is
// refused by name when the kernel is compiled.
#pragma once

#include "tw/compute/llk.h"

namespace ckernel {

struct p_stall {
    static constexpr uint32_t NONE = 0, STALL_TDMA = 0x1, STALL_SYNC = 0x2, STALL_PACK = 0x4, STALL_UNPACK = 0x8,
                              STALL_XMOV = 0x10, STALL_THCON = 0x20, STALL_MATH = 0x40, STALL_CFG = 0x80,
                              STALL_SFPU = 0x100;
    static constexpr uint32_t THCON = 0x1, UNPACK0 = 0x2, UNPACK1 = 0x4, UNPACK = UNPACK0 | UNPACK1, PACK0 = 0x8,
                              PACK = 0x78, MATH = 0x80, SRCA_CLR = 0x100, SRCB_CLR = 0x200, SRCA_VLD = 0x400,
                              SRCB_VLD = 0x800, XMOV = 0x1000, TRISC_CFG = 0x2000, SFPU1 = 0x4000, WAIT_SFPU = 0x4000;
    static constexpr uint32_t STALL_ON_ZERO = 1, STALL_ON_MAX = 2;
};

#define DEST_TARGET_REG_CFG_MATH_Offset_ADDR32 1

namespace packer {
// Calls on the PACK thread work on the section that PACK owns by themselves.
ALWI uint32_t get_packer_dest_offset() { return 0; }
}  // namespace packer

namespace tw_detail {

__attribute__((
    error("tilewright: TTI_SEMWAIT is supported for t6_sem(semaphore::MATH_PACK) with STALL_ON_ZERO only"))) void
unsupported_semwait();
__attribute__((error("tilewright: TT_SETC16 is supported for DEST_TARGET_REG_CFG_MATH_Offset_ADDR32 only"))) void
unsupported_setc16();

// Waiting for a section that MATH has committed.
ALWI void semwait(uint32_t semaphores, uint32_t condition) {
    if (semaphores == semaphore::t6_sem(semaphore::MATH_PACK) && condition == p_stall::STALL_ON_ZERO)
        tw_pack_wait();
    else
        unsupported_semwait();
}
ALWI void setc16(uint32_t address, uint32_t) {
    if (address != DEST_TARGET_REG_CFG_MATH_Offset_ADDR32) unsupported_setc16();
}

}  // namespace tw_detail
}  // namespace ckernel

#define TTI_SEMWAIT(stall_res, sem_sel, wait_sem_cond) ckernel::tw_detail::semwait(sem_sel, wait_sem_cond)
#define TT_SETC16(setc16_reg, setc16_value) ckernel::tw_detail::setc16(setc16_reg, setc16_value)
#define TTI_SETC16(setc16_reg, setc16_value) TT_SETC16(setc16_reg, setc16_value)
// Instructions complete in order here.
#define TTI_STALLWAIT(stall_res, wait_res) ((void)(stall_res), (void)(wait_res))
