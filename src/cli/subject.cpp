// Finding and calling the example or op that check and mutate work on.
#include "cli/subject.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <sstream>

#include "base/error.hpp"
#include "cli/suggest.hpp"

#if TILEWRIGHT_HAVE_EXAMPLES
#include "example.hpp"
#endif
#if TILEWRIGHT_HAVE_OPS
#include "ops/common/op_case.hpp"
#include "ttnn/device.hpp"
#endif

namespace tilewright::cli {

namespace {
[[maybe_unused]] std::vector<uint32_t> parse_shape(const std::string& text) {
    std::vector<uint32_t> shape;
    std::stringstream parts(text);
    for (std::string part; std::getline(parts, part, ',');) {
        try {
            size_t end = 0;
            shape.push_back(static_cast<uint32_t>(std::stoul(part, &end)));
            if (end != part.size() || shape.back() == 0) throw std::invalid_argument(part);
        } catch (const std::exception&) {
            throw Error("TW4003", fmt::format("\"{}\" is no shape", text),
                        "give sizes with commas between them: 1,1,64,128", Exit::Usage);
        }
    }
    return shape;
}
}  // namespace

void declare_subject(CLI::App& app, SubjectOptions& options) {
    app.add_option("name", options.name, "an example or an op")->required();
    app.add_option("--shape", options.shape, "of the op's input, as 1,1,64,128");
    app.add_option("--dtype", options.dtype, "of the op's input: bfloat16 or float32");
}

void run_subject(const SubjectOptions& options) {
    std::vector<std::string> all;
#if TILEWRIGHT_HAVE_OPS
    for (const ops::Op op : ops::kAllOps) all.emplace_back(ops::op_name(op));
    if (const auto op = ops::find_op(options.name)) {
        ops::OpCase request;
        request.op = *op;
        request.shape = parse_shape(options.shape);
        if (options.dtype == "float32") request.dtype = ttnn::DataType::FLOAT32;
        const std::shared_ptr<ttnn::MeshDevice> device = ttnn::open_mesh_device(0);
        ops::call_op(request, ops::make_data(request), *device);
        return;
    }
#endif
#if TILEWRIGHT_HAVE_EXAMPLES
    for (const examples::Example& example : examples::example_list()) all.emplace_back(example.name);
    if (const examples::Example* example = examples::find_example(options.name)) {
        example->run();
        return;
    }
#endif
    const std::string near = nearest(options.name, all);
    throw Error(
        "TW4002", fmt::format("there is no example or op \"{}\"", options.name),
        near.empty() ? "tilewright examples --list shows the examples" : fmt::format("did you mean \"{}\"?", near),
        Exit::Usage);
}

}  // namespace tilewright::cli
