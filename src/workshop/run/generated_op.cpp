// Specs as ops of the registry.
#include "workshop/run/generated_op.hpp"

#include <cmath>

#include "base/error.hpp"
#include "workshop/plan/evaluate.hpp"

namespace tilewright::workshop::rows {

namespace {

bool is_wide(ttnn::DataType dtype) { return dtype == ttnn::DataType::FLOAT32; }

Request request_for(const Plan& plan, const OpCase& call, const PlanRoom& room) {
    Request request;
    request.shape = call.shape;
    for (const SpecInput& input : plan.spec.inputs) {
        const auto dtype = &input == &plan.spec.inputs.front() ? std::optional(call.dtype) : call.dtype_of(input.name);
        request.present.push_back(dtype.has_value());
        request.float32.push_back(dtype && is_wide(*dtype));
    }
    request.output_float32 = is_wide(call.result_dtype());
    request.fp32_dst = call.fp32_dst;
    request.l1_bytes = room.l1_bytes;
    request.ask = room.ask;
    return request;
}

workshop::Reference reference_for(const Plan& plan, const OpCase& call, const OpData& data) {
    EvaluationInput input;
    input.width = call.width();
    input.rows = static_cast<uint32_t>(data.input.size() / input.width);
    for (const SpecInput& one : plan.spec.inputs) {
        input.inputs.push_back(&one == &plan.spec.inputs.front() ? data.input : data.other(one.name));
    }
    for (const SpecParameter& parameter : plan.spec.parameters) {
        input.parameters.push_back(static_cast<float>(call.parameter(parameter.name)));
    }
    input.output_float32 = is_wide(call.result_dtype());
    input.fp32_dst = call.fp32_dst;
    input.refined = is_refined(plan, input.output_float32, call.fp32_dst);
    const Evaluation expected = evaluate(plan, input);
    workshop::Reference made;
    made.values = expected.values;
    made.allowed = expected.allowed;
    // Units are taken at the larger of the element and its row's rms.
    const size_t width = plan.column_result ? 1 : input.width;
    for (size_t first = 0; first < made.values.size(); first += width) {
        double square = 0;
        for (size_t i = 0; i < width; ++i) square += made.values[first + i] * made.values[first + i];
        const double rms = std::sqrt(square / static_cast<double>(width));
        for (size_t i = 0; i < width; ++i) made.scale.push_back(std::max(std::fabs(made.values[first + i]), rms));
    }
    return made;
}

OpParameter parameter_of(const SpecParameter& parameter) {
    OpParameter made;
    made.name = parameter.name;
    made.value = parameter.value;
    if (parameter.condition) {
        made.tries = {0, 1};
        return made;
    }
    if (!parameter.integer) made.wrong = {INFINITY, NAN};
    if (parameter.above) made.wrong.push_back(*parameter.above);
    if (parameter.below) made.wrong.push_back(*parameter.below);
    if (parameter.least) made.wrong.push_back(*parameter.least - 1);
    if (parameter.most) made.wrong.push_back(*parameter.most + 1);
    return made;
}

}  // namespace

OpDefinition definition(const char* spec, std::function<ttnn::Tensor(const OpCall&)> call,
                        std::function<void()> register_documentation) {
    OpDefinition made;
    try {
        const auto plan = std::make_shared<const Plan>(make_plan(parse_spec({"spec.toml", spec})));
        made.name = plan->spec.name;
        made.mathematics = plan->spec.formula;
        for (const SpecInput& input : plan->spec.inputs) {
            OpInput one;
            one.name = input.name;
            one.shape = input.shape == InputShape::Rows  ? workshop::InputShape::Rows
                        : input.shape == InputShape::Row ? workshop::InputShape::Row
                                                         : workshop::InputShape::Column;
            one.optional = input.optional;
            made.inputs.push_back(one);
        }
        for (const SpecParameter& parameter : plan->spec.parameters) {
            made.parameters.push_back(parameter_of(parameter));
        }
        made.reduces_width = plan->column_result;
        made.dtypes.clear();
        for (const std::string& dtype : plan->spec.inputs.front().dtypes) {
            made.dtypes.push_back(dtype == "float32" ? ttnn::DataType::FLOAT32 : ttnn::DataType::BFLOAT16);
        }
        made.plan = [plan](const OpCase& request, const PlanRoom& room) {
            return plan_call(*plan, request_for(*plan, request, room));
        };
        made.reference = [plan](const OpCase& request, const OpData& data) {
            return reference_for(*plan, request, data);
        };
    } catch (const Error&) {
        return made;
    }
    made.call = std::move(call);
    made.register_documentation = std::move(register_documentation);
    return made;
}

}  // namespace tilewright::workshop::rows
