// Words between BRISC and the compute threads of a core: four entries each way, blocking.
#pragma once

#include "internal/risc_attribs.h"
#include "tw/abi.h"
#include "tw/compute/enums.h"

namespace ckernel {

FORCE_INLINE void mailbox_write(std::uint8_t thread, std::uint32_t data) { tw_mailbox_write(thread, data); }
FORCE_INLINE std::uint32_t mailbox_read(std::uint8_t thread) { return tw_mailbox_read(thread); }

}  // namespace ckernel
