// What the threads of a timed run did, call by call, with what plain code cost in between: all that the simulator needs
// to know about a program. Nothing here depends on the machine's figures, so one tape can be timed with many.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/core_coord.hpp"
#include "card/card.hpp"
#include "program/descriptor.hpp"
#include "tw/abi.h"

namespace tilewright::clock {

enum class Op : uint8_t {
    CbWait,  // kind: CB; a: pages
    CbReserve,
    CbPush,
    CbPop,
    CbProbe,
    Read,     // kind: NoC; address: far; a: bytes; b: transaction id; c: in L1; flags: kWithState
    Write,    // kind: NoC; address: far; a: bytes; b: transaction id; c: TW_NOC_* and kWithState; d: signal
    Word,     // kind: NoC; address: far; a: value; c: TW_NOC_*; d: signal
    Atomic,   // likewise; a: increment
    Barrier,  // kind: NoC; a: TW_BARRIER_*; b: transaction id
    SetState,
    SemaphoreWait,     // address: in this core's L1; a: value
    SemaphoreWaitMin,  // likewise
    SemaphoreSet,
    SemaphoreAdd,
    MailboxWrite,  // kind: to
    MailboxRead,   // kind: from
    HardwareInit,  // kind: semaphore; a: maximum; b: value
    HardwarePost,
    HardwareGet,
    HardwareWaitZero,
    HardwareWaitMax,
    Unpack,     // kind: UnpackKind; a: bytes to SrcA; b: bytes to SrcB; c, d: matmul: ct, rt; flags
    Math,       // kind: MathKind; a: entries taken from the source registers; c: fidelity phases; flags
    Sfpu,       // a: TW_SFPU_*; b: vectors; c, d: parameters 0 and 1
    Vectors,    // a: vector instructions of SFPI code
    VectorsOf,  // a: TW_SFPU_*, called from SFPI code; b: vectors
    Pack,       // kind: PackKind; a: bytes a tile; b: tiles; flags
    Configure,  // kind: ConfigureKind
    Acquire,
    Commit,
    PackWait,
    Release,
    ZoneBegin,  // a: name
    ZoneEnd,
    Record,
    ReadClock,
    Delay,  // a: cycles
    Poll,   // a: the signal that ended it; 0: none
};

enum class UnpackKind : uint8_t { One, Pair, Reduce, Matmul, Tilize, Untilize, TilizePair };
enum class MathKind : uint8_t {
    Copy,
    Add,
    Multiply,
    ReduceRow,
    ReduceColumn,
    ReduceScalar,
    Matmul,
    Transpose,
    CopyDst,
    Clear
};
enum class PackKind : uint8_t { Tile, Untilize, Rows };
enum class ConfigureKind : uint8_t {
    UnpackAll,
    UnpackSide,
    UnpackInit,
    MathAll,
    MathSide,
    MathInit,
    SfpuInit,
    PackAll,
    PackFormat,
    PackInit,
    Small,  // one register: relu, accumulation, masks
};

// flags of Unpack, Math and Pack
enum : uint16_t {
    kToDst = 1,  // 32-bit data past the source registers
    kTranspose = 2,
    kReuseDst = 8,       // an operand comes from DST
    kDst32 = 16,         // DST is 32 bits wide
    kAccumulate = 32,    // Pack: adds to L1
    kMax = 64,           // Reduce: maximum
    kScalerKnown = 128,  // Reduce: the scaler is that of the call before
    kBroadcastColumn = 512,
    kWithState = 2048,  // Read, Write: only what set_state did not say is programmed
};

struct Event {
    uint32_t scalar = 0;  // cycles of plain code before it
    Op op = Op::CbWait;
    uint8_t kind = 0;
    uint16_t flags = 0;
    uint32_t a = 0, b = 0, c = 0, d = 0;
    uint64_t address = 0;
};
static_assert(sizeof(Event) == 32);

class Tape;

class ThreadTape {
public:
    Tape* tape = nullptr;
    uint32_t core = 0;  // index in Tape::cores
    TwProcessor processor = TW_BRISC;
    std::string name;
    std::string kernel;
    std::vector<Event> events;
    // Of the recorder: what only the next call needs.
    bool with_state = false;
    bool polled = false;
    uint64_t paused_at = 0;  // cycles of plain code before an assertion
    uint64_t last_scaler = UINT64_MAX;
};

struct CoreTape {
    LogicalCore at;
    uint32_t worker = 0;
    uint32_t l1_semaphores = 0;             // L1 address of semaphore 0, for names
    std::map<uint32_t, uint32_t> cb_pages;  // by CB
    // By CB, those that the program could make larger: not the ones that lie on buffers of the host's.
    std::map<uint32_t, uint32_t> cb_page_bytes;
    uint32_t l1_free_bytes = 0;               // that no CB and no buffer has
    std::map<uint32_t, uint32_t> semaphores;  // L1 address -> first value
    std::vector<std::unique_ptr<ThreadTape>> threads;
    uint32_t sections = 2;     // of DST
    uint32_t last_signal = 0;  // that reached it, while recording
};

class Tape {
public:
    explicit Tape(card::Card& on) : card(on) {}
    card::Card& card;
    std::string program;
    std::vector<CoreTape> cores;
    std::vector<std::string> names;   // of zones
    uint32_t signals = 0;             // numbered from 1
    std::vector<int> core_of_worker;  // -1: not in the program
    // For traces; not in files.
    std::map<uint32_t, std::string> cb_names;  // of CBs that have one
    std::vector<program::Phase> phases;
};

// To be changed: the tape of a run is shared by whoever times it.
std::unique_ptr<Tape> copy_of(const Tape& tape);
// Equal for two launches of a program that did the same to buffers at other addresses.
uint64_t fingerprint(const Tape& tape);

}  // namespace tilewright::clock
