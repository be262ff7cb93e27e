// Choosing and printing plans.
//
// What the card gains and loses by a plan, in this order:
// - DRAM: every pass that streams its input reads all of it again; a resident row, as sticks or as tiles only, is read
//   once.
// - Overlap: a core often has one tile-row or two. In blocks, compute begins when the first is there and the writer
// when
//   the first result is; a row in one piece is read, worked on and written one after the other.
// - Blocks: each costs calls and waits of its own; the first and the last overlap with nothing; those whose tiles fill
//   DST evenly are packed quicker; tiles beyond the end of a row are work for nothing.
// The weights below were taken from what `tilewright tune` finds (docs/workshop.md), in tiles of work.
#include "workshop/plan/cb_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "tt_stl/fmt.hpp"

namespace tilewright::workshop {

namespace {

class Chooser {
public:
    explicit Chooser(const PlanRequest& request) : request_(request), tiles_(request.rows.width_tiles()) {
        plan_.op = request.op;
        plan_.math = request.math;
        plan_.l1_bytes = request.l1_bytes;
        for (const PlannedCb& cb : request.cbs) {
            has_lines_ |= cb.size == PagesOf::Line;
        }
    }

    OpPlan run() {
        if (!request_.ask.empty()) return asked();
        // Rows of one tile have no blocks to stream.
        const bool may_stay = request_.choice != PlanChoice::Streaming || tiles_ == 1;
        if (!may_stay) because("the spec asks for a streaming plan");
        const bool may_stream = request_.choice != PlanChoice::Resident;
        const bool in_blocks = tiles_ >= kLeastTilesInBlocks;
        if (may_stay && in_blocks && !request_.makes_again && tiles_only()) return std::move(plan_);
        if (may_stream && in_blocks && request_.passes == 1 && streamed()) return std::move(plan_);
        if (may_stay && (whole_row() || tiles_only() || single_buffered())) return std::move(plan_);
        if (request_.choice == PlanChoice::Resident) {
            refuse(fmt::format("the spec asks for rows that stay in L1, but rows of {} need {} of {} bytes",
                               request_.rows.width, plan_.bytes(), request_.l1_bytes),
                   "plan = \"automatic\", or narrower rows");
        }
        if (streamed()) return std::move(plan_);
        refuse(fmt::format("{} bytes of L1 are free on each core, but blocks of one tile need {} bytes",
                           request_.l1_bytes, plan_.bytes()),
               "free L1 buffers first");
    }

private:
    // What is asked for, the rest by the rules below; the kinds in their order where none is asked for.
    OpPlan asked() {
        const PlanAsk& ask = request_.ask;
        const std::string text = ask.text();
        if (request_.choice == PlanChoice::Resident && ask.kind == PlanKind::Streaming)
            refuse(fmt::format("the spec asks for rows that stay in L1, \"{}\" for a plan that streams", text),
                   "leave one of the two out");
        if (ask.kind == PlanKind::TilesResident && (request_.passes == 1 || !request_.tiles_may_stay || tiles_ == 1))
            refuse(fmt::format("\"{}\" asks for resident tiles, but {}", text,
                               tiles_ == 1            ? "a row is one tile"
                               : request_.passes == 1 ? "inputs are read once in any plan"
                                                      : "the kernels have no such plan in this call"),
                   "resident or streaming");
        if (ask.kind == PlanKind::Streaming && tiles_ == 1)
            refuse(fmt::format("\"{}\" asks for a plan that streams, but a row is one tile", text), "resident");
        if (ask.block_tiles && (*ask.block_tiles >= tiles_ || ask.kind == PlanKind::Resident))
            refuse(fmt::format("\"{}\" asks for blocks of {} tiles; the block of a resident plan is the row, others "
                               "have at least two in a row, which is {} tiles",
                               text, *ask.block_tiles, tiles_),
                   tiles_ > 1 ? fmt::format("streaming with blocks of 1 to {} tiles", tiles_ - 1) : "leave block= out");
        if (ask.lines_stay == true && ask.kind == PlanKind::Streaming && has_lines_ && !request_.lines_by_row)
            refuse(fmt::format("\"{}\": the kernels of this call need what is one row for all again for every tile-row",
                               text),
                   "leave lines= out, or tiles-resident");
        if (ask.lines_stay == false && ask.kind == PlanKind::Resident)
            refuse(fmt::format("\"{}\": a resident plan keeps what is one row for all", text), "leave lines= out");
        if (ask.lines_stay && !has_lines_)
            refuse(fmt::format("\"{}\" asks for what is one row for all, but there is no such input", text),
                   "leave lines= out");
        if (wants(PlanKind::Resident) && !ask.block_tiles && fits_asked(PlanKind::Resident, tiles_))
            return std::move(plan_);
        if (request_.passes > 1 && request_.tiles_may_stay && fits_blocks(PlanKind::TilesResident))
            return std::move(plan_);
        if (request_.choice != PlanChoice::Resident && fits_blocks(PlanKind::Streaming)) return std::move(plan_);
        refuse(fmt::format("\"{}\" asks for a plan that does not fit: {} bytes, and {} are free on each core", text,
                           plan_.bytes(), request_.l1_bytes),
               "fewer blocks (depth=) or smaller ones (block=)");
    }
    bool wants(PlanKind kind) const { return !request_.ask.kind || request_.ask.kind == kind; }
    bool fits_asked(PlanKind kind, uint32_t block_tiles) {
        const uint32_t depth = request_.ask.depth.value_or(2);
        if (kind == PlanKind::Resident && depth == 1) kind = PlanKind::ResidentSingle;
        for (const bool stay : kind <= PlanKind::ResidentSingle ? std::vector<bool>{true} : lines_may(kind)) {
            if (request_.ask.lines_stay && request_.ask.lines_stay != stay) continue;
            if (!fits(kind, block_tiles, depth, stay)) continue;
            because(fmt::format("{}: {}; {}", request_.by_clock ? "the best by the card's clock" : "asked for",
                                request_.ask.text(), of_l1()));
            return true;
        }
        return false;
    }
    bool fits_blocks(PlanKind kind) {
        if (!wants(kind) || tiles_ == 1) return false;
        if (request_.ask.block_tiles) return fits_asked(kind, *request_.ask.block_tiles);
        for (const uint32_t size : block_sizes(kind)) {
            if (fits_asked(kind, size)) return true;
        }
        return false;
    }

    [[noreturn]] void refuse(const std::string& message, const std::string& fix) const {
        throw Error("TW4121", request_.op + ": " + message, fix, Exit::Usage);
    }
    void because(std::string reason) { plan_.reasons.push_back(std::move(reason)); }
    std::string of_l1() const { return fmt::format("{} of {} bytes", plan_.bytes(), request_.l1_bytes); }
    void too_many(const char* what) {
        because(fmt::format("{}: {} bytes, {} too many", what, plan_.bytes(), plan_.bytes() - request_.l1_bytes));
    }

    bool fits(PlanKind kind, uint32_t block_tiles, uint32_t depth, bool lines_stay) {
        plan_.kind = kind;
        plan_.rows = request_.rows;
        RowGeometry& rows = plan_.rows;
        rows.block_tiles = block_tiles;
        rows.blocks = (tiles_ + block_tiles - 1) / block_tiles;
        rows.passes = kind == PlanKind::Streaming ? request_.passes : 1;
        const bool short_first = rows.passes > 1 && rows.anchor_tiles != 0 && request_.first_pass_is_anchor;
        const uint32_t first_tiles = short_first ? std::min(rows.anchor_tiles, tiles_) : tiles_;
        rows.first_pass_blocks = (first_tiles + block_tiles - 1) / block_tiles;
        const bool tiles_stay = kind == PlanKind::TilesResident;
        plan_.cbs.clear();
        for (PlannedCb cb : request_.cbs) {
            if (tiles_stay && (cb.size == PagesOf::Block || cb.size == PagesOf::TwoBlocks)) continue;
            if (cb.size == PagesOf::Sums && rows.blocks == 1) continue;
            switch (cb.size) {
                case PagesOf::One: cb.pages = 1; break;
                case PagesOf::Two: cb.pages = 2; break;
                case PagesOf::Scalers: cb.pages = rows.tail_columns() == 0 ? 1 : 2; break;
                case PagesOf::Part: cb.pages = part_of(block_tiles); break;
                case PagesOf::Block: cb.pages = block_tiles; break;
                case PagesOf::TwoBlocks: cb.pages = 2 * block_tiles; break;
                case PagesOf::Blocks: cb.pages = depth * block_tiles; break;
                case PagesOf::TileBlocks:
                    cb.pages = tiles_stay ? rows.blocks * block_tiles : depth * block_tiles;
                    break;
                case PagesOf::Tiles: cb.pages = tiles_stay ? rows.blocks * block_tiles : block_tiles; break;
                case PagesOf::Inner: cb.pages = cb.inner_tiles; break;
                case PagesOf::InnerParts: cb.pages = 2 * part_of(cb.inner_tiles); break;
                case PagesOf::Kept: cb.pages = block_tiles; break;
                case PagesOf::Parts: cb.pages = 2 * part_of(block_tiles); break;
                case PagesOf::Sums: cb.pages = cb.inner_tiles; break;
                case PagesOf::Line:
                    cb.persistent = lines_stay;
                    cb.pages = (lines_stay ? rows.blocks : depth) * block_tiles;
                    break;
            }
            plan_.cbs.push_back(std::move(cb));
        }
        std::sort(plan_.cbs.begin(), plan_.cbs.end(),
                  [](const PlannedCb& a, const PlannedCb& b) { return a.index < b.index; });
        return plan_.bytes() <= request_.l1_bytes;
    }

    // Tiles of a block, the best first.
    std::vector<uint32_t> block_sizes(PlanKind kind) const {
        constexpr BlockCosts costs;
        const double each = kind != PlanKind::Streaming ? costs.block
                            : request_.passes > 1       ? costs.again
                                                        : costs.passed;
        std::vector<std::pair<double, uint32_t>> all;
        for (uint32_t size = 1; size < tiles_; ++size) {
            const uint32_t blocks = (tiles_ + size - 1) / size;
            if ((tiles_ + blocks - 1) / blocks != size) continue;  // as many smaller ones do
            const double packing = size % 4 == 0 ? 0 : size % 2 == 0 || size % 3 == 0 ? costs.uneven : costs.odd;
            all.emplace_back(blocks * size * (1 + packing) + blocks * each + size * costs.alone, size);
        }
        std::sort(all.begin(), all.end());
        std::vector<uint32_t> sizes;
        for (const auto& [cost, size] : all) sizes.push_back(size);
        return sizes;
    }
    std::vector<bool> lines_may(PlanKind kind) const {
        if (!has_lines_) return {kind != PlanKind::Streaming};
        if (kind == PlanKind::Streaming && !request_.lines_by_row) return {false};
        return {true, false};
    }

    bool whole_row() {
        if (!fits(PlanKind::Resident, tiles_, 2, true)) {
            too_many("resident, double-buffered");
            return false;
        }
        because(
            fmt::format("a tile-row of {} tiles fits L1 with two rows of sticks buffered each way: {}; every "
                        "input is read once",
                        tiles_, of_l1()));
        return true;
    }

    bool tiles_only() {
        if (request_.passes == 1 || tiles_ == 1) return false;
        if (!request_.tiles_may_stay) {
            because("tiles resident, sticks streamed: the kernels have no such plan");
            return false;
        }
        if (fits_some(PlanKind::TilesResident)) {
            because(fmt::format(
                "the tiles of a row fit, sticks pass in {} blocks of {} tiles, two buffered each way: {}; every "
                "input is read once{}",
                plan_.rows.blocks, plan_.rows.block_tiles, of_l1(), lines_again()));
            return true;
        }
        too_many("tiles resident, sticks streamed");
        return false;
    }

    bool single_buffered() {
        // What is read once anyway streams as well, and overlaps.
        if (request_.passes == 1 && tiles_ > 1 && request_.choice != PlanChoice::Resident) return false;
        if (!fits(PlanKind::ResidentSingle, tiles_, 1, true)) {
            too_many("resident, single-buffered");
            return false;
        }
        because(
            fmt::format("resident with one row of sticks buffered: {}; reading does not overlap computing, but "
                        "every input is read once",
                        of_l1()));
        return true;
    }

    bool streamed() {
        if (!fits_some(PlanKind::Streaming)) return false;
        const RowGeometry& rows = plan_.rows;
        because(fmt::format("streaming: {} blocks of {} tiles; {}; {}{}", rows.blocks, rows.block_tiles, of_l1(),
                            rows.passes == 1 ? "every input is read once"
                            : rows.first_pass_blocks < rows.blocks
                                ? fmt::format("inputs are read up to {} times, the first time {} blocks only",
                                              rows.passes, rows.first_pass_blocks)
                                : fmt::format("inputs are read up to {} times", rows.passes),
                            lines_again()));
        return true;
    }

    // Two blocks buffered each way; rows for all stay if they can.
    bool fits_some(PlanKind kind) {
        for (const uint32_t size : block_sizes(kind)) {
            for (const bool stay : lines_may(kind)) {
                if (fits(kind, size, 2, stay)) return true;
            }
        }
        return fits(kind, 1, 2, false);  // what messages speak of
    }
    std::string lines_again() const {
        return has_lines_ && !plan_.lines_stay() ? ", but what is one row for all once for every tile-row" : "";
    }

    const PlanRequest& request_;
    const uint32_t tiles_;
    bool has_lines_ = false;
    OpPlan plan_;
};

}  // namespace

RowGeometry fold_rows(const tt::tt_metal::Shape& shape) {
    RowGeometry rows;
    rows.width = std::max(shape[-1], 1u);  // validation refuses none, but programs are hashed before that
    rows.sticks = static_cast<uint32_t>(shape.volume() / rows.width);
    return rows;
}

RowGeometry fold_matrices(const tt::tt_metal::Shape& shape) {
    RowGeometry rows = fold_rows(shape);
    const uint32_t height = std::max(shape[-2], 1u);
    rows.sticks = rows.sticks / height * ((height + 31) / 32 * 32);
    return rows;
}

Extents extents_of(const tt::tt_metal::Shape& shape) {
    return extents_of(std::vector<uint32_t>(shape.cbegin(), shape.cend()));
}

RowGeometry fold_gathered(const tt::tt_metal::Shape& shape, Dims reduced) {
    const Extents extents = extents_of(shape);
    const Dims kept = static_cast<Dims>(kAllDims & ~reduced);
    RowGeometry rows;
    rows.width = static_cast<uint32_t>(32 * std::max<uint64_t>(extents.tiles_of(reduced), 1));
    rows.sticks = static_cast<uint32_t>(32 * extents.tiles_of(kept));
    rows.elements = static_cast<uint32_t>(std::max<uint64_t>(extents.elements(reduced), 1));
    return rows;
}

uint32_t OpPlan::bytes() const {
    uint32_t total = 0;
    for (const PlannedCb& cb : cbs) total += cb.bytes();
    return total;
}

bool OpPlan::has(uint32_t index) const {
    return std::any_of(cbs.begin(), cbs.end(), [&](const PlannedCb& cb) { return cb.index == index; });
}

const PlannedCb& OpPlan::cb(uint32_t index) const {
    for (const PlannedCb& cb : cbs) {
        if (cb.index == index) return cb;
    }
    throw InternalError(fmt::format("the plan of {} has no circular buffer c_{}", op, index));
}

bool OpPlan::lines_stay() const {
    return std::any_of(cbs.begin(), cbs.end(),
                       [](const PlannedCb& cb) { return cb.size == PagesOf::Line && cb.persistent; });
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
    std::vector<uint32_t> words = {
        static_cast<uint32_t>(math), static_cast<uint32_t>(kind), rows.block_tiles, rows.blocks, rows.passes,
        uint32_t{lines_stay()}};
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
    return {{"kind", plan_name(kind)},
            {"math", row_math_name(math)},
            {"block_tiles", rows.block_tiles},
            {"blocks", rows.blocks},
            {"passes", rows.passes},
            {"first_pass_blocks", rows.first_pass_blocks},
            {"cb_bytes", bytes()},
            {"l1_bytes", l1_bytes},
            {"reasons", reasons},
            {"cbs", list}};
}

OpPlan choose_plan(const PlanRequest& request) { return Chooser(request).run(); }

OpPlan choose_plan(PlanRequest request, const std::vector<uint32_t>& shape, const std::vector<ShapePlan>& by_clock) {
    if (!request.ask.empty()) return choose_plan(request);
    for (const ShapePlan& one : by_clock) {
        if (one.shape != shape) continue;
        PlanRequest asked = request;
        asked.ask = PlanAsk::parse(one.plan);
        asked.by_clock = true;
        try {
            return choose_plan(asked);
        } catch (const Error&) {  // less of L1 is free than there was, or DST has 16 bits
        }
    }
    return choose_plan(request);
}

PlanAsk ask_of(const OpPlan& plan) {
    PlanAsk ask;
    ask.kind = plan.kind == PlanKind::ResidentSingle ? PlanKind::Resident : plan.kind;
    if (ask.kind != PlanKind::Resident) ask.block_tiles = plan.rows.block_tiles;
    for (const PlannedCb& cb : plan.cbs) {
        const bool deep = cb.size == PagesOf::TileBlocks && plan.kind != PlanKind::TilesResident;
        if (cb.size == PagesOf::Blocks || deep) ask.depth = cb.pages / plan.rows.block_tiles;
        if (cb.size == PagesOf::Line && ask.kind != PlanKind::Resident) ask.lines_stay = plan.lines_stay();
    }
    return ask;
}

uint32_t part_of(uint32_t block_tiles) {
    uint32_t tiles = std::min(block_tiles, 8u);
    while (block_tiles % tiles != 0) --tiles;
    return tiles;
}

tt::DataFormat between_format(tt::DataFormat input, tt::DataFormat output) {
    const bool wide = input == tt::DataFormat::Float32 || output == tt::DataFormat::Float32;
    return wide ? tt::DataFormat::Float32 : tt::DataFormat::Float16_b;
}

program::Phase tiles_phase(const OpPlan& plan, const std::string& name, const std::string& formula, uint32_t cb) {
    program::Phase phase;
    phase.name = name;
    phase.formula = formula;
    phase.cb = cb;
    phase.block_pages = plan.rows.block_tiles;
    return phase;
}

program::Phase column_phase(const std::string& name, const std::string& formula, uint32_t cb) {
    program::Phase phase;
    phase.name = name;
    phase.formula = formula;
    phase.cb = cb;
    phase.column = true;
    return phase;
}

program::Phase result_phase(const std::string& formula, uint32_t cb, bool column) {
    program::Phase phase = column_phase("result", formula, cb);
    phase.column = column;
    phase.result = true;
    return phase;
}

}  // namespace tilewright::workshop
