// Parsing what the op commands share.
#if TILEWRIGHT_HAVE_OPS
#include "cli/ops/op_options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdlib>

#include "base/error.hpp"
#include "cli/suggest.hpp"
#include "ops/common/seed_ops.hpp"
#include "workshop/load/load.hpp"

namespace tilewright::cli {

namespace {

Error wrong(const std::string& message, const std::string& fix) { return Error("TW4000", message, fix, Exit::Usage); }

// "8x4".
std::optional<ttnn::CoreCoord> grid_of(const std::string& text) {
    const size_t cross = text.find('x');
    const uint32_t x = cross == std::string::npos ? 0 : parse_number(text.substr(0, cross));
    const uint32_t y = cross == std::string::npos ? 0 : parse_number(text.substr(cross + 1));
    return x == 0 || y == 0 ? std::nullopt : std::optional(ttnn::CoreCoord{x, y});
}

}  // namespace

void add_case_options(CLI::App& app, CaseOptions& options) {
    app.add_option("--math", options.math, "row ops: sfpu (float32 in DST) or fpu (the matrix unit)");
    app.add_option("--input", options.inputs, "NAME=DTYPE: give this optional input of the op, e.g. gamma=float32")
        ->delimiter(',');
    app.add_option("--sharded", options.sharded, "height, width or block: inputs and result in shards, in L1");
    app.add_option("--shard-grid", options.shard_grid, "the grid of cores that hold the shards, e.g. 8x4");
    app.add_flag("--shard-columns", options.shard_columns, "shards follow each other along columns of the grid");
    app.add_option("--param", options.parameters, "NAME=VALUE: a parameter of the op, e.g. epsilon=0.01")
        ->delimiter(',');
}

void apply(const CaseOptions& options, workshop::OpCase& request) {
    const auto tensor = [&](const std::string& option, const std::string& name, const std::string& dtype) {
        request.op->input_index(name);  // says what there is when there is none
        request.tensors[name] = parse_dtype(option, dtype);
    };
    request.math = parse_math(options.math);
    if (request.math != workshop::RowMath::Sfpu && !request.op->has_math)
        throw wrong(fmt::format("--math: {} has one arithmetic only", request.op->name), "leave --math out");
    const auto pair = [](const std::string& option, const std::string& text) {
        const size_t equals = text.find('=');
        if (equals == std::string::npos || equals == 0)
            throw wrong(fmt::format("{}: \"{}\" is no NAME=VALUE", option, text), "e.g. " + option + " NAME=VALUE");
        return std::pair(text.substr(0, equals), text.substr(equals + 1));
    };
    const auto value = [&](const std::string& name, double number) {
        request.parameter(name);
        request.parameters[name] = number;
    };
    if (!options.sharded.empty()) {
        const auto kind = parse_shards("--sharded", options.sharded, request.op);
        const auto grid = parse_grid("--shard-grid", options.shard_grid);
        request.input_shards = workshop::ShardAsk{kind, grid, options.shard_columns};
    }
    for (const std::string& text : options.inputs) {
        const auto [name, dtype] = pair("--input", text);
        tensor("--input", name, dtype);
    }
    for (const std::string& text : options.parameters) {
        const auto [name, number] = pair("--param", text);
        char* end = nullptr;
        const double parsed = std::strtod(number.c_str(), &end);
        if (number.empty() || *end != 0)
            throw wrong(fmt::format("--param: \"{}\" is no number", number), "e.g. --param " + name + "=0.5");
        value(name, parsed);
    }
}

workshop::Pattern parse_pattern(const std::string& given) {
    const std::string text = given == "mean1000" ? workshop::pattern_name(workshop::Pattern::LargeMean) : given;
    std::string all = "mean1000";
    for (const workshop::Pattern pattern : workshop::all_patterns()) {
        if (text == workshop::pattern_name(pattern)) return pattern;
        all += ", " + std::string(workshop::pattern_name(pattern));
    }
    throw wrong(fmt::format("--data: there is no pattern \"{}\"", given), "the patterns are: " + all);
}

workshop::Op find_subject(const std::string& name) {
    ops::seed_ops();  // they are there
    if (const workshop::Op op = workshop::find_op(name)) return op;
    std::error_code ignored;
    if (std::filesystem::is_regular_file(name, ignored)) return nullptr;  // a script, a spec
    const bool is_path = name.find('/') != std::string::npos || std::filesystem::is_directory(name, ignored);
    return is_path ? workshop::load_folder(name) : nullptr;  // which says what is wrong with it
}

workshop::Op parse_op(const std::string& name) {
    if (const auto op = find_subject(name)) return op;
    std::vector<std::string> all;
    for (const workshop::Op op : workshop::all_ops()) all.push_back(op->name);
    const std::string near = nearest(name, all);
    throw Error(
        "TW4002", fmt::format("there is no op \"{}\" and no folder of that name", name),
        near.empty() ? fmt::format("the ops are: {}", fmt::join(all, ", ")) : fmt::format("did you mean \"{}\"?", near),
        Exit::Usage);
}

std::optional<ttnn::CoreCoord> parse_cores(const std::string& text) {
    if (text.empty() || text == "all") return std::nullopt;
    if (const auto grid = grid_of(text)) return grid;
    throw wrong(fmt::format("--cores: \"{}\" is no grid of cores", text), "give \"all\" or a grid, e.g. --cores 1x1");
}

ttnn::CoreCoord parse_grid(const std::string& option, const std::string& text) {
    if (const auto grid = grid_of(text)) return *grid;
    throw wrong(fmt::format("{}: \"{}\" is no grid of cores", option, text),
                fmt::format("give a grid, e.g. {} 8x4", option));
}

ttnn::TensorMemoryLayout parse_shards(const std::string& option, const std::string& text, workshop::Op op) {
    for (const auto kind : {ttnn::TensorMemoryLayout::HEIGHT_SHARDED, ttnn::TensorMemoryLayout::WIDTH_SHARDED,
                            ttnn::TensorMemoryLayout::BLOCK_SHARDED}) {
        if (text != workshop::shards_name(kind)) continue;
        if (op->takes_shards) return kind;
        throw wrong(fmt::format("{}: {} takes interleaved tensors only", option, op->name),
                    fmt::format("leave {} out", option));
    }
    throw wrong(fmt::format("{}: there are no shards of the kind \"{}\"", option, text),
                fmt::format("give {} height, {} width or {} block", option, option, option));
}

ttnn::MathFidelity parse_fidelity(const std::string& text) {
    if (text == "LoFi") return ttnn::MathFidelity::LoFi;
    if (text == "HiFi2") return ttnn::MathFidelity::HiFi2;
    if (text == "HiFi3") return ttnn::MathFidelity::HiFi3;
    if (text == "HiFi4") return ttnn::MathFidelity::HiFi4;
    throw wrong(fmt::format("--fidelity: \"{}\" is no fidelity", text), "give LoFi, HiFi2, HiFi3 or HiFi4");
}

workshop::RowMath parse_math(const std::string& text) {
    for (const workshop::RowMath math : {workshop::RowMath::Sfpu, workshop::RowMath::Fpu}) {
        if (text == workshop::row_math_name(math)) return math;
    }
    throw wrong(fmt::format("--math: \"{}\" is no arithmetic of the ops", text),
                "give sfpu (float32 in DST) or fpu (the matrix unit)");
}

}  // namespace tilewright::cli
#endif
