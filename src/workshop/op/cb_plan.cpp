// Choosing, printing and building CB plans.
#include "workshop/op/cb_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <nlohmann/json.hpp>

#include "metal/program_impl.hpp"
#include "tt-metalium/allocator.hpp"
#include "tt-metalium/bfloat16.hpp"
#include "tt-metalium/work_split.hpp"
#include "tt_stl/assert.hpp"
#include "tt_stl/fmt.hpp"

namespace tilewright::workshop {

namespace tm = tt::tt_metal;

namespace {
constexpr uint32_t kStickTiles = 16;  // of a block of sticks, where only tiles are resident
}  // namespace

RowGeometry fold_rows(const tm::Shape& shape) {
    RowGeometry rows;
    rows.width = shape[-1];
    rows.sticks = static_cast<uint32_t>(shape.volume() / rows.width);
    return rows;
}

const char* plan_name(PlanKind kind) {
    switch (kind) {
        case PlanKind::Resident: return "resident";
        case PlanKind::ResidentSingle: return "resident, single-buffered";
        case PlanKind::TilesResident: return "tiles resident, sticks streamed";
        default: return "streaming";
    }
}

uint32_t OpPlan::bytes() const {
    uint32_t total = 0;
    for (const PlannedCb& cb : cbs) total += cb.bytes();
    return total;
}

bool OpPlan::has(uint32_t index) const {
    for (const PlannedCb& cb : cbs) {
        if (cb.index == index) return true;
    }
    return false;
}

const PlannedCb& OpPlan::cb(uint32_t index) const {
    for (const PlannedCb& cb : cbs) {
        if (cb.index == index) return cb;
    }
    TT_THROW("the plan has no circular buffer c_{}", index);
}

std::string OpPlan::table() const {
    std::string text =
        fmt::format("plan: {}, {}, {} block{} of {} tiles, {} of {} bytes of L1\n", plan_name(kind),
                    row_math_name(math), rows.blocks, rows.blocks == 1 ? "" : "s", rows.block_tiles, bytes(), l1_bytes);
    for (const PlannedCb& cb : cbs) {
        text += fmt::format("  c_{:<3} {:<34} {:<10} {:>4} x {:>4} B  {} -> {}{}\n", cb.index, cb.holds,
                            fmt::format("{}", cb.format), cb.pages, cb.page_bytes(), cb.producer, cb.consumer,
                            cb.persistent ? " (kept)" : "");
    }
    return text;
}

std::vector<uint32_t> OpPlan::choice() const {
    std::vector<uint32_t> words = {static_cast<uint32_t>(math), rows.block_tiles, rows.blocks, rows.passes};
    for (const PlannedCb& cb : cbs) words.push_back(cb.pages);
    return words;
}

nlohmann::json OpPlan::to_json() const {
    nlohmann::json list = nlohmann::json::array();
    for (const PlannedCb& cb : cbs) {
        list.push_back({{"index", cb.index},
                        {"holds", cb.holds},
                        {"format", fmt::format("{}", cb.format)},
                        {"pages", cb.pages},
                        {"page_bytes", cb.page_bytes()},
                        {"producer", cb.producer},
                        {"consumer", cb.consumer},
                        {"persistent", cb.persistent}});
    }
    return {{"kind", plan_name(kind)}, {"math", row_math_name(math)}, {"block_tiles", rows.block_tiles},
            {"blocks", rows.blocks},   {"passes", rows.passes},       {"first_pass_blocks", rows.first_pass_blocks},
            {"cb_bytes", bytes()},     {"l1_bytes", l1_bytes},        {"cbs", list}};
}

OpPlan choose_plan(const char* op, RowGeometry rows, uint32_t l1_bytes, uint32_t streaming_passes, const CbsFor& cbs,
                   RowMath math, const CbsFor& tiles_resident, uint32_t first_pass_tiles) {
    OpPlan plan;
    plan.op = op;
    plan.math = math;
    plan.l1_bytes = l1_bytes;
    const auto fits_with = [&](PlanKind kind, const CbsFor& cbs_of_kind, uint32_t block_tiles, uint32_t depth,
                               bool resident) {
        plan.kind = kind;
        plan.rows = rows;
        plan.rows.block_tiles = block_tiles;
        plan.rows.blocks = (rows.width_tiles() + block_tiles - 1) / block_tiles;
        plan.rows.passes = kind == PlanKind::Streaming ? streaming_passes : 1;
        const uint32_t of_first = std::min(first_pass_tiles, rows.width_tiles());
        plan.rows.first_pass_blocks =
            plan.rows.passes > 1 ? (of_first + block_tiles - 1) / block_tiles : plan.rows.blocks;
        plan.cbs = cbs_of_kind(block_tiles, depth, resident);
        return plan.bytes() <= l1_bytes;
    };
    const auto fits = [&](PlanKind kind, uint32_t block_tiles, uint32_t depth) {
        return fits_with(kind, cbs, block_tiles, depth, kind != PlanKind::Streaming);
    };
    const uint32_t tiles = rows.width_tiles();
    if (fits(PlanKind::Resident, tiles, 2)) return plan;
    if (tiles_resident != nullptr && tiles > 1) {
        // Blocks large enough for transfers of a kilobyte and more, small enough to leave the caches to the tiles.
        for (const uint32_t most : {kStickTiles, kStickTiles / 4}) {
            const uint32_t blocks = std::max(2u, (tiles + most - 1) / most),
                           block_tiles = (tiles + blocks - 1) / blocks;
            for (const bool parameters_stay : {true, false}) {
                if (fits_with(PlanKind::TilesResident, tiles_resident, block_tiles, 2, parameters_stay)) return plan;
            }
        }
    }
    if (fits(PlanKind::ResidentSingle, tiles, 1)) return plan;
    // Equal blocks waste least; a block more makes each smaller. Blocks that are sent several times gain nothing from
    // being large: beyond a few tiles they only push the sticks they come from out of the host's cache.
    constexpr uint32_t kEnoughBytes = 384 * 1024, kEnoughTiles = 8;
    for (uint32_t blocks = 2; blocks <= tiles; ++blocks) {
        const uint32_t block_tiles = (tiles + blocks - 1) / blocks;
        if (fits(PlanKind::Streaming, block_tiles, 2) &&
            (plan.bytes() <= kEnoughBytes || block_tiles <= kEnoughTiles || blocks == tiles)) {
            return plan;
        }
    }
    TT_THROW("{}: {} bytes of L1 are free on each core, but blocks of one tile need {} bytes; free L1 buffers first",
             op, l1_bytes, plan.bytes());
}

uint32_t l1_for_cbs(const ttnn::MeshDevice& device) {
    const uint64_t begin = device.allocator()->get_base_allocator_addr(tm::HalMemType::L1);
    const auto lowest = device.lowest_occupied_compute_l1_address();
    const uint64_t end = lowest ? *lowest : device.l1_size_per_core();
    return end > begin ? static_cast<uint32_t>(end - begin) : 0;
}

void create_cbs(tm::Program& program, const CoreRangeSet& cores, const OpPlan& plan) {
    program.impl().descriptor.name = fmt::format("{}, {} plan", plan.op, plan_name(plan.kind));
    for (const PlannedCb& cb : plan.cbs) {
        const auto index = static_cast<uint8_t>(cb.index);
        tm::CreateCircularBuffer(
            program, cores,
            tm::CircularBufferConfig(cb.bytes(), {{index, cb.format}}).set_page_size(index, cb.page_bytes()));
        // What the host API cannot say: reports name CBs, checks know constants.
        auto& created = program.impl().descriptor.cbs.back();
        created.persistent = cb.persistent;
        created.formats.front().name = cb.holds;
    }
}

std::vector<tm::UnpackToDestMode> unpack_modes(const OpPlan& plan, bool fp32_dst) {
    std::vector<tm::UnpackToDestMode> modes(NUM_CIRCULAR_BUFFERS, tm::UnpackToDestMode::Default);
    for (const PlannedCb& cb : plan.cbs) {
        if (fp32_dst && plan.math == RowMath::Sfpu && cb.format == tt::DataFormat::Float32) {
            modes[cb.index] = tm::UnpackToDestMode::UnpackToDestFp32;
        }
    }
    return modes;
}

WorkSplit split_rows(const CoreCoord& grid, const RowGeometry& rows) {
    WorkSplit split;
    const auto [count, all, first_group, second_group, first_rows, second_rows] =
        tm::split_work_to_cores(grid, rows.tile_rows());
    (void)second_group;
    split.cores = all;
    uint32_t row = 0;
    for (const CoreCoord& core : tm::corerange_to_cores(all, count)) {
        const uint32_t share = first_group.contains(core) ? first_rows : second_rows;
        split.shares.push_back({core, row * 32, std::min(rows.sticks - row * 32, share * 32), share});
        row += share;
    }
    return split;
}

uint32_t constant_bits(float value, tt::DataFormat format) {
    return std::bit_cast<uint32_t>(format == tt::DataFormat::Float32 ? value : static_cast<float>(bfloat16(value)));
}
uint32_t scaler_bits(uint32_t width, tt::DataFormat format) {
    return constant_bits(1.0f / static_cast<float>(width), format);
}

tt::DataFormat between_format(tt::DataFormat input, tt::DataFormat output) {
    const bool wide = input == tt::DataFormat::Float32 || output == tt::DataFormat::Float32;
    return wide ? tt::DataFormat::Float32 : tt::DataFormat::Float16_b;
}

}  // namespace tilewright::workshop
