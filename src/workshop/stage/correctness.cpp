// Stage 7: stub kernels must fail the comparison, then every case is compared with what the formula gives in float64.
// Where a bound promises nothing, plain arithmetic must not do much better; and something must be promised somewhere.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "workshop/accuracy/phases.hpp"
#include "workshop/stage/coverage.hpp"
#include "workshop/stage/stages.hpp"
#include "workshop/suspect/of_case.hpp"

namespace tilewright::workshop {

namespace {

// Of what is not promised: wrong by that much of its scale, and so many times worse than plain arithmetic.
constexpr double kMuch = 1.0 / 16, kMuchWorse = 8;

// What the pattern of the error points to.
void add_suspects(const OpCase& request, const CaseResult& outcome, ttnn::MeshDevice& device, Failure& failure) {
    const Diagnosis diagnosis = diagnose_case(request, outcome, device, 1);
    const Finding finding = wrong_result(request, outcome, diagnosis);
    failure.code = finding.code;
    for (const std::string& line : finding.seen) failure.details += "    " + line + "\n";
}

// In which step the error enters, as the phases of a run have it.
void add_phases(const OpCase& request, ttnn::MeshDevice& device, Failure& failure) {
    using accuracy::PhaseValues;
    std::vector<PhaseValues> phases;
    try {
        phases = accuracy::record_phases(request, make_data(request), device);
    } catch (const std::exception& error) {
        // The kernels do not do what the phases say, which is for the suspects to tell.
        failure.details += fmt::format("    its steps could not be measured: {}\n", refusal(error.what()));
        return;
    }
    const PhaseValues* worst = nullptr;
    double most = 0;
    for (const PhaseValues& phase : phases) {
        const double entering = PhaseValues::error(phase.got, phase.on_given).norm;
        const double part = entering / std::ldexp(1.0, -phase.significant_bits);
        failure.details += fmt::format("    step {}: {:.3g} of its values enters as error, {:.3g} is wrong so far\n",
                                       phase.name, entering, PhaseValues::error(phase.got, phase.exact).norm);
        if (std::isnan(part) || part > most) worst = &phase, most = std::isnan(part) ? INFINITY : part;
    }
    if (worst == nullptr) return;
    failure.suggested_action = fmt::format(
        "look at step {}, where most of the error enters: give its formula another form, its CB another format, or "
        "state the domain of the data in the spec",
        worst->name);
}

class Correctness {
public:
    Correctness(Op op, ttnn::MeshDevice& device, StageResult& result, bool first_red_ends)
        : op_(op), device_(device), result_(result), explains_(!first_red_ends), most_(first_red_ends ? 1 : 8) {}

    // Kernels that compute nothing must not pass. Where nothing is promised of any case, that is told later.
    void red_first(const std::vector<OpCase>& cases) {
        for (const OpCase& request : cases) {
            const Reference expected = make_reference(request, make_data(request));
            size_t promised = 0;
            for (size_t i = 0; i < expected.values.size(); ++i) promised += expected.promises(i);
            if (2 * promised >= expected.values.size()) return red_first(request, expected);
        }
    }
    void red_first(const OpCase& request, const Reference& expected) {
        std::vector<float> nothing;
        run_stubs(request, device_, result_, &nothing);
        const Accuracy got = compare(request, expected, nothing);
        const std::string what = request.text() + ", stub kernels";
        if (!result_.check(!got.ok(), what, "kernels that compute nothing pass the comparison",
                           Classification::Unknown))
            return;
        result_.expected_red =
            Failure{Classification::NumericalMismatch,
                    what,
                    fmt::format("element {} is {:.9g}, expected {:.9g}", got.worst_index, got.got, got.expected),
                    "",
                    "write the kernels",
                    ""};
    }

    // Whether there is any use in going on.
    bool one(const OpCase& request) {
        try {
            judge(request, run_case(request, device_), covered_by(request, device_));
        } catch (const std::exception& error) {
            return failed(error, request);
        }
        return result_.failures.size() < most_;
    }

    bool again(const OpCase& request) {
        try {
            const RepeatedCalls again = run_again(request, device_);
            for (size_t i = 0; i < again.results.size(); ++i) {
                std::vector<std::string> classes = covered_by(again.requests[i], device_);
                if (i == 1) classes.emplace_back(covers::kParameters);
                if (i == 2 && again.cached) classes.emplace_back(covers::kAddresses);
                judge(again.requests[i], again.results[i], std::move(classes));
            }
        } catch (const std::exception& error) {
            return failed(error, request);
        }
        return result_.failures.size() < most_;
    }

    // A bound that allows everything everywhere is no comparison.
    void something_is_promised(const std::vector<OpCase>& cases) {
        for (const ttnn::DataType dtype : op_->dtypes) {
            ++result_.checks;
            const std::string name = dtype_name(dtype);
            if (std::any_of(result_.cases.begin(), result_.cases.end(), [&](const CaseRecord& record) {
                    return record.dtype == name && record.compared && record.promised >= 0.5;
                }))
                continue;
            Failure failure{
                Classification::Unknown,
                name,
                "nothing is promised: for most elements of every case the arithmetic of the op may be wrong by a "
                "sixteenth of the result and more, so that the comparison proves nothing",
                "",
                "state the domain of the inputs in the spec (domain = \"positive\", [0, 1]), or write a form of the "
                "formula that does not cancel or overflow",
                "TW2707"};
            const auto request =
                std::find_if(cases.begin(), cases.end(), [&](const OpCase& each) { return each.dtype == dtype; });
            if (op_->loses && request != cases.end())
                failure.details =
                    fmt::format("    {}: {}\n", request->text(), op_->loses(*request, make_data(*request)));
            result_.fail(std::move(failure));
        }
    }

private:
    bool failed(const std::exception& error, const OpCase& request) {
        ++result_.checks;
        result_.fail(classify(error, request.text()));
        // After a hang the others will tell nothing new.
        return !is_hang(result_.failures.back().kind) && result_.failures.size() < most_;
    }

    void judge(const OpCase& request, const CaseResult& outcome, std::vector<std::string> classes) {
        result_.add(request, outcome, true, std::move(classes));
        ++result_.checks;
        const std::string what = request.text();
        for (const Finding& finding : outcome.findings) result_.fail(classify(finding, what));
        if (!result_.check(
                outcome.logical_shape == output_shape(request), what,
                fmt::format("the output has shape {}, expected {}", outcome.logical_shape, output_shape(request)),
                Classification::ShapeMismatch))
            return;
        const Accuracy& got = outcome.accuracy;
        const bool right =
            result_.check(got.ok(), what,
                          fmt::format("element {} is {:.9g}, expected {:.9g}: {:.3g} times what is allowed",
                                      got.worst_index, got.got, got.expected, got.worst_of_allowed),
                          Classification::NumericalMismatch);
        // One case tells: each is run again in several ways.
        if (!right) {
            result_.cases.back().ok = false;
            if (result_.failures.size() == 1 && explains_) {
                add_suspects(request, outcome, device_, result_.failures.back());
                add_phases(request, device_, result_.failures.back());
            }
            return;
        }
        hold_against_plain(request, got);
    }

    // Of what is not promised anything may come out, but not what plain arithmetic would not give.
    void hold_against_plain(const OpCase& request, const Accuracy& got) {
        if (!op_->plain || got.unpromised_error < kMuch) return;
        const OpData data = make_data(request);
        const double plain = unpromised_error(make_reference(request, data), op_->plain(request, data));
        ++result_.checks;
        if (plain * kMuchWorse > got.unpromised_error) return;
        result_.cases.back().ok = false;
        Failure failure{Classification::NumericalMismatch,
                        request.text(),
                        fmt::format("of the {:.0f} % of the elements of which nothing is promised {:.2g} of the "
                                    "result's size is wrong; plain {} arithmetic of the formula is wrong by {:.2g}",
                                    100 * (1 - got.share_promised()), got.unpromised_error,
                                    request.fp32_dst ? "float32" : "bfloat16", plain),
                        "",
                        "give the formula a form whose steps keep more digits, or state the domain of the data",
                        "TW2707"};
        if (op_->loses) failure.details = fmt::format("    {}\n", op_->loses(request, data));
        const std::string suggested = failure.suggested_action;
        if (explains_) add_phases(request, device_, failure);
        if (failure.suggested_action.empty()) failure.suggested_action = suggested;
        result_.fail(std::move(failure));
    }

    Op op_;
    ttnn::MeshDevice& device_;
    StageResult& result_;
    const bool explains_;  // where the first wrong result comes from
    const size_t most_;    // failures after which it ends
};

}  // namespace

void stage_correctness(Op op, ttnn::MeshDevice& device, StageResult& result, const Progress& progress,
                       bool first_red_ends) {
    const std::vector<OpCase> cases = correctness_cases(op, device);
    Correctness stage(op, device, result, first_red_ends);
    stage.red_first(cases);
    if (!first_red_ends) warm_kernels(cases, device, false);
    for (const OpCase& request : cases) {
        if (progress) progress(request.text());
        if (!stage.one(request)) return;
    }
    const OpCase repeated = repeated_case(op, device);
    if (progress) progress(repeated.text() + ", called again");
    if (!stage.again(repeated)) return;
    if (!result.passed) return;
    result.check_covered(classes_of(op, device));
    stage.something_is_promised(cases);
}

}  // namespace tilewright::workshop
