// The list of checks, one line each. Where several listen to one event, they judge in this order.
#include <mutex>

#include "checks/check.hpp"
#include "checks/hindsight.hpp"
#include "engine/strict.hpp"

#define TILEWRIGHT_CHECKS(CHECK) \
    CHECK(facts)                 \
    CHECK(resident)              \
    CHECK(hindsight)             \
    CHECK(quiet_stores)          \
    CHECK(cb_push_unreserved)    \
    CHECK(cb_pop_unwaited)       \
    CHECK(cb_capacity)           \
    CHECK(cb_persistent)         \
    CHECK(cb_straddle)           \
    CHECK(push_in_flight)        \
    CHECK(pop_in_flight)         \
    CHECK(cb_two_producers)      \
    CHECK(cb_two_consumers)      \
    CHECK(cb_counter)            \
    CHECK(noc_alignment)         \
    CHECK(noc_multicast)         \
    CHECK(noc_corners)           \
    CHECK(noc_read_over_read)    \
    CHECK(noc_write_of_read)     \
    CHECK(load_in_flight)        \
    CHECK(store_over_write)      \
    CHECK(store_over_read)       \
    CHECK(store_reserved)        \
    CHECK(program_memory)        \
    CHECK(access_alignment)      \
    CHECK(stack_size)            \
    CHECK(end_in_flight)         \
    CHECK(tile_bounds)           \
    CHECK(tile_pages)            \
    CHECK(never_written)         \
    CHECK(page_read)             \
    CHECK(page_write)            \
    CHECK(page_origin)           \
    CHECK(pointer_home)          \
    CHECK(tensor_page)           \
    CHECK(tensor_address)        \
    CHECK(dram_outside)          \
    CHECK(bank_without_page)     \
    CHECK(dram_two_writers)      \
    CHECK(races)                 \
    CHECK(unit_init)             \
    CHECK(unit_format)           \
    CHECK(sfpu_init)             \
    CHECK(dst_format)            \
    CHECK(reduce_mask)           \
    CHECK(dst_section)           \
    CHECK(dst_pack)              \
    CHECK(dst_acquire)           \
    CHECK(dst_never_written)     \
    CHECK(cb_pages_left)         \
    CHECK(cb_unused)             \
    CHECK(arguments_unread)

namespace tilewright::checks {

#define TILEWRIGHT_DECLARE(name) \
    namespace name {             \
    void listen(Events& on);     \
    }
TILEWRIGHT_CHECKS(TILEWRIGHT_DECLARE)
#undef TILEWRIGHT_DECLARE

namespace {
template <class Of>
void make_states(const StateMakers<Of>& makers, Of& of, engine::CheckStates& states) {
    for (uint32_t i = 0; i < makers.count; ++i) states.push_back(makers.list[i](of));
}
}  // namespace

void run_begins(Run& run) {
    static std::once_flag listening;
    std::call_once(listening, [] {
#define TILEWRIGHT_LISTEN(name) name::listen(events);
        TILEWRIGHT_CHECKS(TILEWRIGHT_LISTEN)
#undef TILEWRIGHT_LISTEN
    });
    if (!run.strict) return;
    make_states(events.states_of_run, run, run.check_states);
    for (const auto& core : run.cores) {
        make_states(events.states_of_core, *core, core->checks->states);
        for (const auto& fiber : core->fibers) make_states(events.states_of_thread, *fiber, fiber->check_states);
    }
}

void signal_lands(Run& run, void* carried) {
    if (carried != nullptr && events.signal_lands != nullptr) events.signal_lands(run, carried);
}

void thread_ends(Fiber& fiber) { events.thread_end({fiber}); }

void run_ends(Run& run) {
    events.run_end({run});
    settle_doubts(run);
}

}  // namespace tilewright::checks
