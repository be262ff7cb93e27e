// Events of a run that checks listen to. src/calls raises them and does what the call does; a check judges. Internal to
// src/checks and src/calls.
//
// Listeners are plain functions in arrays that are filled once, before the first run (check_list.cpp): an event nobody
// listens to costs one comparison. Strict mode raises them all; fast mode only those marked "both modes", which are
// raised where something is odd already.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <memory>

#include "base/error.hpp"
#include "card/card.hpp"
#include "card/tensix.hpp"
#include "engine/run_state.hpp"
#include "tw/abi.h"

namespace tilewright::checks {

template <class Event>
class Listeners {
public:
    using Listener = void (*)(const Event&);
    void add(Listener listener) {
        if (count_ == list_.size())
            throw InternalError("an event has too many listeners: raise the size in events.hpp");
        list_[count_++] = listener;
    }
    void operator()(const Event& event) const {
        for (uint32_t i = 0; i < count_; ++i) list_[i](event);
    }

private:
    uint32_t count_ = 0;
    std::array<Listener, 12> list_{};
};

// A CB call: before it does anything, or (names in the past) after it has counted.
struct CbUse {
    engine::Fiber& fiber;
    uint32_t cb;
    const TwCbShared& buffer;
    uint32_t pages;
    void* pc = nullptr;
    const TwCbView& view() const { return fiber.views[cb]; }
};

// The thread reads or writes its core's own L1; `call` names how ("load", "noc_async_write" ...).
struct L1Use {
    engine::Fiber& fiber;
    const char* call;
    uint32_t address;
    uint32_t bytes;
    const engine::CbPlan* in_cb;  // the CB in which the first byte lies; null: none
};

// A raw access whose address was computed from a pointer of a CB.
struct PointerUse {
    engine::Fiber& fiber;
    uint32_t address;
    uint32_t bytes;
    uint32_t pointer;
    bool writes;
};

// A raw access counts on an alignment that its address does not have.
struct Unaligned {
    engine::Fiber& fiber;
    uint32_t address;
    uint32_t align;
};

// A function with large variables is entered.
struct StackUse {
    engine::Fiber& fiber;
    uint32_t bytes;
};

// A NoC transfer is issued; `own` is its address in the thread's own L1.
struct NocUse {
    engine::Fiber& fiber;
    uint32_t own;
    uint32_t bytes;
};

// The far end of a transfer: DRAM, or the L1 of a core.
struct FarUse {
    engine::Fiber& fiber;
    const char* call;
    const card::Target& target;
    uint32_t bytes;
};

// An accessor has given the NoC address of byte `offset` of a page, or of a shard (TW_PAGE_SHARD), of the tensor at
// `base`. `site` is the place in the kernel's code; 0: not known.
struct PageAddress {
    engine::Fiber& fiber;
    uint64_t address;
    uint32_t base;
    uint32_t page;
    uint32_t page_bytes;
    uint32_t offset;
    uint32_t flags;  // TW_PAGE_*
    uint32_t site;
};

// A transfer is about to be made whose far address was computed from this page address, and whose own L1 address from
// this pointer of a CB. 0: not known.
struct Origin {
    engine::Fiber& fiber;
    uint64_t far;
    uint32_t site;
    uint32_t near;
};

// A NoC call, once for each destination that it reaches.
struct NocCall {
    enum class Kind : uint8_t { Read, Write, Word, Atomic } kind;  // Word: 4 bytes that may be a signal
    engine::Fiber& fiber;
    const char* call;
    uint32_t noc, trid, flags;
    uint32_t own;  // Read, Write: where in the thread's own L1
    uint32_t bytes;
    const card::Target& target;
    uint32_t value;  // Word, Atomic
    bool first;      // of the call's destinations
    void* pc;
    std::shared_ptr<void>* carries = nullptr;  // Word, Atomic: a check may leave here what it wants back at the landing
};

// Transfers of the thread are known to be done; `what` as tw_noc_barrier has it.
struct NocWaited {
    engine::Fiber& fiber;
    uint32_t noc, what, trid;
};

// A word of the thread's own L1 that is used as a semaphore; what was waited for, or is about to be set or added.
struct WordUse {
    enum class Kind : uint8_t { WaitedEqual, WaitedMin, Set, Add } kind;
    engine::Fiber& fiber;
    const char* call;
    uint32_t address;
    uint32_t value;
    void* pc;
};

// The thread goes round a loop that reads memory, or has got a message of a neighbour.
struct ThreadUse {
    engine::Fiber& fiber;
};

// The two ends of a transfer lie differently within the alignment of the far one.
struct Misaligned {
    const char* call;
    bool reads;
    uint64_t noc_address;
    const card::Target& far;
    uint32_t own;
    uint32_t bytes;
    uint32_t flags;  // TW_NOC_*
};

struct Multicast {
    const char* call;
    uint32_t reached;
    uint32_t num_dests;
    uint32_t flags;
    uint32_t noc;
    uint64_t destination;  // as kernels write it: both corners
};

// UNPACK reads or PACK writes bytes of a CB. `page` is the last one of them, counted from the thread's pointer.
struct TileUse {
    engine::Fiber& fiber;
    const char* call;
    uint32_t cb;
    uint32_t page;
    uint64_t address;
    uint32_t bytes;
    uint64_t limit() const { return 16 * static_cast<uint64_t>(fiber.views[cb].fifo_limit); }
    bool beyond_buffer() const { return address + bytes > limit(); }
};

// A unit uses data of a format while it is configured for one.
struct FormatUse {
    const char* unit;
    uint32_t cb;  // TW_NO_CB: the data is in a source register
    tile::DataFormat configured;
    tile::DataFormat actual;
};

// A tile call on a unit, before it is done, with what the call itself says about it; `tensix` has the unit's state.
struct ComputeCall {
    enum class Kind : uint8_t { Copy, Transpose, Binary, Reduce, Matmul, UnpackMatmul, Tilize, PackUntilize } kind;
    const card::Tensix& tensix;
    const char* unit;
    const char* call;
    // Copy: broadcast. Binary: operation, broadcast, reuse of DST. Reduce: pool, dimension. Matmul: ct, rt.
    // Tilize: width in tiles. PackUntilize: block_ct, full_ct, row_datums.
    std::array<uint32_t, 3> arguments{};
};

// A call that uses DST. `index` is the kernel's (TW_NO_CB: none), `slot` the place in the register file.
struct DstUse {
    const card::Tensix& tensix;
    const char* call;
    uint32_t index;
    uint32_t slot;
};

struct PackedTile {
    const card::Tensix& tensix;
    uint32_t cb;
    uint32_t index;
    uint32_t slot;
};

// A call is told a format with which it acts only on a DST of these widths (TW_ON_*_BIT_DST; 0: on none).
struct DstFormat {
    const card::Tensix& tensix;
    const char* call;
    tile::DataFormat format;
    uint32_t widths;
};

// An SFPU operation on DST tiles, before it is done.
struct SfpuCall {
    const card::Tensix& tensix;
    tile::SfpuOp op;
    std::initializer_list<uint32_t> operands;  // indices
    uint32_t out;                              // TW_NO_CB: the operand is replaced
};

struct ArgumentRead {
    engine::Fiber& fiber;
    uint32_t index;
    bool common;
};

struct ThreadEnd {
    engine::Fiber& fiber;
};

struct RunEnd {
    engine::Run& run;
};

// Makes the states that checks keep (check.hpp).
template <class Of>
struct StateMakers {
    using Maker = std::shared_ptr<void> (*)(Of&);
    uint32_t count = 0;
    std::array<Maker, 16> list{};
};

struct Events {
    Listeners<CbUse> cb_reserve, cb_reserved, cb_push, cb_pushed, cb_wait, cb_waited, cb_pop, cb_popped;
    Listeners<L1Use> load, store;  // by the kernel itself
    Listeners<PointerUse> pointer_use;
    Listeners<Unaligned> unaligned;
    Listeners<StackUse> stack;
    Listeners<L1Use> l1_read;    // in any way; of CBs only
    Listeners<L1Use> l1_write;   // in any way
    Listeners<L1Use> cb_filled;  // stores of which l1_write is not told one by one have begun (quiet_stores.hpp)
    Listeners<NocUse> noc_read, noc_write;
    Listeners<FarUse> far_read, far_write;
    Listeners<PageAddress> page_address;
    Listeners<Origin> origin;
    Listeners<NocCall> noc_call;
    Listeners<NocWaited> noc_waited;
    Listeners<WordUse> word;
    Listeners<CbUse> cb_probed;  // pages were there, or room was
    Listeners<ThreadUse> polls, mailbox_read;
    Listeners<Misaligned> noc_misaligned;  // both modes
    Listeners<Multicast> noc_multicast;    // both modes
    Listeners<TileUse> tile_read, rows_read, tile_write;
    Listeners<FormatUse> format;
    Listeners<ComputeCall> compute_call;
    Listeners<DstUse> dst_acquire, dst_commit, dst_release, dst_math, dst_pack;
    Listeners<PackedTile> pack_tile;
    Listeners<DstFormat> dst_format;
    Listeners<SfpuCall> sfpu_call;
    Listeners<ArgumentRead> argument_read;
    Listeners<ThreadEnd> thread_end;
    Listeners<RunEnd> run_end;
    // A word has reached its place: what a listener of noc_call left.
    void (*signal_lands)(engine::Run& run, void* carried) = nullptr;
    StateMakers<engine::Run> states_of_run;
    StateMakers<engine::CoreRun> states_of_core;
    StateMakers<engine::Fiber> states_of_thread;
};

// What the list of checks has made of it.
inline constinit Events events;

}  // namespace tilewright::checks
