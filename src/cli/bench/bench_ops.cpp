// Ops against PyTorch, memcpy, two host threads, strict mode and card arithmetic, measured in turns.
//
// Times on a shared machine drift by tens of percent; what one round measures of every contender, seconds apart, does
// not. So a round gives each a turn, and a ratio is the median of the ratios of the rounds.
#if TILEWRIGHT_HAVE_OPS
#include "cli/bench/bench_ops.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <nlohmann/json.hpp>
#include <thread>

#include "base/paths.hpp"
#include "cli/bench/bench_peer.hpp"
#include "cli/bench/bench_side.hpp"
#include "cli/ops/op_options.hpp"
#include "cli/table.hpp"
#include "ops/common/seed_ops.hpp"

namespace tilewright::cli {

namespace {

using Clock = std::chrono::steady_clock;
using json = nlohmann::json;
namespace ws = tilewright::workshop;

double seconds_of(const std::function<void()>& work) {
    const auto begin = Clock::now();
    work();
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

struct Case {
    ws::Op op;
    std::vector<uint32_t> shape;
    ttnn::DataType dtype;

    uint64_t elements() const {
        uint64_t count = 1;
        for (const uint32_t dim : shape) count *= dim;
        return count;
    }
    uint64_t tiles() const { return std::max<uint64_t>(1, elements() / 1024); }
    const char* dtype_name() const { return ws::dtype_name(dtype); }
    std::string text() const { return fmt::format("{} {} {}", op->name, fmt::join(shape, "x"), dtype_name()); }
};

ws::OpCase request_for(const Case& what) { return ws::make_case(what.op, what.shape, what.dtype); }

struct Contender {
    std::string name;
    std::function<double()> run;  // seconds
    std::vector<double> seconds;
};

json summary(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return {{"median", values[values.size() / 2]}, {"low", values.front()}, {"high", values.back()}};
}

// Median over the rounds of first / second.
double ratio(const Contender& first, const Contender& second) {
    std::vector<double> values;
    for (size_t i = 0; i < first.seconds.size(); ++i) values.push_back(first.seconds[i] / second.seconds[i]);
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

// A turn is calls one after the other. The first ones find the caches as somebody else left them and processors asleep;
// then the fastest of three counts: what disturbs one only adds to it.
double turn(const Contender& contender) {
    constexpr double kWarmUpSeconds = 0.03;
    for (double spent = 0; spent < kWarmUpSeconds;) spent += std::max(contender.run(), 1e-4);
    double seconds[3];
    for (double& one : seconds) one = contender.run();
    return *std::min_element(std::begin(seconds), std::end(seconds));
}

void take_turns(std::vector<Contender>& contenders, size_t rounds) {
    for (size_t round = 0; round < rounds; ++round) {
        for (Contender& contender : contenders) contender.seconds.push_back(turn(contender));
    }
}

json run_case(const Case& what, Peer& peer, const OpBenchOptions& options) {
    const bool quick = options.quick, all = !options.card_only;
    const ws::OpData data = ws::make_data(request_for(what));
    const bool large = what.tiles() > 4096;
    std::vector<std::unique_ptr<CardSide>> sides;
    std::vector<Contender> contenders;
    const auto add_card = [&](const std::string& name, const CardOptions& options) {
        sides.push_back(std::make_unique<CardSide>(request_for(what), data, options));
        contenders.push_back({name, [side = sides.back().get()] { return seconds_of([&] { side->call(); }); }, {}});
    };
    const auto add_peer = [&](const std::string& name, uint32_t threads) {
        json request = {{"op", what.op->name},
                        {"shape", what.shape},
                        {"dtype", what.dtype_name()},
                        {"threads", threads},
                        {"formula", what.op->mathematics},
                        {"inputs", json::array()},
                        {"parameters", json::object()}};
        for (const ws::OpInput& input : what.op->inputs) {
            const char* shape = input.shape == ws::InputShape::Rows  ? "rows"
                                : input.shape == ws::InputShape::Row ? "row"
                                                                     : "column";
            request["inputs"].push_back({{"name", input.name}, {"shape", shape}});
        }
        for (const ws::OpParameter& parameter : what.op->parameters)
            request["parameters"][parameter.name] = parameter.value;
        if (!peer.prepare(name, request)) return;
        contenders.push_back({name, [&peer, name] { return peer.run(name); }, {}});
    };
    // What makes a ratio stands side by side.
    if (all) add_peer("peer_1", 1);
    add_card("fast_1", bench_card(false, 1, "float"));
    if (all) {
        CardOptions isolated = bench_card(false, 1, "float");
        isolated.isolate = true;
        add_card("isolated_1", isolated);
        add_card("fast_2", bench_card(false, 2, "float"));
        add_peer("peer_2", 2);
        if (!large || !quick) add_card("strict_1", bench_card(true, 1, "float"));
    }
    add_card("card_1", bench_card(false, 1, "card"));
    const size_t bytes = what.elements() * (what.dtype == ttnn::DataType::FLOAT32 ? 4 : 2);
    std::vector<uint8_t> from(bytes, 1), to(bytes, 2);
    contenders.push_back(
        {"memcpy", [&] { return seconds_of([&] { std::memcpy(to.data(), from.data(), bytes); }); }, {}});
    // What a second thread is worth on this machine where memory is all there is to it.
    const auto copy_half = [&](size_t first) { std::memcpy(to.data() + first, from.data() + first, bytes / 2); };
    const auto copy_by_two = [&] {
        std::thread other(copy_half, bytes / 2);
        copy_half(0);
        other.join();
    };
    if (all && large) contenders.push_back({"memcpy_2", [&] { return seconds_of(copy_by_two); }, {}});
    take_turns(contenders, quick ? 5 : 15);

    json row = {{"op", what.op->name}, {"shape", what.shape}, {"dtype", what.dtype_name()}, {"tiles", what.tiles()}};
    const auto find = [&](const std::string& name) -> const Contender* {
        for (const Contender& contender : contenders) {
            if (contender.name == name) return &contender;
        }
        return nullptr;
    };
    for (const Contender& contender : contenders) row["seconds"][contender.name] = summary(contender.seconds);
    const auto per_tile = [&](const char* contender) {
        return row["seconds"][contender]["median"].get<double>() * 1e6 / static_cast<double>(what.tiles());
    };
    row["us_per_tile"] = per_tile("fast_1");
    row["card_us_per_tile"] = per_tile("card_1");
    const auto note = [&](const char* key, const char* first, const char* second) {
        if (find(first) != nullptr && find(second) != nullptr) row["ratios"][key] = ratio(*find(first), *find(second));
    };
    note("speed_against_peer", "peer_1", "fast_1");
    note("speed_against_peer_two_threads", "peer_2", "fast_2");
    note("two_threads", "fast_1", "fast_2");
    note("two_threads_memcpy", "memcpy", "memcpy_2");
    note("strict_over_fast", "strict_1", "fast_1");
    note("card_over_float", "card_1", "fast_1");
    note("isolated_over_fast", "isolated_1", "fast_1");
    row["ratios"]["over_memcpy"] = ratio(*find("fast_1"), *find("memcpy"));
    return row;
}

std::vector<Case> all_cases(const OpBenchOptions& options) {
    std::vector<std::vector<uint32_t>> shapes = {
        {1, 1, 32, 32}, {1, 1, 1024, 1024}, {8, 8, 512, 768}, {1, 1, 4096, 4096}};
    if (options.card_only) shapes = {{1, 1, 1024, 1024}, {1, 1, 4096, 4096}};
    if (options.quick && options.filter.empty() && !options.card_only)
        shapes.resize(2);  // what is asked for by name is measured
    std::vector<Case> cases;
    for (const auto& shape : shapes) {
        for (const ws::Op op : options.op.empty() ? ops::seed_ops() : std::vector{parse_op(options.op)}) {
            for (const auto dtype : op->dtypes) {
                const Case one{op, shape, dtype};
                if (one.text().find(options.filter) != std::string::npos) cases.push_back(one);
            }
        }
    }
    return cases;
}

}  // namespace

json bench_ops(const OpBenchOptions& options) {
    const std::vector<Case> cases = all_cases(options);
    Peer peer(!options.card_only && !cases.empty());
    json rows = json::array();
    for (const Case& what : cases) rows.push_back(run_case(what, peer, options));
    return {{"peer", peer.library()}, {"rows", rows}};
}

json bench_growth(const OpBenchOptions& options) {
    json points = json::array();
    const auto measure = [&](const char* axis, uint64_t value, const Case& what, std::optional<ttnn::CoreCoord> grid,
                             const char* arch) {
        CardOptions card = bench_card(false, 1, "float");
        card.arch = arch;
        ws::OpCase request = request_for(what);
        request.core_grid = grid;
        CardSide side(request, ws::make_data(request), card);
        // Short calls often, so that what else the machine does averages out.
        std::vector<double> seconds;
        double total = 0;
        const size_t least = options.quick ? 3 : 7;
        while (seconds.size() < least || (!options.quick && total < 0.5)) {
            seconds.push_back(seconds_of([&] { side.call(); }));
            total += seconds.back();
        }
        json point = {{"axis", axis}, {"value", value}, {"tiles", what.tiles()}, {"seconds", summary(seconds)}};
        point["us_per_tile"] = point["seconds"]["median"].get<double>() * 1e6 / static_cast<double>(what.tiles());
        points.push_back(point);
    };
    // 2^6 to 2^20 tiles: rows of 1024 bf16 values, more and more of them.
    for (uint32_t power = 6; power <= (options.quick ? 12u : 20u); power += 2) {
        const uint32_t height = (1u << power) * 1024 / 1024;
        measure("tiles", uint64_t{1} << power,
                {ops::seed_op("centralize_w_rm"), {1, 1, height, 1024}, ttnn::DataType::BFLOAT16}, std::nullopt,
                "wormhole_b0");
    }
    const Case fixed{ops::seed_op("centralize_w_rm"), {1, 1, 130 * 32, 1024}, ttnn::DataType::BFLOAT16};
    for (const auto& grid :
         {ttnn::CoreCoord{1, 1}, ttnn::CoreCoord{2, 2}, ttnn::CoreCoord{4, 4}, ttnn::CoreCoord{8, 8}}) {
        measure("cores", grid.x * grid.y, fixed, grid, "wormhole_b0");
    }
    measure("cores", 130, fixed, std::nullopt, "blackhole");
    return points;
}

std::string ops_table(const json& ops) {
    Table table({"op, shape, dtype", ">fast", ">us/tile", ">of peer", ">2 threads", ">memcpy's", ">of peer", ">strict",
                 ">card", ">us/tile", ">isolated", ">memcpy"});
    const auto times = [](const json& row, const char* key) {
        const json ratios = row.value("ratios", json::object());
        return ratios.contains(key) ? fmt::format("{:.2f}x", ratios[key].get<double>()) : std::string();
    };
    for (const json& row : ops.at("rows")) {
        table.add({fmt::format("{} {} {}", row["op"].get<std::string>(),
                               fmt::join(row["shape"].get<std::vector<int>>(), "x"), row["dtype"].get<std::string>()),
                   duration(row["seconds"]["fast_1"]["median"]),
                   fmt::format("{:.3f}", row["us_per_tile"].get<double>()), times(row, "speed_against_peer"),
                   times(row, "two_threads"), times(row, "two_threads_memcpy"),
                   times(row, "speed_against_peer_two_threads"), times(row, "strict_over_fast"),
                   times(row, "card_over_float"), fmt::format("{:.3f}", row["card_us_per_tile"].get<double>()),
                   times(row, "isolated_over_fast"), times(row, "over_memcpy")});
    }
    const std::string library = ops.value("peer", "");
    return table.text() + "of peer: speed against " +
           (library.empty() ? "nothing (neither PyTorch nor NumPy is there)" : library) +
           ", same number of threads; memcpy's: what two threads gain a memcpy of the input; strict, card, isolated, "
           "memcpy: "
           "time in that mode or over that time\n";
}

std::string growth_table(const json& growth) {
    Table table({"along", ">value", ">tiles", ">time", ">us/tile"});
    for (const json& point : growth) {
        table.add({point["axis"], grouped(point["value"]), grouped(point["tiles"]),
                   duration(point["seconds"]["median"]), fmt::format("{:.3f}", point["us_per_tile"].get<double>())});
    }
    return table.text();
}

}  // namespace tilewright::cli
#endif
