// From a case of an op to what is compared and run again.
#include "workshop/suspect/of_case.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "workshop/suspect/rerun.hpp"

namespace tilewright::workshop {

namespace {

std::vector<uint32_t> dims(const ttnn::Shape& shape) { return {shape.view().begin(), shape.view().end()}; }

Operand operand_of(const std::string& name, std::vector<uint32_t> shape, const std::vector<float>& values) {
    return {name, std::move(shape), {values.begin(), values.end()}};
}

std::vector<float> floats(const std::vector<double>& values) { return {values.begin(), values.end()}; }

size_t size_of(const std::vector<uint32_t>& shape) {
    size_t size = 1;
    for (const uint32_t dim : shape) size *= dim;
    return size;
}

// The reference for other numbers; nothing where an input has a shape that the op does not take.
Operand reference_for(const OpCase& request, const std::vector<Operand>& inputs,
                      const std::vector<Constant>& constants) {
    OpCase other = request;
    if (!request.op->inputs.front().operand.is()) other.shape = inputs.front().shape;
    OpData data;
    data.input = floats(inputs.front().values);
    if (data.input.size() != size_of(other.shape_of(0))) return {};
    for (size_t k = 1; k < inputs.size(); ++k) {
        const size_t index = request.op->input_index(inputs[k].name);
        if (inputs[k].values.size() != size_of(other.shape_of(index))) return {};
        data.others[inputs[k].name] = floats(inputs[k].values);
    }
    for (const Constant& constant : constants) other.parameters[constant.name] = constant.value;
    try {
        return {"", dims(output_shape(other)), make_reference(other, data).values};
    } catch (const std::exception&) {
        return {};  // the op's own refusal of such parameters
    }
}

Compared compared_of(const OpCase& request, const OpData& data, const CaseResult& result) {
    const Reference reference = make_reference(request, data);
    Compared made;
    made.shape = dims(output_shape(request));
    made.got.assign(result.values.begin(), result.values.end());
    made.expected = reference.values;
    made.allowed = reference.allowed;
    // Of several results the first is looked at.
    const size_t size = size_of(made.shape);
    if (!request.op->results.empty() && made.got.size() > size) {
        made.got.resize(size);
        made.expected.resize(size);
        made.allowed.resize(size);
    }
    made.tiled = false;
    made.unit = last_place(1, request.result_dtype());
    made.inputs.push_back(operand_of(request.op->inputs.front().name, request.shape_of(0), data.input));
    for (size_t k = 1; k < request.op->inputs.size(); ++k) {
        const OpInput& input = request.op->inputs[k];
        const std::vector<float>& values = data.other(input.name);
        if (!values.empty()) made.inputs.push_back(operand_of(input.name, request.shape_of(k), values));
    }
    for (const OpParameter& parameter : request.op->parameters)
        made.constants.push_back({parameter.name, request.parameter(parameter.name)});
    made.recompute = [&request](const std::vector<Operand>& inputs, const std::vector<Constant>& constants) {
        return reference_for(request, inputs, constants);
    };
    return made;
}

Rerun rerun_of(const OpCase& request, const OpCall& call, const program::ProgramDescriptor& program,
               const ttnn::Tensor& output, double seconds) {
    Rerun rerun;
    rerun.programs = {program};
    rerun.output = output;
    rerun.seconds = seconds;
    for (size_t k = 0; k < call.tensors.size(); ++k) {
        if (!call.tensors[k]) continue;
        rerun.inputs.push_back(*call.tensors[k]);
        rerun.names.push_back(request.op->inputs[k].name);
    }
    return rerun;
}

void split_over_cores(const OpCase& request, const CaseResult& result, const Diagnosis& diagnosis,
                      ttnn::MeshDevice& device, std::vector<Suspect>& list) {
    if (!request.op->has_core_grid || result.cores < 2) return;
    OpCase one = request;
    one.core_grid = CoreCoord{1, 1};
    try {
        if (!run_case(one, device).accuracy.ok()) return;
    } catch (const std::exception&) {
        return;  // one core has no room for it
    }
    Suspect suspect;
    suspect.kind = "core_split";
    suspect.what = fmt::format("the split over {} cores is wrong: start indices, counts, or what cores tell each other",
                               result.cores);
    suspect.where = diagnosis.where;
    suspect.evidence = "on one core the result is right";
    suspect.proof = Proof::Rerun;
    suspect.explained = suspect.of = diagnosis.wrong;
    suspect.rank = -0.6;
    list.push_back(std::move(suspect));
}

}  // namespace

void CalledCase::keep_inputs() {
    for (const std::optional<ttnn::Tensor>& tensor : call.tensors) {
        if (tensor) contents.push_back(tensor->cpu());
    }
}

std::optional<WrongCase> judge_program(const CalledCase& called, const program::ProgramDescriptor& program) {
    const OpCase& request = called.request;
    CaseResult result;
    result.values = called.output.cpu().to_vector<float>();
    result.accuracy = compare(request, make_reference(request, *called.data), result.values);
    if (result.accuracy.ok()) return std::nullopt;
    Compared compared = compared_of(request, *called.data, result);
    compared.shares = shares_of(program, compared);
    Rerun rerun = rerun_of(request, called.call, program, called.output, 3);
    rerun.contents = called.contents;
    Diagnosis diagnosis = diagnose(compared);
    if (diagnosis.wrong != 0) diagnosis.add(rerun_suspects(rerun, compared));
    WrongCase wrong{wrong_result(request, result, diagnosis), {}};
    for (const Suspect& suspect : diagnosis.suspects) {
        if (suspect.program != nullptr) wrong.changed.push_back(*suspect.program);
    }
    return wrong;
}

Diagnosis diagnose_case(const OpCase& request, const CaseResult& result, ttnn::MeshDevice& device, double seconds) {
    const OpData data = make_data(request);
    Compared compared = compared_of(request, data, result);
    std::optional<Rerun> rerun;
    try {
        const OpCall call = make_call(request, data, device);
        Described described = describe(request.op, call);
        rerun = rerun_of(request, call, described.program, described.output, seconds);
        compared.shares = shares_of(rerun->programs.front(), compared);
    } catch (const std::exception&) {
        // The op refuses to be called again: nothing will be proven by that.
    }
    Diagnosis diagnosis = diagnose(compared);
    if (diagnosis.wrong == 0) return diagnosis;
    std::vector<Suspect> more;
    if (rerun) more = rerun_suspects(*rerun, compared);
    split_over_cores(request, result, diagnosis, device, more);
    diagnosis.add(std::move(more));
    return diagnosis;
}

Finding wrong_result(const OpCase& request, const CaseResult& result, const Diagnosis& diagnosis) {
    std::optional<Finding> plain = wrong_result(request, result.accuracy);
    Finding finding = plain ? *plain : Finding();
    tell_suspects(diagnosis, finding);
    if (!diagnosis.suspects.empty() && !diagnosis.suspects.front().code.empty()) {
        finding.code = diagnosis.suspects.front().code;
        const std::string usual = "the result is wrong";
        if (const size_t at = finding.message.find(usual); at != std::string::npos)
            finding.message.replace(at, usual.size(), diagnosis.suspects.front().headline());
    }
    return finding;
}

}  // namespace tilewright::workshop
