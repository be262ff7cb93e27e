// TW2404: the SFPU runs an operation while it is initialised for another, or for none.
#include "checks/check.hpp"

namespace tilewright::checks::sfpu_init {

namespace {
using tile::SfpuOp;

// An operation whose init loads constants (or parameters) needs that init, or one that loads the same, since another
// operation's overwrites them. The others only need that some SFPU init ran since the kernel started.
void call(const SfpuCall& use) {
    const uint32_t found = use.tensix.sfpu.init_op;
    const bool none = found == TW_SFPU_COUNT;
    const uint32_t needed = tile::sfpu_info(use.op).init;
    if (!none && (needed == TW_SFPU_ANY || tile::sfpu_info(static_cast<SfpuOp>(found)).init == needed)) return;
    const std::string wanted = sfpu_words(use.op);
    report("TW2404",
           "the SFPU runs " + wanted + " but " +
               (none ? std::string("no SFPU init was called since the kernel started")
                     : "was last initialised for " + sfpu_words(static_cast<SfpuOp>(found))),
           "an init loads the constants its operation reads; with another operation's constants the result is wrong",
           "call the init of " + wanted + " after the last init of another SFPU operation and before this call",
           Severity::Warning);
}
}  // namespace

void listen(Events& on) { on.sfpu_call.add(call); }

}  // namespace tilewright::checks::sfpu_init
