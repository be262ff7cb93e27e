// Predicted against measured: programs of our own with the structure of public ones whose durations on real cards are
// known (measured.csv). `tilewright bench --part silicon` runs this.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/paths.hpp"
#include "card/card.hpp"
#include "clock/recording.hpp"
#include "silicon/row.hpp"
#include "silicon/sets.hpp"

namespace tilewright::silicon {
namespace {

struct Options {
    std::vector<std::string> sets, ids;
    bool json = false, quick = false;
    double median_below = 0, worst_below = 0;  // percent; 0: nothing is demanded
};

struct Result {
    const Row* row = nullptr;
    double predicted_ns = 0;
    double error() const { return predicted_ns / row->measured_ns - 1; }
};

const Set& set_of(const Row& row) {
    for (const Set& set : sets()) {
        if (set.name == row.set) return set;
    }
    throw Error("TW9000", fmt::format("row {} is of the set {}, which sets.cpp does not list", row.id, row.set), {},
                Exit::Bug);
}

double launch_ns(const Row& row, const Set& set, uint32_t repeats) {
    card::Card card(card::find_arch(row.arch));
    engine::RunOptions options;
    options.timed_llk = set.llk;
    options.asserts = false;  // as on the cards that were measured
    return clock::Recording(card, set.make(row, card, repeats), options).time().ns();
}

// Of many repetitions all after the first few cost the same: two short launches stand for a long one.
double predict(const Row& row) {
    constexpr uint32_t kFew = 8, kMore = 16;
    const Set& set = set_of(row);
    const uint32_t repeats = set.steady > 0 ? set.steady : row.number("repeats", 1);
    double whole = 0;
    if (repeats > kMore) {
        const double few = launch_ns(row, set, kFew), more = launch_ns(row, set, kMore);
        whole = more + (more - few) / (kMore - kFew) * (repeats - kMore);
    } else {
        whole = launch_ns(row, set, repeats);
    }
    return set.steady > 0 ? whole / repeats : whole;
}

struct Spread {
    size_t rows = 0;
    double median = 0, ninth = 0, worst = 0;  // of the errors' sizes
};

Spread spread_of(const std::vector<Result>& results, const std::string& set = "") {
    std::vector<double> errors;
    for (const Result& result : results) {
        if (set.empty() || result.row->set == set) errors.push_back(std::abs(result.error()));
    }
    if (errors.empty()) return {};
    std::sort(errors.begin(), errors.end());
    const size_t n = errors.size();
    const double median = n % 2 == 1 ? errors[n / 2] : (errors[n / 2 - 1] + errors[n / 2]) / 2;
    return {n, median, errors[static_cast<size_t>(std::lround(0.9 * static_cast<double>(n - 1)))], errors.back()};
}

nlohmann::json as_json(const Spread& spread) {
    return {{"rows", spread.rows}, {"median", spread.median}, {"ninth", spread.ninth}, {"worst", spread.worst}};
}

void print(const std::vector<Result>& results) {
    fmt::print("{:8}{:18}{:>13}{:>13}{:>9}  {}\n", "row", "set", "predicted us", "measured us", "error", "program");
    for (const Result& result : results)
        fmt::print("{:8}{:18}{:13.3f}{:13.3f}{:+8.1f}%  {}\n", result.row->id, result.row->set,
                   result.predicted_ns / 1000, result.row->measured_ns / 1000, 100 * result.error(),
                   result.row->text());
    fmt::print("\n{:18}{:>5}{:>9}{:>9}{:>9}  {}\n", "set", "rows", "median", "90 %", "worst", "programs");
    const auto line = [](const std::string& name, const Spread& spread, const std::string& about) {
        fmt::print("{:18}{:5}{:8.1f}%{:8.1f}%{:8.1f}%  {}\n", name, spread.rows, 100 * spread.median,
                   100 * spread.ninth, 100 * spread.worst, about);
    };
    for (const Set& set : sets()) {
        const Spread spread = spread_of(results, set.name);
        if (spread.rows > 0) line(set.name, spread, set.about);
    }
    line("all", spread_of(results), "");
}

nlohmann::json as_json(const std::vector<Result>& results) {
    nlohmann::json json = {{"rows", nlohmann::json::array()}, {"sets", nlohmann::json::object()}};
    for (const Result& result : results)
        json["rows"].push_back({{"id", result.row->id},
                                {"set", result.row->set},
                                {"machine", result.row->arch},
                                {"program", result.row->words},
                                {"predicted_ns", result.predicted_ns},
                                {"measured_ns", result.row->measured_ns},
                                {"error", result.error()}});
    for (const Set& set : sets()) {
        const Spread spread = spread_of(results, set.name);
        if (spread.rows > 0) json["sets"][set.name] = as_json(spread);
    }
    json["all"] = as_json(spread_of(results));
    return json;
}

int run(const Options& options) {
    const std::vector<Row> rows = read_rows(shipped_folder("bench") / "silicon" / "measured.csv");
    const auto wanted = [](const std::vector<std::string>& names, const std::string& name) {
        return names.empty() || std::find(names.begin(), names.end(), name) != names.end();
    };
    std::vector<Result> results;
    for (const Row& row : rows) {
        const bool another = !results.empty() && results.back().row->set == row.set;
        if (options.quick && another) continue;
        if (wanted(options.sets, row.set) && wanted(options.ids, row.id)) results.push_back({&row, predict(row)});
    }
    if (results.empty())
        throw Error("TW4002", "no row of bench/silicon/measured.csv fits", "leave out --set and --id to see all",
                    Exit::Usage);
    if (options.json)
        fmt::print("{}\n", as_json(results).dump(2));
    else
        print(results);
    const Spread all = spread_of(results);
    const bool too_far = (options.median_below > 0 && 100 * all.median >= options.median_below) ||
                         (options.worst_below > 0 && 100 * all.worst >= options.worst_below);
    if (too_far)
        fmt::print(stderr, "error: median {:.1f} % (allowed: below {} %), worst {:.1f} % (below {} %)\n",
                   100 * all.median, options.median_below, 100 * all.worst, options.worst_below);
    return too_far ? static_cast<int>(Exit::Finding) : 0;
}

}  // namespace
}  // namespace tilewright::silicon

int main(int argc, char** argv) {
    using namespace tilewright;
    CLI::App app("Predicted against measured durations of programs of our own", "bench_silicon");
    silicon::Options options;
    app.add_option("--set", options.sets, "only this set (repeatable)");
    app.add_option("--id", options.ids, "only this row (repeatable)");
    app.add_flag("--quick", options.quick, "only the first row of each set");
    app.add_flag("--json", options.json, "as JSON");
    app.add_option("--median-below", options.median_below, "fail where the median error is not below so many percent");
    app.add_option("--worst-below", options.worst_below, "fail where the largest error is not below so many percent");
    CLI11_PARSE(app, argc, argv);
    try {
        return silicon::run(options);
    } catch (const Error& error) {
        fmt::print(stderr, "{}", error.finding().to_text());
        return static_cast<int>(error.exit_status());
    }
}
