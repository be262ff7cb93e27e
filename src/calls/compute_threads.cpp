// What compute threads use among themselves: mailboxes and the hardware semaphores.
#include <fmt/format.h>

#include "calls/compute_common.hpp"

namespace tilewright::calls {

using card::HardwareSemaphore;
using card::Mailboxes;
using engine::Wait;
using engine::WaitKind;

namespace {

using Fifo = std::deque<uint32_t>;

// ThreadId of the caller: 0 BRISC, 1 UNPACK, 2 MATH, 3 PACK.
uint32_t my_thread_id(const char* call) {
    switch (tw_self->processor) {
        case TW_BRISC: return 0;
        case TW_UNPACK: return 1;
        case TW_MATH: return 2;
        case TW_PACK: return 3;
        default: break;
    }
    Finding finding;
    finding.code = "TW2407";
    finding.message = fmt::format("{} needs threads of its own for UNPACK, MATH and PACK", call);
    finding.why = "a mailbox or semaphore joins threads that run at the same time; this kernel runs them as one";
    finding.fix = "run the program in strict mode";
    engine::fail_fiber(std::move(finding));
}

Fifo& fifo(uint32_t from, uint32_t to, const char* call) {
    if (from < Mailboxes::kThreads && to < Mailboxes::kThreads)
        return engine::running_fiber().core_run->core->tensix().mailboxes.fifo[from][to];  // BRISC has no compute side
    Finding finding;
    finding.code = "TW2407";
    finding.message =
        fmt::format("{}: thread {} does not exist (0 BRISC, 1 UNPACK, 2 MATH, 3 PACK)", call, from < 4 ? to : from);
    finding.why = "on the card the message goes to whatever lies behind that number";
    finding.fix = "use the numbers of ckernel::ThreadId";
    engine::fail_fiber(std::move(finding));
}

HardwareSemaphore& semaphore(uint32_t index, const char* call) {
    my_thread_id(call);
    auto& semaphores = tensix().semaphores;
    if (index < semaphores.size()) return semaphores[index];
    Finding finding;
    finding.code = "TW2407";
    finding.message =
        fmt::format("{}: hardware semaphore {} does not exist (there are {})", call, index, semaphores.size());
    finding.why = "on the card the call changes another semaphore, or none";
    finding.fix = fmt::format("use an index below {}", semaphores.size());
    engine::fail_fiber(std::move(finding));
}

void block_until(WaitKind kind, uint32_t index, const void* context, bool (*ready)(const Wait&, const void*)) {
    Wait wait;
    wait.kind = kind;
    wait.index = index;
    wait.context = context;
    wait.ready = ready;
    if (!ready(wait, context)) engine::block_until(wait);
}

const HardwareSemaphore& as_semaphore(const void* context) { return *static_cast<const HardwareSemaphore*>(context); }

}  // namespace

extern "C" {

void tw_mailbox_write(uint32_t to, uint32_t value) {
    const uint32_t me = my_thread_id("mailbox_write");
    Fifo& box = fifo(me, to, "mailbox_write");
    block_until(WaitKind::Mailbox, to, &box, [](const Wait&, const void* context) {
        return static_cast<const Fifo*>(context)->size() < Mailboxes::kDepth;
    });
    box.push_back(value);
}

uint32_t tw_mailbox_read(uint32_t from) {
    const uint32_t me = my_thread_id("mailbox_read");
    Fifo& box = fifo(from, me, "mailbox_read");
    block_until(WaitKind::Mailbox, from, &box,
                [](const Wait&, const void* context) { return !static_cast<const Fifo*>(context)->empty(); });
    if (tw_self->strict) checks::events.mailbox_read({engine::running_fiber()});
    const uint32_t value = box.front();
    box.pop_front();
    return value;
}

void tw_t6_semaphore_init(uint32_t index, uint32_t maximum, uint32_t value) {
    semaphore(index, "t6_semaphore_init") = {value & 15, maximum & 15};
}

void tw_t6_semaphore_post(uint32_t index) {
    HardwareSemaphore& s = semaphore(index, "t6_semaphore_post");
    if (s.value < 15) ++s.value;
}

void tw_t6_semaphore_get(uint32_t index) {
    HardwareSemaphore& s = semaphore(index, "t6_semaphore_get");
    if (s.value > 0) --s.value;
}

uint32_t tw_t6_semaphore_value(uint32_t index) { return semaphore(index, "semaphore_read").value; }

void tw_t6_semaphore_wait_zero(uint32_t index) {
    block_until(WaitKind::T6Semaphore, index, &semaphore(index, "t6_semaphore_wait_on_zero"),
                [](const Wait&, const void* context) { return as_semaphore(context).value != 0; });
}

void tw_t6_semaphore_wait_max(uint32_t index) {
    block_until(
        WaitKind::T6Semaphore, index, &semaphore(index, "t6_semaphore_wait_on_max"),
        [](const Wait&, const void* context) { return as_semaphore(context).value < as_semaphore(context).maximum; });
}

}  // extern "C"

}  // namespace tilewright::calls
