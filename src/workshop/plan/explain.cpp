// The decisions of a plan, told from the plan itself.
#include "workshop/plan/explain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tt_stl/fmt.hpp"

namespace tilewright::workshop::rows {

namespace {

const char* why_index(uint32_t index) {
    return index < 8    ? "inputs have 0 to 7 by convention"
           : index < 16 ? "constants have 8 to 15 by convention"
           : index < 24 ? "results have 16 to 23 by convention"
                        : "values between have 24 and more by convention";
}

std::string why_pages(const PlannedCb& cb, const OpPlan& call) {
    const RowGeometry& rows = call.rows;
    switch (cb.size) {
        case PagesOf::One: return "one value per row: a tile holds 32 of them";
        case PagesOf::Two: return "two, so that the next can be made while one is used";
        case PagesOf::Scalers:
            return rows.tail_columns() == 0
                       ? "the last tile of a row is whole: one page"
                       : fmt::format("a second page for the last tile, which has {} columns", rows.tail_columns());
        case PagesOf::Part: return "the largest part of a block, at most 8 tiles, that divides it";
        case PagesOf::Block: return "a block: its maker and its user take turns in one thread";
        case PagesOf::TwoBlocks: return "two blocks: two values that follow each other share it";
        case PagesOf::Blocks:
            return cb.pages / rows.block_tiles >= 2
                       ? fmt::format("{} blocks, so that one is moved while another is worked on",
                                     cb.pages / rows.block_tiles)
                       : "one block: two do not fit, moving does not overlap with work";
        case PagesOf::TileBlocks:
            return call.kind == PlanKind::TilesResident
                       ? "the tiles of a row stay until its last pass"
                       : "blocks of tiles as they come, one moved while another is used";
        case PagesOf::Tiles:
            return call.kind == PlanKind::TilesResident ? "the tiles of a row stay until its last pass"
                   : call.kind == PlanKind::Streaming   ? "a block: it leaves and is sent again for the next pass"
                                                        : "the row, which is one block";
        case PagesOf::Inner: return "a row of tiles of the left side: it stays while the columns of the right one pass";
        case PagesOf::InnerParts:
        case PagesOf::Parts:
            return "two parts of a column, of at most 8 tiles that divide it: one comes while one is used";
        case PagesOf::Kept: return "a block of the result, which the matrix unit reads";
        case PagesOf::Sums: return "the sums that the blocks before gave, one for each tile of the result's width";
        case PagesOf::Line:
            return cb.persistent ? "one row for all, kept whole: read once"
                                 : "one row for all, in blocks: it does not fit whole, and is read for every tile-row";
    }
    return "";
}

std::string why_format(const PlanCb& cb, const Plan& plan) {
    switch (cb.format) {
        case FormatOf::Input:
            return fmt::format("the dtype of {}", plan.spec.inputs[static_cast<size_t>(cb.input)].name);
        case FormatOf::Output: return "the dtype of the result";
        case FormatOf::Statistic: break;
    }
    return "what DST holds: nothing is rounded between two steps";
}

}  // namespace

std::vector<Decision> explain(const Plan& plan, const OpPlan& call) {
    std::vector<Decision> all;
    const auto add = [&](const char* rule, const std::string& what, const std::string& value, const std::string& why) {
        all.push_back({rule, what, value, why});
    };
    std::string reasons;
    for (const std::string& reason : call.reasons) reasons += (reasons.empty() ? "" : "; ") + reason;
    add("plan.kind", "rows in L1", plan_name(call.kind), reasons);
    const RowGeometry& rows = call.rows;
    add("plan.block", "block", fmt::format("{} of {} tiles", rows.block_tiles, rows.width_tiles()),
        rows.blocks == 1
            ? "the row is one block"
            : fmt::format(
                  "{} equal blocks: the cheapest size that fits, by what a block costs beside its tiles, how evenly "
                  "it fills DST, and what of the first and last overlaps with nothing",
                  rows.blocks));
    add("plan.passes", "passes over the tiles", fmt::format("{}", plan.streaming_passes(rows.anchor_tiles != 0)),
        "a reduction needs its whole row: what depends on it comes in a later pass");
    if (rows.anchor_tiles != 0) {
        add("plan.anchor", "means", fmt::format("two parts, the first of {} tiles", rows.anchor_tiles),
            "results are float32, which would show the rounding of one sum");
    }
    for (const Pass& pass : plan.passes) {
        for (const Step& step : pass.steps) {
            if (step.kind != StepKind::Store) continue;
            const bool asked = plan.spec.cb_indices.count(plan.program[step.node].name) != 0;
            const bool in_dst = call.kind == PlanKind::TilesResident;
            add("value.store", plan.value_name(step.node), in_dst ? "made again in DST" : "stored",
                in_dst ? "where the tiles of a row stay, making it again costs no reading"
                : asked
                    ? "the spec gives it a CB"
                    : "several passes need it, and it costs more than one operation; or DST has no room for all of it");
        }
    }
    for (const PlannedCb& cb : call.cbs) {
        const PlanCb& planned = plan.cb(cb.index);
        const std::string what = fmt::format("c_{} {}", cb.index, cb.name.empty() ? cb.holds : cb.name);
        const bool asked = plan.spec.cb_indices.count(cb.name) != 0;
        add("cb.index", what, fmt::format("{}", cb.index), asked ? "the spec asks for it" : why_index(cb.index));
        add("cb.pages", what, fmt::format("{} x {} bytes", cb.pages, cb.page_bytes()), why_pages(cb, call));
        add("cb.format", what, fmt::format("{}", cb.format), why_format(planned, plan));
        if (!planned.shares.empty()) {
            add("cb.shared", what, fmt::format("{}", fmt::join(planned.shares, ", ")),
                "they are never alive at the same time");
        }
        if (cb.persistent) add("cb.kept", what, "pushed once, never popped", "every row needs it");
    }
    return all;
}

std::string to_text(const std::vector<Decision>& decisions) {
    std::string text;
    for (const Decision& one : decisions) {
        text += fmt::format("  {:<12} {:<26} {:<28} {}\n", one.rule, one.what, one.value, one.why);
    }
    return text;
}

nlohmann::json to_json(const std::vector<Decision>& decisions) {
    nlohmann::json list = nlohmann::json::array();
    for (const Decision& one : decisions) {
        list.push_back({{"rule", one.rule}, {"what", one.what}, {"value", one.value}, {"why", one.why}});
    }
    return list;
}

}  // namespace tilewright::workshop::rows
