// Finding and calling the example or op that check and mutate work on.
#include "cli/subject.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "base/error.hpp"
#include "cli/suggest.hpp"

#if TILEWRIGHT_HAVE_EXAMPLES
#include "example.hpp"
#endif
#if TILEWRIGHT_HAVE_OPS
#include "cli/op_options.hpp"
#include "ttnn/device.hpp"
#endif

namespace tilewright::cli {

void declare_subject(CLI::App& app, SubjectOptions& options) {
    app.add_option("name", options.name, "an example, an op, or the folder of an op")->required();
    app.add_option("--shape", options.shape, "of the op's input, as 1,1,64,128");
    app.add_option("--dtype", options.dtype, "of the op's input: bfloat16 or float32");
    app.add_option("--math", options.math, "of the op: sfpu or fpu");
    app.add_option("--cores", options.cores, "of the op: all, or a grid like 1x1");
}

std::optional<Finding> run_subject(const SubjectOptions& options) {
    std::vector<std::string> all;
#if TILEWRIGHT_HAVE_OPS
    if (const auto op = find_subject(options.name)) {
        workshop::OpCase request =
            workshop::make_case(op, parse_shape(options.shape), parse_dtype("--dtype", options.dtype));
        request.math = parse_math(options.math);
        request.core_grid = parse_cores(options.cores);
        const std::shared_ptr<ttnn::MeshDevice> device = ttnn::open_mesh_device(0);
        return workshop::wrong_result(request, workshop::run_case(request, *device).accuracy);
    }
#endif
#if TILEWRIGHT_HAVE_OPS
    for (const workshop::Op op : workshop::all_ops()) all.push_back(op->name);
#endif
#if TILEWRIGHT_HAVE_EXAMPLES
    for (const examples::Example& example : examples::example_list()) all.emplace_back(example.name);
    if (const examples::Example* example = examples::find_example(options.name)) {
        const examples::Outcome outcome = example->run();
        if (outcome.ok) return std::nullopt;
        Finding finding;
        finding.code = "TW2702";
        finding.message = fmt::format("{}: the result is wrong ({})", options.name, outcome.note);
        return finding;
    }
#endif
    const std::string near = nearest(options.name, all);
    throw Error(
        "TW4002", fmt::format("there is no example or op \"{}\"", options.name),
        near.empty() ? "tilewright examples --list shows the examples" : fmt::format("did you mean \"{}\"?", near),
        Exit::Usage);
}

}  // namespace tilewright::cli
