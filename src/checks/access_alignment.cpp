// TW2120: a raw load or store counts on an alignment that its address does not have.
#include "checks/check.hpp"

namespace tilewright::checks::access_alignment {

namespace {
void unaligned(const Unaligned& use) {
    report("TW2120",
           fmt::format("access to a {}-byte word at L1 address {:#x}, which is no multiple of {}", use.align,
                       use.address, use.align),
           "the card's processors have no such access: they read or write another word, or stop",
           fmt::format("use an address that is a multiple of {}, or move bytes (memcpy, uint8_t)", use.align));
}
}  // namespace

void listen(Events& on) { on.unaligned.add(unaligned); }

}  // namespace tilewright::checks::access_alignment
