// The card against float table: names of the benchmark program paired up.
#include "cli/bench/bench_card.hpp"

#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>
#include <vector>

#include "cli/table.hpp"

namespace tilewright::cli {

using nlohmann::json;

json card_ratios(const json& medians) {
    static const std::string kCard = "/card/simd", kFloat = "/float/simd";
    std::map<std::string, double> seconds;
    for (const json& line : medians) seconds[line.at("name")] = line.at("cpu_seconds");
    json ratios = json::array();
    for (const auto& [name, card] : seconds) {
        if (!name.ends_with(kCard)) continue;
        const std::string primitive = name.substr(0, name.size() - kCard.size());
        const auto other = seconds.find(primitive + kFloat);
        if (other == seconds.end() || other->second <= 0) continue;
        ratios.push_back({{"name", primitive},
                          {"float_seconds", other->second},
                          {"card_seconds", card},
                          {"ratio", card / other->second}});
    }
    return ratios;
}

std::string card_table(const json& ratios) {
    Table table({"a tile, vectorised", ">float", ">card", ">card / float"});
    for (const json& line : ratios)
        table.add({line["name"], duration(line["float_seconds"]), duration(line["card_seconds"]),
                   fmt::format("{:.2f}", line["ratio"].get<double>())});
    return table.text();
}

std::string card_ops_table(const json& ops) {
    Table table({"seed op, a tile", ">float", ">card", ">card / float"});
    for (const json& row : ops.at("rows"))
        table.add({fmt::format("{} {} {}", row["op"].get<std::string>(),
                               fmt::join(row["shape"].get<std::vector<int>>(), "x"), row["dtype"].get<std::string>()),
                   duration(row["us_per_tile"].get<double>() * 1e-6),
                   duration(row["card_us_per_tile"].get<double>() * 1e-6),
                   fmt::format("{:.2f}", row["ratios"]["card_over_float"].get<double>())});
    return table.text();
}

}  // namespace tilewright::cli
