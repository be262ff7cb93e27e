// Two subjects side by side.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <ostream>
#include <set>

#include "base/error.hpp"
#include "cli/ops/time_forms.hpp"
#include "cli/ops/timed_subject.hpp"
#include "cli/table.hpp"

namespace tilewright::cli {

SubjectOptions parse_side(const std::string& text, const SubjectOptions& base) {
    SubjectOptions options = base;
    CLI::App app;
    declare_subject(app, options)->required(false);
    try {
        app.parse(text);
    } catch (const CLI::ParseError& error) {
        throw Error("TW4000", fmt::format("--compare: \"{}\": {}", text, error.what()),
                    "a side is a name, options, or both: \"variance_w_rm --math fpu\"", Exit::Usage);
    }
    if (options.name.empty())
        throw Error("TW4000", fmt::format("--compare: \"{}\" names no subject", text),
                    "begin with an op, its folder or an example", Exit::Usage);
    return options;
}

namespace {

std::string us(double ns) { return fmt::format("{:.2f} us", ns / 1000); }
std::string part_text(double part) { return fmt::format("{:.1f} %", 100 * part); }
std::string times(double a, double b) { return a == 0 ? "" : fmt::format("{:+.1f} %", 100 * (b / a - 1)); }

// Something both sides do, in nanoseconds of the slowest core.
struct Difference {
    std::string what;  // "MATH works", "NCRISC reader waits for room in c_0"
    double ns[2] = {};
};

std::vector<Difference> differences(const TimedSubject* const (&sides)[2]) {
    std::vector<Difference> all;
    const auto entry = [&](const std::string& what) -> Difference& {
        for (Difference& known : all) {
            if (known.what == what) return known;
        }
        return all.emplace_back(Difference{what, {}});
    };
    for (size_t side = 0; side < 2; ++side) {
        const double total = sides[side]->timing.ns();
        for (const clock::Share& share : sides[side]->verdict.shares) {
            entry(share.thread + " works").ns[side] = share.busy * total;
            for (const clock::ShareOfWait& wait : share.waits)
                entry(fmt::format("{} waits for {}", share.thread, wait.what)).ns[side] = wait.part * total;
        }
    }
    std::stable_sort(all.begin(), all.end(), [](const Difference& a, const Difference& b) {
        return std::abs(a.ns[1] - a.ns[0]) > std::abs(b.ns[1] - b.ns[0]);
    });
    return all;
}

// Work before waits: who waits less does so because somebody else works less.
const Difference* most_different(const std::vector<Difference>& all) {
    for (const bool works : {true, false}) {
        for (const Difference& one : all) {
            if (one.what.ends_with(" works") == works && std::abs(one.ns[1] - one.ns[0]) > 0.02 * one.ns[0] + 1)
                return &one;
        }
    }
    return nullptr;
}

uint64_t dram_bytes(const clock::Timing& timing) {
    uint64_t sum = 0;
    for (const clock::BankTime& bank : timing.banks) sum += bank.read_bytes + bank.write_bytes;
    return sum;
}

std::string table_of(const TimedSubject& a, const TimedSubject& b, const std::vector<std::string>& titles) {
    Table table({"", ">" + titles[0], ">" + titles[1], ">"});
    const auto row = [&](const std::string& what, double one, double two, auto text) {
        table.add({what, text(one), text(two), times(one, two)});
    };
    row("time", a.timing.ns(), b.timing.ns(), us);
    table.add(
        {"give or take", part_text(a.verdict.uncertainty.relative), part_text(b.verdict.uncertainty.relative), ""});
    table.add({"cores", fmt::format("{}", a.verdict.cores.size()), fmt::format("{}", b.verdict.cores.size()), ""});
    row("median core", a.verdict.median_core_ns, b.verdict.median_core_ns, us);
    std::vector<std::string> threads;
    for (const TimedSubject* side : {&a, &b}) {
        for (const clock::Share& share : side->verdict.shares) {
            if (std::find(threads.begin(), threads.end(), share.thread) == threads.end())
                threads.push_back(share.thread);
        }
    }
    const auto cell = [](const TimedSubject& side, const std::string& thread,
                         double clock::Share::* part) -> std::string {
        for (const clock::Share& share : side.verdict.shares) {
            if (share.thread == thread) return part_text(share.*part);
        }
        return "-";
    };
    for (const std::string& thread : threads) {
        table.add({thread + " busy", cell(a, thread, &clock::Share::busy), cell(b, thread, &clock::Share::busy), ""});
        table.add({thread + " waiting", cell(a, thread, &clock::Share::waiting),
                   cell(b, thread, &clock::Share::waiting), ""});
    }
    row("at best", a.verdict.least.best_ns(), b.verdict.least.best_ns(), us);
    table.add({"limited by", a.verdict.least.limit(), b.verdict.least.limit(), ""});
    row("bytes of DRAM", static_cast<double>(dram_bytes(a.timing)), static_cast<double>(dram_bytes(b.timing)),
        [](double bytes) { return grouped(static_cast<uint64_t>(bytes)); });
    return table.text();
}

}  // namespace

int compare_times(const std::vector<SubjectOptions>& sides, const std::vector<std::string>& titles,
                  const clock::Families& families, Context& context) {
    const TimedSubject a = time_subject(sides[0], families), b = time_subject(sides[1], families);
    const std::vector<Difference> all = differences({&a, &b});
    const double faster = a.timing.ns() / std::max(1.0, b.timing.ns());
    if (context.json) {
        nlohmann::json json = {
            {"sides", nlohmann::json::array()}, {"ratio", faster}, {"differences", nlohmann::json::array()}};
        for (const auto& [title, side] : {std::pair(titles[0], &a), std::pair(titles[1], &b)}) {
            nlohmann::json one = clock::to_json(side->timing, side->verdict);
            one["title"] = title;
            one["dram_bytes"] = dram_bytes(side->timing);
            json["sides"].push_back(std::move(one));
        }
        for (const Difference& one : all)
            json["differences"].push_back({{"what", one.what}, {"ns", {one.ns[0], one.ns[1]}}});
        context.out << json.dump(2) << "\n";
        return static_cast<int>(Exit::Ok);
    }
    context.out << table_of(a, b, titles);
    if (std::abs(faster - 1) < 0.005) {
        context.out << "both take the same time\n";
    } else {
        context.out << fmt::format("{} is {:.2f} times as fast\n", faster > 1 ? titles[1] : titles[0],
                                   faster > 1 ? faster : 1 / faster);
    }
    if (const Difference* most = most_different(all))
        context.out << fmt::format("what differs most: {}: {} and {}\n", most->what, us(most->ns[0]), us(most->ns[1]));
    for (const auto& [title, side] : {std::pair(titles[0], &a), std::pair(titles[1], &b)})
        context.out << fmt::format("{}: {}\n", title, side->verdict.bottleneck);
    return static_cast<int>(Exit::Ok);
}

}  // namespace tilewright::cli
