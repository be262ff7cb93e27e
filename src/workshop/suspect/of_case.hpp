// Suspects of an op's wrong result, from all that its entry tells: inputs, parameters, the reference, the split.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "workshop/op/op_case.hpp"
#include "workshop/suspect/suspect.hpp"

namespace tilewright::workshop {

// Of a case whose result is wrong; the op is run again on the device with one thing changed, for at most `seconds`.
Diagnosis diagnose_case(const OpCase& request, const CaseResult& result, ttnn::MeshDevice& device, double seconds = 3);

// A case whose tensors are on the device, and a program that somebody ran on them.
struct CalledCase {
    OpCase request;
    std::shared_ptr<const OpData> data;
    OpCall call;
    ttnn::Tensor output;
    std::vector<ttnn::Tensor> contents;  // of the call's tensors, on the host

    void keep_inputs();  // as they are now, before anything runs
};
struct WrongCase {
    Finding finding;
    std::vector<program::ProgramDescriptor> changed;  // with the changes that the finding tells
};
// What the program left in the output, beside the reference; with suspects of that program. Nothing: it is right.
std::optional<WrongCase> judge_program(const CalledCase& called, const program::ProgramDescriptor& program);

// TW2702 (or what a re-run proved) with suspects.
Finding wrong_result(const OpCase& request, const CaseResult& result, const Diagnosis& diagnosis);

}  // namespace tilewright::workshop
