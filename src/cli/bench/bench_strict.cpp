// What checking costs: a launch in strict mode over the same launch in fast mode, one host thread, processor time.
//
// Both modes take turns, and the least time of each counts: whatever disturbs a launch only adds to it.
#if TILEWRIGHT_HAVE_OPS
#include "cli/bench/bench_strict.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <time.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/bench/bench_side.hpp"
#include "cli/ops/op_options.hpp"
#include "cli/table.hpp"
#include "ops/common/seed_ops.hpp"

namespace tilewright::cli {

namespace {

using json = nlohmann::json;
namespace ws = tilewright::workshop;

double cpu_seconds() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

// The least of a few launches in a row; short ones are repeated more often.
double least_launch(const CardSide& side, double at_least) {
    double best = 1e9;
    for (double spent = 0; spent < at_least;) {
        const double begin = cpu_seconds();
        side.call();
        const double one = cpu_seconds() - begin;
        best = std::min(best, one);
        spent += std::max(one, 1e-5);
    }
    return best;
}

json run_strict_case(const ws::OpCase& request, const char* numerics, bool quick) {
    const ws::OpData data = ws::make_data(request);
    const CardSide fast(request, data, bench_card(false, 1, numerics));
    const CardSide strict(request, data, bench_card(true, 1, numerics));
    double least[2] = {1e9, 1e9};
    for (int round = 0; round < (quick ? 3 : 7); ++round) {
        least[0] = std::min(least[0], least_launch(fast, 0.03));
        least[1] = std::min(least[1], least_launch(strict, 0.06));
    }
    return {{"fast", least[0]}, {"strict", least[1]}, {"ratio", least[1] / least[0]}};
}

}  // namespace

json bench_strict(const OpBenchOptions& options) {
    json rows = json::array();
    std::vector<std::vector<uint32_t>> shapes = {{1, 1, 1024, 1024}, {1, 1, 4096, 2048}};
    if (options.quick && options.filter.empty()) shapes.resize(1);
    for (const ws::Op op : options.op.empty() ? ops::seed_ops() : std::vector{parse_op(options.op)}) {
        for (const auto math : {ws::RowMath::Sfpu, ws::RowMath::Fpu}) {
            if (math == ws::RowMath::Fpu && !op->has_math) continue;
            for (const auto dtype : op->dtypes) {
                for (const auto& shape : shapes) {
                    ws::OpCase request = ws::make_case(op, shape, dtype);
                    request.math = math;
                    const char* math_name = math == ws::RowMath::Fpu ? "fpu" : "sfpu";
                    const std::string text =
                        fmt::format("{} {} {} {}", op->name, fmt::join(shape, "x"), ws::dtype_name(dtype), math_name);
                    if (text.find(options.filter) == std::string::npos) continue;
                    json row = {{"case", text}};
                    for (const char* numerics : {"float", "card"})
                        row[numerics] = run_strict_case(request, numerics, options.quick);
                    rows.push_back(std::move(row));
                }
            }
        }
    }
    return rows;
}

std::string strict_table(const json& rows) {
    Table table(
        {"a launch, one thread", ">fast", ">strict", ">strict / fast", ">card: fast", ">strict", ">strict / fast"});
    for (const json& row : rows) {
        const auto times = [&](const char* numerics, const char* mode) {
            return duration(row[numerics][mode].get<double>());
        };
        const auto ratio = [&](const char* numerics) {
            return fmt::format("{:.2f}", row[numerics]["ratio"].get<double>());
        };
        table.add({row["case"], times("float", "fast"), times("float", "strict"), ratio("float"), times("card", "fast"),
                   times("card", "strict"), ratio("card")});
    }
    return table.text() + "processor time, the least of many launches; float, then card arithmetic\n";
}

}  // namespace tilewright::cli
#endif
