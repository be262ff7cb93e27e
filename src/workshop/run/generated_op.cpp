// Specs as ops of the registry.
#include "workshop/run/generated_op.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/error.hpp"
#include "workshop/plan/evaluate.hpp"
#include "workshop/plan/written.hpp"
#include "workshop/run/direct.hpp"

namespace tilewright::workshop::rows {

namespace {

bool is_wide(ttnn::DataType dtype) { return dtype == ttnn::DataType::FLOAT32; }

Request request_for(const Plan& plan, const OpCase& call, const PlanRoom& room) {
    Request request;
    request.shape = call.shape;
    request.sizes = call.all_sizes();
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

EvaluationInput input_of(const Plan& plan, const OpCase& call, const OpData& data) {
    std::vector<std::vector<float>> tensors;
    for (const SpecInput& one : plan.spec.inputs) {
        tensors.push_back(&one == &plan.spec.inputs.front() ? data.input : data.other(one.name));
    }
    EvaluationInput input = rows_of(plan, call.shape, call.all_sizes(), tensors);
    for (const SpecParameter& parameter : plan.spec.parameters) {
        input.parameters.push_back(static_cast<float>(call.parameter(parameter.name)));
    }
    input.output_float32 = is_wide(call.result_dtype());
    input.fp32_dst = call.fp32_dst;
    input.full_fidelity = call.fidelity == ttnn::MathFidelity::HiFi4;
    input.refined = is_refined(plan, input.output_float32, call.fp32_dst);
    return input;
}

// One result after the other.
workshop::Reference reference_for(const Plan& plan, const OpCase& call, const OpData& data) {
    const EvaluationInput input = input_of(plan, call, data);
    workshop::Reference made;
    for (size_t k = 0; k < plan.results.size(); ++k) {
        const Evaluation expected = evaluate(plan, input, k);
        // Units are taken at the larger of the element and its row's rms.
        std::vector<double> scale;
        const size_t width = plan.results[k].column ? 1 : plan.spec.last ? input.sizes.back() : input.width;
        for (size_t first = 0; first < expected.values.size(); first += width) {
            const auto size_at = [&](size_t i) {
                return std::isfinite(expected.values[first + i]) ? std::fabs(expected.values[first + i]) : 0.0;
            };
            double square = 0;
            for (size_t i = 0; i < width; ++i) square += size_at(i) * size_at(i);
            const double rms = std::sqrt(square / static_cast<double>(width));
            for (size_t i = 0; i < width; ++i) scale.push_back(std::max(size_at(i), rms));
        }
        const auto add = [&](std::vector<double>& all, const std::vector<double>& rows) {
            const std::vector<double> tensor = tensor_of(plan, call.shape, rows, k);
            all.insert(all.end(), tensor.begin(), tensor.end());
        };
        add(made.values, expected.values);
        add(made.allowed, expected.allowed);
        add(made.scale, scale);
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
    // Others than the default: near it, and large where it is small, so that it is seen beside the numbers of a row.
    const auto allowed = [&](double value) {
        return (!parameter.least || value >= *parameter.least) && (!parameter.most || value <= *parameter.most) &&
               (!parameter.above || value > *parameter.above) && (!parameter.below || value < *parameter.below);
    };
    for (const double other : {std::fabs(parameter.value) < 0.01 ? 0.5 : 1.5 * parameter.value, 2 * parameter.value,
                               parameter.value / 2, parameter.value + 1, parameter.value - 1}) {
        const double value = parameter.integer ? std::round(other) : other;
        const bool known = std::find(made.tries.begin(), made.tries.end(), value) != made.tries.end();
        if (value != parameter.value && allowed(value) && !known && made.tries.size() < 2) made.tries.push_back(value);
    }
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
            one.shape = plan->gathered() || input.shape == InputShape::Rows ? workshop::InputShape::Rows
                        : input.shape == InputShape::Row                    ? workshop::InputShape::Row
                                                                            : workshop::InputShape::Column;
            if (plan->gathered()) one.dims = input.dims;
            one.operand = input.operand;
            one.optional = input.optional;
            one.tile = input.tile;
            one.domain = input.domain;
            if (input.integer()) {
                one.integer = integer_dtype(input.dtypes.front());
                one.deviation = kWholeSpread;
            }
            made.inputs.push_back(one);
        }
        for (const SpecParameter& parameter : plan->spec.parameters) {
            made.parameters.push_back(parameter_of(parameter));
        }
        made.sizes = plan->spec.sizes;
        made.wide_as_last = plan->spec.last.has_value();
        made.reduces = plan->column_result;
        made.reduced = plan->program.reduced;
        for (size_t k = 0; k < plan->results.size() && plan->results.size() > 1; ++k)
            made.results.push_back({plan->spec.outputs[k], plan->results[k].column});
        made.gathered = plan->gathered();
        made.tile_output = plan->spec.output_tile;
        made.dtypes.clear();
        made.needs_wide_dst = plan->spec.needs_wide_dst();
        const bool integers = plan->spec.inputs.front().integer();
        if (integers) made.dtypes = {ttnn::DataType::FLOAT32, ttnn::DataType::BFLOAT16};  // of its result
        for (const std::string& dtype : plan->spec.inputs.front().dtypes) {
            if (dtype != "float32" && dtype != "bfloat16") continue;  // cases have values of these
            made.dtypes.push_back(dtype == "float32" ? ttnn::DataType::FLOAT32 : ttnn::DataType::BFLOAT16);
        }
        made.plan = [plan](const OpCase& request, const PlanRoom& room) {
            return plan_call(*plan, request_for(*plan, request, room));
        };
        made.has_plans = plan->spec.plan == PlanChoice::Automatic;
        made.least_rank = plan->spec.inputs.front().least_rank;
        made.most_rank = plan->spec.inputs.front().most_rank;
        for (const SpecInput& input : plan->spec.inputs)
            made.width_multiple = std::lcm(made.width_multiple, input.width_multiple);
        made.plain = [plan](const OpCase& request, const OpData& data) {
            const auto arithmetic = request.fp32_dst ? Arithmetic::Float32 : Arithmetic::Bfloat16;
            std::vector<double> all;
            for (size_t k = 0; k < plan->results.size(); ++k) {
                const Matrix rows = evaluate_written(plan->spec, input_of(*plan, request, data), arithmetic, k);
                const std::vector<double> tensor = tensor_of(*plan, request.shape, rows, k);
                all.insert(all.end(), tensor.begin(), tensor.end());
            }
            return all;
        };
        made.loses = [plan](const OpCase& request, const OpData& data) {
            return where_lost(*plan, input_of(*plan, request, data));
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

OpDefinition definition(const char* spec, std::function<std::vector<ttnn::Tensor>(const OpCall&)> call,
                        std::function<void()> register_documentation) {
    const auto first = [call](const OpCall& arguments) { return call(arguments).front(); };
    OpDefinition made =
        definition(spec, std::function<ttnn::Tensor(const OpCall&)>(first), std::move(register_documentation));
    if (made.call) made.call_all = std::move(call);
    return made;
}

}  // namespace tilewright::workshop::rows
