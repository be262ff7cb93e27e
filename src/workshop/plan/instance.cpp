// The plan of one call: formats, pages, and the choice between a row that stays in L1 and one that is streamed.
#include <fmt/format.h>

#include <algorithm>

#include "workshop/plan/plan.hpp"

namespace tilewright::workshop::rows {

const char* kind_name(InstanceKind kind) {
    switch (kind) {
        case InstanceKind::Resident: return "resident";
        case InstanceKind::ResidentSingle: return "resident, single-buffered";
        default: return "streaming";
    }
}

uint32_t Instance::bytes() const {
    uint32_t sum = 0;
    for (const InstanceCb& cb : cbs) sum += cb.bytes();
    return sum;
}

uint32_t chunk_of(uint32_t block_tiles) {
    uint32_t tiles = std::min(block_tiles, 8u);
    while (block_tiles % tiles != 0) --tiles;
    return tiles;
}

Instance instantiate(const Plan& plan, const Request& request) {
    const auto present = [&](int input) {
        return request.present.empty() || request.present[static_cast<size_t>(input)];
    };
    const auto format_of = [&](const PlanCb& cb) {
        const bool wide = cb.format == FormatOf::Input
                              ? !request.float32.empty() && request.float32[static_cast<size_t>(cb.input)]
                          : cb.format == FormatOf::Output ? request.output_float32
                                                          : request.fp32_dst;
        return wide ? tt::DataFormat::Float32 : tt::DataFormat::Float16_b;
    };
    Instance made;
    made.width = request.shape.back();
    made.sticks = 1;
    for (size_t i = 0; i + 1 < request.shape.size(); ++i) made.sticks *= request.shape[i];
    made.refined = plan.program.has_refinement && request.output_float32 && request.fp32_dst;
    made.l1_bytes = request.l1_bytes;
    const auto holds = [&](int condition) {
        if (condition == kRefined) return made.refined;
        if (condition == kPartial) return made.tail_columns() != 0;
        return present(condition);
    };
    const auto fits = [&](InstanceKind kind, uint32_t block_tiles, uint32_t depth) {
        made.kind = kind;
        made.block_tiles = block_tiles;
        made.blocks = (made.width_tiles() + block_tiles - 1) / block_tiles;
        made.chunk_tiles = chunk_of(block_tiles);
        made.cbs.clear();
        const bool resident = kind != InstanceKind::Streaming;
        for (const PlanCb& cb : plan.cbs) {
            if (!std::all_of(cb.conditions.begin(), cb.conditions.end(), holds)) continue;
            const uint32_t pages = cb.pages == PagesOf::One      ? 1
                                   : cb.pages == PagesOf::Two    ? 2
                                   : cb.pages == PagesOf::Block  ? block_tiles
                                   : cb.pages == PagesOf::Blocks ? depth * block_tiles
                                                                 : made.chunk_tiles;
            made.cbs.push_back({cb.index, cb.name, cb.holds, format_of(cb), pages, cb.producer, cb.consumer,
                                cb.kept || (resident && cb.kept_if_resident), cb.first,
                                resident && cb.last_resident >= 0 ? cb.last_resident : cb.last});
        }
        return made.bytes() <= request.l1_bytes;
    };
    const uint32_t tiles = made.width_tiles();
    const PlanChoice choice = plan.spec.plan;
    // Rows of one tile have no blocks to stream.
    if (choice != PlanChoice::Streaming || tiles == 1) {
        if (fits(InstanceKind::Resident, tiles, 2)) {
            made.reasons.push_back(
                fmt::format("a tile-row of {} tiles fits L1 with two rows of sticks buffered each "
                            "way: {} of {} bytes; every input is read once",
                            tiles, made.bytes(), request.l1_bytes));
            return made;
        }
        made.reasons.push_back(fmt::format("resident, double-buffered: {} bytes, {} too many", made.bytes(),
                                           made.bytes() - request.l1_bytes));
        if (fits(InstanceKind::ResidentSingle, tiles, 1)) {
            made.reasons.push_back(
                fmt::format("resident with one row of sticks buffered: {} of {} bytes; reading does "
                            "not overlap computing, but every input is read once",
                            made.bytes(), request.l1_bytes));
            return made;
        }
        made.reasons.push_back(fmt::format("resident, single-buffered: {} bytes, {} too many", made.bytes(),
                                           made.bytes() - request.l1_bytes));
        if (choice == PlanChoice::Resident) {
            refuse(plan.spec.source, {}, "TW4121",
                   fmt::format("{}: the spec asks for a resident plan, but rows of {} need {} of {} bytes of L1",
                               plan.spec.name, made.width, made.bytes(), request.l1_bytes),
                   "plan = \"automatic\", or narrower rows");
        }
    } else {
        made.reasons.emplace_back("the spec asks for a streaming plan");
    }
    const uint32_t passes = plan.streaming_passes(made.refined);
    // The rule of choose_plan in workshop/op/cb_plan.cpp: blocks that are sent several times gain nothing from being
    // large.
    constexpr uint32_t kEnoughBytes = 384 * 1024, kEnoughTiles = 8;
    for (uint32_t blocks = 2; blocks <= tiles; ++blocks) {
        const uint32_t block_tiles = (tiles + blocks - 1) / blocks;
        if (!fits(InstanceKind::Streaming, block_tiles, 2)) continue;
        if (made.bytes() > kEnoughBytes && block_tiles > kEnoughTiles && blocks != tiles) continue;
        made.reasons.push_back(
            fmt::format("streaming: {} blocks of {} tiles, {} of {} bytes; inputs are read up to {} times", made.blocks,
                        made.block_tiles, made.bytes(), request.l1_bytes, passes));
        return made;
    }
    refuse(plan.spec.source, {}, "TW4121",
           fmt::format("{}: {} bytes of L1 are free on each core, but blocks of one tile need {} bytes", plan.spec.name,
                       request.l1_bytes, made.bytes()),
           "free L1 buffers first");
}

}  // namespace tilewright::workshop::rows
