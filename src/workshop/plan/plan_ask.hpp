// What a plan is asked to be, where the planner is not to decide: by --plan, TILEWRIGHT_PLAN, whoever tries plans.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tilewright::workshop {

// Resident: a tile-row in L1, as sticks and as tiles. TilesResident: its tiles stay, its sticks pass in blocks, once.
// Streaming: blocks only, sent again for every pass.
enum class PlanKind { Resident, ResidentSingle, TilesResident, Streaming };
// "resident", "resident, single-buffered", "tiles resident, sticks streamed", "streaming"
const char* plan_name(PlanKind kind);

struct PlanAsk {
    std::optional<PlanKind> kind;
    std::optional<uint32_t> block_tiles;  // not of plans whose block is the row
    std::optional<uint32_t> depth;        // blocks of sticks that the CBs between kernels hold
    std::optional<bool> lines_stay;       // rows for all are kept whole

    bool empty() const { return *this == PlanAsk(); }
    bool operator==(const PlanAsk&) const = default;
    std::string text() const;  // "streaming,block=4,depth=3,lines=kept"
    // TW4123 where it is not of that form.
    static PlanAsk parse(const std::string& text);
};

// What a plan has to fit in and to be like. It passes for the bytes where nobody asks for more.
struct PlanRoom {
    uint32_t l1_bytes = 0;  // free on each core
    PlanAsk ask = {};

    PlanRoom(uint32_t bytes, PlanAsk wanted = {}) : l1_bytes(bytes), ask(wanted) {}
    operator uint32_t() const { return l1_bytes; }
};

// Everything that a plan for rows of so many tiles could be asked to be; not all of it fits, or is what the op has.
std::vector<PlanAsk> all_asks(uint32_t width_tiles, bool has_lines);

}  // namespace tilewright::workshop
