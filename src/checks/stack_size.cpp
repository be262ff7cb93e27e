// TW2121: variables of a function are larger than the memory that holds the stack on the card.
#include "checks/check.hpp"

namespace tilewright::checks::stack_size {

namespace {
void stack(const StackUse& use) {
    const card::Arch& arch = use.fiber.run->card.arch();
    const bool compute = use.fiber.thread.processor >= TW_UNPACK;
    const uint32_t there = compute ? arch.compute_local_bytes : arch.data_movement_local_bytes;
    if (use.bytes <= there) return;
    report("TW2121",
           fmt::format("variables of {} B in one function; the processor has {} B for its stack and all variables",
                       use.bytes, there),
           "on the card they lie over other variables or beyond the memory, without a word",
           "put large arrays into a CB that nobody else uses (a scratch page), or make them smaller");
}
}  // namespace

void listen(Events& on) { on.stack.add(stack); }

}  // namespace tilewright::checks::stack_size
