// NoC transfers, atomics and barriers.
//
// Fast mode moves data at issue. Strict mode is late on purpose: a read lands at its barrier (the destination is
// poisoned until then), a write reads its source at the flush and changes its destination at the barrier. What the card
// guarantees is kept: a semaphore update never overtakes earlier writes of the same thread to the same core, and
// transfers land when nothing else can happen. Interleaved runs (engine/interleave.hpp) decide for each transfer,
// signals included, when it lands, and let a signal overtake what goes another way.
#include <fmt/format.h>

#include <cstring>

#include "calls/point.hpp"
#include "calls/refuse.hpp"
#include "card/read_ahead.hpp"
#include "card/stream_copy.hpp"
#include "checks/events.hpp"
#include "engine/strict.hpp"

namespace tilewright::calls {

namespace {
using card::Endpoint;
using card::Target;
using engine::Fiber;
using engine::Run;
using engine::Transfer;

constexpr uint8_t kPoison = 0xD7;
constexpr uint32_t kWorthFetching = 512;  // smaller reads are over before a guess helps

// Where tensors are more than caches hold, what follows a read is fetched ahead. The sticks of a tile-row are so many
// pages of a bank.
void expect_more(const Run& run, const Target& from, uint32_t bytes) {
    if (!run.stream_writes || from.core != nullptr || bytes < kWorthFetching) return;
    const uint32_t banks = run.card.num_dram_banks();
    card::saw_read(from.bank, from.host, bytes, from.bytes_left, (31 + banks) / banks);
}

// Strict mode: what a barrier will move is on its way into the caches by then.
void fetch_soon(const uint8_t* memory, uint32_t bytes) {
    constexpr uint32_t kMost = 4096;
    for (uint32_t line = 0; line < std::min(bytes, kMost); line += 64) __builtin_prefetch(memory + line, 0, 2);
}

// Both ends of a transfer lie alike within the alignment of the far one. Asked in both modes, so it stands here.
bool lie_alike(uint32_t near, const Target& far, uint32_t dram_alignment, uint32_t l1_alignment) {
    const uint32_t alignment = far.kind == Endpoint::Kind::Dram ? dram_alignment : l1_alignment;
    return ((far.offset ^ near) & (alignment - 1)) == 0;
}

checks::L1Use own_transfer(Fiber& fiber, const char* call, uint32_t address, uint32_t bytes) {
    return {fiber, call, address, bytes, fiber.core_run->checks->cb_at(address)};
}

// The issuing core's own L1.
uint8_t* local(uint32_t address, uint32_t bytes, const char* call) {
    const engine::CoreRun& run = *engine::running_fiber().core_run;
    if (uint64_t{address} + bytes > run.core->l1_bytes())
        refuse_local_address(call, address, bytes, run.core->l1_bytes());
    return run.l1 + address;
}

// Reads that are only described are made before anyone can tell: L1 of another core is somebody's who may look back.
void reach(engine::CoreRun& run, Target& target, uint32_t bytes) {
    if (target.core != run.core) return run.reads.end();
    run.reads.touch_l1(target.offset, bytes);
    target.host = run.l1 + target.offset;
}

// A dry run leaves out what leads nowhere: host is null then.
Target remote(uint64_t address, uint32_t bytes, const char* call) {
    Run& run = *engine::running_fiber().run;
    Target target = run.card.resolve(address);
    if (run.dry && target.bytes_left < bytes) target.host = nullptr;
    if (run.dry) return target;
    if (target.host == nullptr || target.bytes_left < bytes) refuse_noc_address(call, address, bytes, target);
    if (target.core != nullptr) reach(*engine::running_fiber().core_run, target, bytes);
    return target;
}

// Streamed data is ordered by the write barrier, and before any word that may announce it.
void put(Run& run, const Target& to, const uint8_t* from, uint32_t bytes) {
    if (run.undo) run.undo->save(to.host, bytes);
    if (to.core == nullptr) engine::running_fiber().core_run->reads.touch_dram(to.offset, bytes);
    if (run.stream_writes && bytes >= card::kWorthStreaming && to.core == nullptr)
        return card::stream_copy(to.host, from, bytes);
    std::memcpy(to.host, from, bytes);
}

// A 4-byte word other threads may be polling: written at once, after the data it announces.
void put_word(Run& run, uint8_t* to, uint32_t value, uint32_t byte_enables) {
    if (run.stream_writes) card::stream_fence();
    engine::running_fiber().core_run->reads.end();  // who polls the word may look at what it announces
    if (run.undo) run.undo->save(to, 4);
    auto* word = reinterpret_cast<uint32_t*>(to);
    if ((byte_enables & 0xF) == 0xF && reinterpret_cast<uintptr_t>(to) % 4 == 0) {
        __atomic_store_n(word, value, __ATOMIC_RELEASE);
        return;
    }
    for (int i = 0; i < 4; ++i) {
        if (byte_enables >> i & 1) to[i] = static_cast<uint8_t>(value >> 8 * i);
    }
}

// Earlier writes of this thread on this NoC to `core` land now (order on one path is kept).
void land_writes_to(Fiber& fiber, uint32_t noc, const card::Core* core) {
    auto& pending = fiber.pending;
    for (size_t i = 0; i < pending.size();) {
        if (pending[i].kind == Transfer::Kind::Write && pending[i].noc == noc && pending[i].to_core == core) {
            engine::complete_transfer(*fiber.run, pending[i]);
            pending.erase(pending.begin() + static_cast<ptrdiff_t>(i));
        } else {
            ++i;
        }
    }
}

// The thread's last transfer is complete: an interleaved run decides when it lands, else it is merely under way.
void is_under_way(Fiber& fiber) {
    if (fiber.preempts) [[unlikely]]
        fiber.run->interleaver->issued(fiber);
}

// A signal is told to the checks; what they want back when it lands.
std::shared_ptr<void> announce_word(checks::NocCall word) {
    std::shared_ptr<void> carried;
    if (!tw_self->strict) return carried;
    word.carries = &carried;
    checks::events.noc_call(word);
    return carried;
}

// In interleaved runs a word, or what is added to one, is a transfer like any other.
bool word_travels(Fiber& fiber, Transfer::Kind kind, uint32_t noc, uint32_t flags, const Target& to, uint32_t value,
                  uint32_t mask, void* pc, const std::shared_ptr<void>& carried) {
    if (!fiber.preempts || !tw_self->strict) return false;
    Transfer& transfer = fiber.new_pending(kind, 0, 4);
    transfer.posted = (flags & TW_NOC_POSTED) != 0;
    transfer.multicast = (flags & TW_NOC_MULTICAST) != 0;
    transfer.noc = static_cast<uint8_t>(noc);
    transfer.to = to.host;
    transfer.to_core = to.core;
    transfer.value = value;
    transfer.mask = mask;
    transfer.issued_at = pc;
    transfer.carried = carried;
    is_under_way(fiber);
    return true;
}

void word_arrives(const char* call, const Target& to) {
    if (to.core != nullptr) checks::events.far_write({engine::running_fiber(), call, to, 4});
}

void watch_target(Fiber& fiber, const Target& to, uint32_t value, bool raised) {
    if (fiber.run->observer == nullptr || to.core == nullptr) return;
    fiber.run->observer->signal(fiber, *to.core, static_cast<uint32_t>(to.offset), value, raised);
}

// Reads are made, because kernels may steer by what they read; they cannot land outside L1.
void dry_read(uint64_t src, uint32_t dst_l1, uint32_t bytes) {
    const Target from = remote(src, bytes, "noc_async_read");
    card::Core& core = *engine::running_fiber().core_run->core;
    if (from.host == nullptr || uint64_t{dst_l1} + bytes > core.l1_bytes()) return;
    std::memmove(core.l1() + dst_l1, from.host, bytes);
}

// Of writes only those to other cores count: flags, and data that kernels may steer by.
void dry_write(Fiber& fiber, uint32_t src_l1, const Target& to, uint32_t bytes) {
    card::Core& core = *fiber.core_run->core;
    if (to.host == nullptr || to.core == nullptr || uint64_t{src_l1} + bytes > core.l1_bytes()) return;
    if (bytes == 4 && to.offset % 4 == 0) {
        uint32_t value = 0;
        std::memcpy(&value, core.l1() + src_l1, 4);
        put_word(*fiber.run, to.host, value, 0xF);
        watch_target(fiber, to, value, false);
    } else {
        if (fiber.run->undo) fiber.run->undo->save(to.host, bytes);
        std::memmove(to.host, core.l1() + src_l1, bytes);
    }
    fiber.run->touch(*to.core);
}

template <class Deliver>
void each_destination(uint32_t noc, uint64_t dst, uint32_t bytes, uint32_t flags, uint32_t num_dests, const char* call,
                      Deliver deliver) {
    Run& run = *engine::running_fiber().run;
    if ((flags & TW_NOC_MULTICAST) == 0) {
        deliver(remote(dst, bytes, call));
        return;
    }
    const auto corner = [dst](int shift) { return static_cast<uint32_t>(dst >> shift & 63); };
    const uint32_t x0 = std::min(corner(36), corner(48)), x1 = std::max(corner(36), corner(48));
    const uint32_t y0 = std::min(corner(42), corner(54)), y1 = std::max(corner(42), corner(54));
    const uint64_t local_address = dst & ((uint64_t{1} << 36) - 1);
    const card::Core& self = *engine::running_fiber().core_run->core;
    uint32_t reached = 0;
    for (uint32_t y = y0; y <= y1; ++y) {
        for (uint32_t x = x0; x <= x1; ++x) {
            const Endpoint at = run.card.endpoint(x, y);
            if (at.kind != Endpoint::Kind::Worker) continue;
            if (at.index == self.index() && (flags & TW_NOC_LOOPBACK) == 0) continue;
            ++reached;
            deliver(remote(local_address | uint64_t{x} << 36 | uint64_t{y} << 42, bytes, call));
        }
    }
    checks::events.noc_multicast({call, reached, num_dests, flags, noc, dst});
    // Atomics and posted writes are not counted by the write barrier.
    const bool acknowledged = (flags & TW_NOC_POSTED) == 0 && std::strcmp(call, "noc_semaphore_inc") != 0;
    if (acknowledged && num_dests > reached) engine::running_fiber().missing_acks[noc & 1] += num_dests - reached;
}

bool matches(const Transfer& transfer, uint32_t noc, uint32_t trid) {
    return transfer.noc == noc && (trid == TW_NO_TRID || transfer.trid == trid);
}
// What these barriers wait for lands with them.
bool concerns(uint32_t what, const Transfer& transfer) {
    switch (transfer.kind) {
        case Transfer::Kind::Read: return (what & TW_BARRIER_READ) != 0;
        case Transfer::Kind::Atomic: return (what & TW_BARRIER_ATOMIC) != 0;
        default: return !transfer.posted && (what & TW_BARRIER_WRITE) != 0;
    }
}
}  // namespace

extern "C" {

void tw_noc_read(uint32_t noc, uint64_t src, uint32_t dst_l1, uint32_t bytes, uint32_t trid) {
    if (bytes == 0) return;
    point("noc_async_read");
    Fiber& fiber = engine::running_fiber();
    if (fiber.run->dry) return dry_read(src, dst_l1, bytes);
    const Target from = remote(src, bytes, "noc_async_read");
    uint8_t* to = local(dst_l1, bytes, "noc_async_read");
    const card::Arch& arch = fiber.run->card.arch();
    if (!lie_alike(dst_l1, from, arch.dram_read_alignment, arch.l1_alignment)) [[unlikely]]
        checks::events.noc_misaligned({"noc_async_read", true, src, from, dst_l1, bytes, 0});
    if (!tw_self->strict) {
        engine::DescribedReads& reads = fiber.core_run->reads;
        if (from.core != nullptr || !reads.describe(dst_l1, bytes, from.host, from.offset)) {
            reads.touch_l1(dst_l1, bytes);
            std::memmove(to, from.host, bytes);
        }
        expect_more(*fiber.run, from, bytes);
        return;
    }
    if (from.core == nullptr && fiber.run->undo) fiber.run->undo->reads_dram(from.offset, bytes);
    checks::events.noc_read({fiber, dst_l1, bytes});
    checks::events.l1_write(own_transfer(fiber, "noc_async_read", dst_l1, bytes));
    checks::events.far_read({fiber, "noc_async_read", from, bytes});
    checks::events.noc_call({checks::NocCall::Kind::Read, fiber, "noc_async_read", noc, trid, 0, dst_l1, bytes, from, 0,
                             true, __builtin_return_address(0)});
    std::memset(to, kPoison, bytes);
    Transfer& transfer = fiber.new_pending(Transfer::Kind::Read, dst_l1, bytes);
    transfer.noc = static_cast<uint8_t>(noc);
    transfer.trid = trid;
    transfer.from = from.host;
    transfer.to = to;
    transfer.issued_at = __builtin_return_address(0);
    fetch_soon(from.host, bytes);
    is_under_way(fiber);
    expect_more(*fiber.run, from, bytes);
}

void tw_noc_write(uint32_t noc, uint32_t src_l1, uint64_t dst, uint32_t bytes, uint32_t flags, uint32_t num_dests,
                  uint32_t trid) {
    if (bytes == 0) return;
    const bool multicast = (flags & TW_NOC_MULTICAST) != 0;
    const char* call = multicast
                           ? ((flags & TW_NOC_SEMAPHORE) ? "noc_semaphore_set_multicast" : "noc_async_write_multicast")
                           : ((flags & TW_NOC_SEMAPHORE) ? "noc_semaphore_set_remote" : "noc_async_write");
    point(call);
    void* const pc = __builtin_return_address(0);
    Fiber& fiber = engine::running_fiber();
    Run& run = *fiber.run;
    if (run.dry) {
        each_destination(noc, dst, bytes, flags, num_dests, call,
                         [&](const Target& to) { dry_write(fiber, src_l1, to, bytes); });
        return;
    }
    uint8_t* from = local(src_l1, bytes, call);
    fiber.core_run->reads.touch_l1(src_l1, bytes);
    const card::Arch& arch = run.card.arch();
    bool first = true;
    each_destination(noc, dst, bytes, flags, num_dests, call, [&](const Target& to) {
        if (!lie_alike(src_l1, to, arch.dram_write_alignment, arch.l1_alignment)) [[unlikely]]
            checks::events.noc_misaligned({call, false, dst, to, src_l1, bytes, flags});
        const bool flag_word = (flags & TW_NOC_SEMAPHORE) != 0 || bytes == 4;
        std::shared_ptr<void> carried;
        if (flag_word && tw_self->strict) {
            uint32_t value = 0;
            std::memcpy(&value, from, 4);
            carried = announce_word({checks::NocCall::Kind::Word, fiber, call, noc, trid, flags, src_l1, 4, to, value,
                                     std::exchange(first, false), pc});
        }
        if (!tw_self->strict || (flag_word && !fiber.preempts)) {
            if (tw_self->strict) land_writes_to(fiber, noc, to.core), word_arrives(call, to);
            if (carried) checks::signal_lands(run, carried.get());
            if (flag_word && to.offset % 4 == 0) {
                uint32_t value = 0;
                std::memcpy(&value, from, 4);
                put_word(run, to.host, value, 0xF);
                watch_target(fiber, to, value, false);
            } else {
                put(run, to, from, bytes);
            }
            if (to.core != nullptr) run.touch(*to.core);
            if (tw_self->strict) {
                // The receiver sees the word at once, which is legal; that it has left the sender is not yet certain.
                Transfer& sent_word = fiber.new_pending(Transfer::Kind::Write, src_l1, bytes);
                sent_word.flag = true;
                sent_word.posted = (flags & TW_NOC_POSTED) != 0;
                sent_word.noc = static_cast<uint8_t>(noc);
                sent_word.trid = trid;
            }
            return;
        }
        if (flag_word) {
            word_arrives(call, to);
        } else {
            checks::events.noc_write({fiber, src_l1, bytes});
            if (const checks::L1Use use = own_transfer(fiber, call, src_l1, bytes); use.in_cb != nullptr)
                checks::events.l1_read(use);
            checks::events.far_write({fiber, call, to, bytes});
            checks::events.noc_call({checks::NocCall::Kind::Write, fiber, call, noc, trid, flags, src_l1, bytes, to, 0,
                                     std::exchange(first, false), pc});
        }
        Transfer& transfer = fiber.new_pending(Transfer::Kind::Write, src_l1, bytes);
        transfer.flag = flag_word;
        transfer.multicast = multicast;
        transfer.posted = (flags & TW_NOC_POSTED) != 0;
        transfer.noc = static_cast<uint8_t>(noc);
        transfer.trid = trid;
        transfer.from = from;
        transfer.to = to.host;
        transfer.to_core = to.core;
        transfer.to_offset = to.offset;
        transfer.issued_at = pc;
        transfer.carried = std::move(carried);
        is_under_way(fiber);
    });
}

void tw_noc_write_word(uint32_t noc, uint64_t dst, uint32_t value, uint32_t byte_enables, uint32_t flags,
                       uint32_t num_dests) {
    point("noc_inline_dw_write");
    void* const pc = __builtin_return_address(0);
    Fiber& fiber = engine::running_fiber();
    Run& run = *fiber.run;
    each_destination(noc, dst, 4, flags, num_dests, "noc_inline_dw_write", [&](const Target& to) {
        if (to.host == nullptr || (run.dry && to.core == nullptr)) return;
        require_word("noc_inline_dw_write", to);
        if (tw_self->strict) word_arrives("noc_inline_dw_write", to);
        const std::shared_ptr<void> carried = announce_word({checks::NocCall::Kind::Word, fiber, "noc_inline_dw_write",
                                                             noc, TW_NO_TRID, flags, 0, 4, to, value, true, pc});
        if (word_travels(fiber, Transfer::Kind::Word, noc, flags, to, value, byte_enables, pc, carried)) return;
        if (tw_self->strict) land_writes_to(fiber, noc, to.core);
        if (carried) checks::signal_lands(run, carried.get());
        put_word(run, to.host, value, byte_enables);
        watch_target(fiber, to, value, false);
        if (to.core != nullptr) run.touch(*to.core);
    });
}

void tw_noc_atomic_inc(uint32_t noc, uint64_t dst, uint32_t increment, uint32_t wrap_bits, uint32_t flags,
                       uint32_t num_dests) {
    point("noc_semaphore_inc");
    void* const pc = __builtin_return_address(0);
    Fiber& fiber = engine::running_fiber();
    Run& run = *fiber.run;
    each_destination(noc, dst, 4, flags, num_dests, "noc_semaphore_inc", [&](const Target& to) {
        if (to.host == nullptr || (run.dry && to.core == nullptr)) return;
        require_word("noc_semaphore_inc", to);
        if (tw_self->strict) word_arrives("noc_semaphore_inc", to);
        const uint32_t bits = wrap_bits >= 31 ? UINT32_MAX : (uint32_t{2} << wrap_bits) - 1;
        const std::shared_ptr<void> carried = announce_word({checks::NocCall::Kind::Atomic, fiber, "noc_semaphore_inc",
                                                             noc, TW_NO_TRID, flags, 0, 4, to, increment, true, pc});
        if (word_travels(fiber, Transfer::Kind::Atomic, noc, flags, to, increment, bits, pc, carried)) return;
        if (tw_self->strict) land_writes_to(fiber, noc, to.core);
        if (carried) checks::signal_lands(run, carried.get());
        if (to.core == nullptr) fiber.core_run->reads.touch_dram(to.offset, 4);
        if (run.undo) run.undo->save(to.host, 4);
        auto* word = reinterpret_cast<uint32_t*>(to.host);
        if (wrap_bits >= 31) {
            __atomic_fetch_add(word, increment, __ATOMIC_ACQ_REL);
        } else {
            uint32_t old = __atomic_load_n(word, __ATOMIC_ACQUIRE);
            while (!__atomic_compare_exchange_n(word, &old, (old & ~bits) | ((old + increment) & bits), false,
                                                __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
            }
        }
        watch_target(fiber, to, increment, true);
        if (to.core != nullptr) run.touch(*to.core);
    });
}

static void barrier(uint32_t noc, uint32_t what, uint32_t trid) {
    Fiber& fiber = engine::running_fiber();
    if ((what & TW_BARRIER_WRITE) != 0 && fiber.missing_acks[noc & 1] != 0) [[unlikely]] {
        engine::Wait wait;
        wait.kind = engine::WaitKind::Barrier;
        wait.index = noc;
        wait.wanted = fiber.missing_acks[noc & 1];
        wait.ready = [](const engine::Wait&, const void*) { return false; };  // as on the card: they never come
        engine::block_until(wait);
    }
    const bool streams = (what & TW_BARRIER_WRITE) != 0 && fiber.run->stream_writes;
    if (streams && !tw_self->strict) card::stream_fence();
    if (!tw_self->strict) return;
    checks::events.noc_waited({fiber, noc, what, trid});
    auto& pending = fiber.pending;
    size_t kept = 0;
    for (size_t i = 0; i < pending.size(); ++i) {
        Transfer& transfer = pending[i];
        if (matches(transfer, noc, trid)) {
            const bool is_write = transfer.kind == Transfer::Kind::Write;
            const bool lands = concerns(what, transfer);
            const bool leaves =
                is_write && (what & (transfer.posted ? TW_BARRIER_POSTED_SENT : TW_BARRIER_WRITE_SENT)) != 0;
            if (lands ||
                (leaves && (transfer.posted || transfer.to == nullptr || (transfer.flag && transfer.landed)))) {
                engine::complete_transfer(*fiber.run, transfer, streams);
                continue;
            }
            if (leaves && !transfer.sent) {
                transfer.data.assign(transfer.from, transfer.from + transfer.bytes);
                transfer.sent = true;
            }
        }
        if (kept != i) pending[kept] = std::move(transfer);
        ++kept;
    }
    pending.erase(pending.begin() + static_cast<ptrdiff_t>(kept), pending.end());
    if (streams) card::stream_fence();
}

static const char* barrier_name(uint32_t what) {
    if (what == TW_BARRIER_READ) return "noc_async_read_barrier";
    if (what == TW_BARRIER_ATOMIC) return "noc_async_atomic_barrier";
    if ((what & TW_BARRIER_READ) != 0) return "noc_async_full_barrier";
    return (what & TW_BARRIER_WRITE) != 0 ? "noc_async_write_barrier" : "noc_async_writes_flushed";
}

void tw_noc_barrier(uint32_t noc, uint32_t what, uint32_t trid) {
    point(barrier_name(what));
    barrier(noc, what, trid);
}

uint32_t tw_noc_flushed(uint32_t noc, uint32_t what, uint32_t trid) {
    // A test that finds transfers under way lets time pass, so that a loop around it ends.
    point(barrier_name(what));
    Fiber& fiber = engine::running_fiber();
    for (const Transfer& transfer : fiber.pending) {
        if (!matches(transfer, noc, trid) || transfer.kind == Transfer::Kind::Atomic) continue;
        barrier(noc, what, trid);
        engine::yield_poll();
        return 0;
    }
    if (tw_self->strict) checks::events.noc_waited({fiber, noc, what, trid});
    return 1;
}

void tw_noc_set_state(uint32_t noc, uint32_t kind, uint64_t address, uint32_t bytes, uint32_t flags, uint32_t trid) {
    engine::running_fiber().noc_state[noc & 1][kind] = {address, bytes, flags, trid, true};
}

static const engine::NocState& noc_state(uint32_t noc, uint32_t kind) {
    const engine::NocState& state = engine::running_fiber().noc_state[noc & 1][kind];
    if (!state.set) refuse_unset_state(kind);
    return state;
}

uint64_t tw_noc_state_address(uint32_t noc, uint32_t kind) { return noc_state(noc, kind).address; }
uint32_t tw_noc_state_bytes(uint32_t noc, uint32_t kind) { return noc_state(noc, kind).bytes; }
uint32_t tw_noc_state_flags(uint32_t noc, uint32_t kind) { return noc_state(noc, kind).flags; }
uint32_t tw_noc_state_trid(uint32_t noc, uint32_t kind) { return noc_state(noc, kind).trid; }

}  // extern "C"

}  // namespace tilewright::calls
