// Finding the example or op that check, time and mutate work on.
#include "cli/ops/subject.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>

#include "base/error.hpp"
#include "card/arch.hpp"
#include "cli/card_options.hpp"
#include "cli/suggest.hpp"
#include "metal/device_impl.hpp"
#include "workshop/op/memory.hpp"
#include "workshop/op/shape_family.hpp"
#include "workshop/plan/plan_ask.hpp"

#if TILEWRIGHT_HAVE_EXAMPLES
#include "example.hpp"
#endif
#if TILEWRIGHT_HAVE_OPS
#include "cli/ops/op_options.hpp"
#include "workshop/stage/failure.hpp"
#endif

namespace tilewright::cli {

CLI::Option* declare_subject(CLI::App& app, SubjectOptions& options) {
    CLI::Option* name = app.add_option("name", options.name, "an example, an op, or the folder of an op")->required();
    app.add_option("--shape", options.shape, "of the op's input, as 1,1,64,128");
    app.add_option("--sizes", options.sizes, kSizesHelp);
    app.add_option("--dtype", options.dtype, "of the op's input: bfloat16 or float32");
    app.add_option("--math", options.math, "of the op: sfpu or fpu");
    app.add_option("--plan", options.plan, "of the op, e.g. streaming,block=4,depth=3; else the planner chooses");
    app.add_option("--cores", options.cores, "of the op: all, or a grid like 1x1");
    app.add_option("--fidelity", options.fidelity, "of the op: LoFi, HiFi2, HiFi3 or HiFi4");
    app.add_flag("--bf16-dst", options.bf16_dst, "of the op: fp32_dest_acc_en=false, 16-bit DST");
    app.add_option("--sharded", options.sharded, "of the op: height, width or block, inputs and result in shards");
    app.add_option("--shard-grid", options.shard_grid, "of the op: the cores that hold the shards, e.g. 8x4");
    app.add_option("--arch", options.arch, card::arch_list());
    return name;
}

namespace {

[[maybe_unused]] std::shared_ptr<MeshDevice> open_for(const SubjectOptions& options) {
    DeviceOptions device = DeviceOptions::from_environment();
    fast_unless_told(device);
    if (!options.arch.empty()) device.arch = options.arch;
    if (!options.plan.empty()) device.plan = workshop::PlanAsk::parse(options.plan).text();
    return open_device(device);
}

#if TILEWRIGHT_HAVE_OPS
Subject op_subject(workshop::Op op, const SubjectOptions& options, bool with_data) {
    workshop::OpCase request =
        workshop::make_case(op, parse_shape(options.shape), parse_dtype("--dtype", options.dtype));
    request.sizes = parse_sizes(options.sizes, op->name, workshop::names_of_sizes(op->inputs));
    request.math = parse_math(options.math);
    request.core_grid = parse_cores(options.cores);
    request.fidelity = parse_fidelity(options.fidelity);
    request.fp32_dst = !options.bf16_dst;
    if (!options.sharded.empty()) {
        request.input_shards = workshop::ShardAsk{parse_shards("--sharded", options.sharded, op),
                                                  parse_grid("--shard-grid", options.shard_grid)};
    }
    Subject subject;
    subject.is_op = true;
    subject.has_math = op->has_math;
    subject.device = open_for(options);
    auto data = std::make_shared<workshop::OpData>();
    if (with_data) {
        workshop::check_memory(request, *subject.device);
        *data = workshop::make_data(request);
    }
    const workshop::OpCall call = with_data ? workshop::make_call(request, *data, *subject.device)
                                            : workshop::make_call(request, *subject.device);
    workshop::Described described;
    try {
        described = workshop::describe(op, call);
    } catch (const Error&) {
        throw;
    } catch (const std::runtime_error& error) {  // the op's own refusal
        throw Error("TW4000", workshop::refusal(error.what()), "see: tilewright ops " + op->name, Exit::Usage);
    }
    subject.program = std::move(described.program);
    subject.text = request.text();
    subject.plan = workshop::ask_of(workshop::plan_of(request, *subject.device)).text();
    subject.tile_rows = workshop::tile_rows_of(request, *subject.device);
    subject.family = [request, device = subject.device] { return workshop::shape_family(request, device); };
    workshop::CalledCase called{request, data, call, described.output, {}};
    if (with_data) called.keep_inputs();
    subject.judge = [called](const program::ProgramDescriptor& ran) { return workshop::judge_program(called, ran); };
    return subject;
}
#endif

#if TILEWRIGHT_HAVE_EXAMPLES
Subject example_subject(const examples::Example& example, const SubjectOptions& options) {
    Subject subject;
    subject.device = open_for(options);
    subject.text = example.name;
    auto ready = std::make_shared<examples::Ready>(example.prepare(*subject.device));
    subject.program = describe(ready->workload.get_programs().begin()->second);
    subject.family = [device = subject.device, program = subject.program] {
        return doctor::family_of(*device->impl().card, program, run_options(*device));
    };
    subject.judge = [ready, name = std::string(example.name)](
                        const program::ProgramDescriptor&) -> std::optional<workshop::WrongCase> {
        const examples::Outcome outcome = ready->compare();
        if (outcome.ok) return std::nullopt;
        Finding finding;
        finding.code = "TW2702";
        finding.message = fmt::format("{}: the result is wrong ({})", name, outcome.note);
        return workshop::WrongCase{finding, {}};
    };
    return subject;
}
#endif

}  // namespace

Subject make_subject(const SubjectOptions& options, [[maybe_unused]] bool with_data) {
    std::error_code ignored;
    if (std::filesystem::path(options.name).has_extension() && !std::filesystem::exists(options.name, ignored))
        throw Error("TW4002", fmt::format("there is no file \"{}\"", options.name),
                    "give the path from here, or the name of an op or example", Exit::Usage);
    std::vector<std::string> all;
#if TILEWRIGHT_HAVE_OPS
    if (const auto op = find_subject(options.name)) return op_subject(op, options, with_data);
    for (const workshop::Op op : workshop::all_ops()) all.push_back(op->name);
#endif
#if TILEWRIGHT_HAVE_EXAMPLES
    if (const examples::Example* example = examples::find_example(options.name))
        return example_subject(*example, options);
    for (const examples::Example& example : examples::example_list()) all.emplace_back(example.name);
#endif
    const std::string near = nearest(options.name, all);
    throw Error("TW4002", fmt::format("there is no example or op \"{}\"", options.name),
                near.empty() ? "tilewright ops and tilewright examples --list show what there is"
                             : fmt::format("did you mean \"{}\"?", near),
                Exit::Usage);
}

}  // namespace tilewright::cli
