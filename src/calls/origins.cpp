// Where addresses come from, as accessors and the compiler pass tell in strict mode.
#include "checks/events.hpp"
#include "tw/abi.h"

namespace tilewright::calls {

extern "C" {

uint64_t tw_page_address(uint64_t address, uint32_t base, uint32_t page, uint32_t page_bytes, uint32_t offset,
                         uint32_t flags) {
    if (tw_self->strict) {
        checks::events.page_address({engine::running_fiber(), address, base, page, page_bytes, offset,
                                     flags & TW_PAGE_FLAGS, flags / (TW_PAGE_FLAGS + 1)});
    }
    return address;
}

uint32_t tw_cb_pointer(uint32_t pointer) { return pointer; }

void tw_transfer_from(uint64_t page_address, uint32_t site, uint32_t pointer) {
    if (tw_self->strict) checks::events.origin({engine::running_fiber(), page_address, site, pointer});
}

}  // extern "C"

}  // namespace tilewright::calls
