// Comparing plans.
#include "workshop/tune/plan_diff.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "clock/recording.hpp"
#include "metal/device_impl.hpp"
#include "tilewright/device.hpp"

namespace tilewright::workshop {

namespace {

std::string cb_text(const PlannedCb& cb) {
    return fmt::format("{}: {} x {} bytes, {} -> {}{}", cb.holds, cb.pages, cb.page_bytes(), cb.producer, cb.consumer,
                       cb.persistent ? ", kept" : "");
}

}  // namespace

std::vector<PlanDifference> differences(const OpPlan& first, const OpPlan& second) {
    std::vector<PlanDifference> all;
    const auto add = [&](const std::string& what, const std::string& a, const std::string& b) {
        if (a != b) all.push_back({what, a, b});
    };
    const auto number = [](uint64_t value) { return fmt::format("{}", value); };
    add("op", first.op, second.op);
    add("kind", plan_name(first.kind), plan_name(second.kind));
    add("arithmetic", row_math_name(first.math), row_math_name(second.math));
    add("tiles of a block", number(first.rows.block_tiles), number(second.rows.block_tiles));
    add("blocks of a row", number(first.rows.blocks), number(second.rows.blocks));
    add("readings of the input", number(first.rows.passes), number(second.rows.passes));
    add("bytes of L1", number(first.bytes()), number(second.bytes()));
    std::map<uint32_t, std::pair<std::string, std::string>> cbs;
    for (const PlannedCb& cb : first.cbs) cbs[cb.index].first = cb_text(cb);
    for (const PlannedCb& cb : second.cbs) cbs[cb.index].second = cb_text(cb);
    for (const auto& [index, texts] : cbs) {
        add(fmt::format("c_{}", index), texts.first.empty() ? "none" : texts.first,
            texts.second.empty() ? "none" : texts.second);
    }
    return all;
}

double time_of(const Tunable& call, const PlanAsk& ask, ttnn::MeshDevice& device) {
    const rows::DirectProgram made = call.program(ask, std::nullopt);
    return clock::Recording(*device.impl().card, made.program, run_options(device)).time({}).ns();
}

std::string PlanDiff::to_text(const std::string& first, const std::string& second) const {
    std::string text = fmt::format("  A: {}\n  B: {}\n", first, second);
    if (differences.empty()) text += "no difference\n";
    for (const PlanDifference& one : differences) {
        text += fmt::format("{}\n  A  {}\n  B  {}\n", one.what, one.first, one.second);
    }
    const double change = first_ns > 0 ? (second_ns / first_ns - 1) * 100 : 0;
    return text + fmt::format("time on the card\n  A  {:.2f} us\n  B  {:.2f} us, {:+.1f} %\n", first_ns / 1000,
                              second_ns / 1000, change);
}

nlohmann::json PlanDiff::to_json() const {
    nlohmann::json list = nlohmann::json::array();
    for (const PlanDifference& one : differences) {
        list.push_back({{"what", one.what}, {"first", one.first}, {"second", one.second}});
    }
    return {{"differences", list}, {"first_ns", first_ns}, {"second_ns", second_ns}};
}

}  // namespace tilewright::workshop
