// Tunings for people and for programs.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "workshop/tune/tune.hpp"

namespace tilewright::workshop {

namespace {

constexpr double kEqual = 0.01;  // differences below this are none: the clock is not that exact

nlohmann::json json_of(const Tried& one) {
    return {{"plan", ask_of(one.plan).text()},
            {"grid", one.grid ? fmt::format("{}x{}", one.grid->x, one.grid->y) : ""},
            {"cores", one.cores},
            {"block_tiles", one.plan.rows.block_tiles},
            {"blocks", one.plan.rows.blocks},
            {"cb_bytes", one.plan.bytes()},
            {"ns", one.ns}};
}

}  // namespace

std::string Tried::text() const {
    std::string text = ask_of(plan).text();
    if (grid) text += fmt::format(" on {}x{} cores", grid->x, grid->y);
    return text;
}

std::string Tuning::to_text(size_t lines) const {
    std::string text = fmt::format("{} on {}: {} plans timed, {} more do not fit or are not for these rows\n", op, arch,
                                   tried.size(), refused);
    size_t width = chosen.text().size();
    for (size_t i = 0; i < std::min(lines, tried.size()); ++i) width = std::max(width, tried[i].text().size());
    const auto line = [&](const std::string& label, const Tried& one) {
        text += fmt::format("  {:<8} {:<{}} {:>5} cores {:>8} bytes {:>10.2f} us  {:>+6.1f} %\n", label, one.text(),
                            width, one.cores, one.plan.bytes(), one.ns / 1000, 100 * (one.ns / chosen.ns - 1));
    };
    line("default", chosen);
    for (size_t i = 0; i < std::min(lines, tried.size()); ++i) line(i == 0 ? "best" : std::to_string(i + 1), tried[i]);
    if (tried.size() > lines) line("slowest", tried.back());
    if (behind() < kEqual) {
        text += behind() > 0 ? "  the default is as good as the best found: the difference is below 1 %\n"
                             : "  the default is the best found\n";
    } else {
        text += fmt::format("  the best found takes {:.1f} % less; to have it: --plan {}{}\n",
                            100 * (1 - best().ns / chosen.ns), ask_of(best().plan).text(),
                            best().grid ? fmt::format(" --cores {}x{}", best().grid->x, best().grid->y) : "");
    }
    return text;
}

nlohmann::json Tuning::to_json() const {
    nlohmann::json list = nlohmann::json::array();
    for (const Tried& one : tried) list.push_back(json_of(one));
    return {{"op", op},
            {"arch", arch},
            {"default", json_of(chosen)},
            {"behind", behind()},
            {"best", json_of(best())},
            {"refused", refused},
            {"tried", list}};
}

}  // namespace tilewright::workshop
