// Finding the subject of tune and diff.
#include "cli/workshop/tunable_subject.hpp"

#include "cli/tensor_options.hpp"
#if TILEWRIGHT_HAVE_OPS
#include "cli/ops/op_options.hpp"
#endif

namespace tilewright::cli {

namespace {

#if TILEWRIGHT_HAVE_OPS
workshop::OpCase tuned_case(workshop::Op op, const TunableOptions& options, const std::string& shape) {
    workshop::OpCase request = workshop::make_case(op, parse_shape(shape), parse_dtype("--dtype", options.call.dtype));
    if (!options.call.output_dtype.empty()) {
        request.output_dtype = parse_dtype("--output-dtype", options.call.output_dtype);
    }
    request.math = parse_math(options.math);
    request.fp32_dst = !options.call.bf16_dst;
    for (const std::string& name : options.call.without) {
        op->input_index(name);  // says what there is when there is none
        request.tensors.erase(name);
    }
    return request;
}
#endif

}  // namespace

workshop::Tunable tunable_subject(const TunableOptions& given, const std::string& shape, ttnn::MeshDevice& device) {
#if TILEWRIGHT_HAVE_OPS
    if (given.call.formula.empty()) {
        if (const workshop::Op op = find_subject(given.call.spec)) {
            return workshop::tunable(tuned_case(op, given, shape), device);
        }
    }
#endif
    WorkshopOptions options = given.call;
    options.shape = shape;
    const workshop::rows::Plan plan = workshop::rows::make_plan(spec_of(options));
    return workshop::tunable(plan, call_of(plan, options), device);
}

}  // namespace tilewright::cli
