// Stage 6: stub kernels, then the real ones, compile and finish without a hang on every shape class, with every CB
// balanced.
#include <fmt/format.h>

#include <atomic>
#include <thread>
#include <utility>

#include "engine/run.hpp"
#include "metal/device_impl.hpp"
#include "tilewright/device.hpp"
#include "workshop/stage/coverage.hpp"
#include "workshop/stage/stages.hpp"
#include "workshop/stage/stubs.hpp"

namespace tilewright::workshop {

Measured run_stubs(const OpCase& request, ttnn::MeshDevice& device, StageResult& result, std::vector<float>* output) {
    const std::string what = request.text() + ", stub kernels";
    const OpCall call = make_call(request, make_data(request), device);
    const Described built = describe(request.op, call);
    ++result.checks;
    const OpPlan plan = plan_of(request, device);
    const std::map<LogicalCore, uint32_t> tile_rows = tile_rows_of(request, device);
    const std::vector<std::pair<LogicalCore, uint32_t>> rounds(tile_rows.begin(), tile_rows.end());
    const StubSources sources = stub_sources(plan);
    if (result.stubs.empty()) {
        result.stubs = {{"stub_reader.cpp", sources.reader},
                        {"stub_compute.cpp", sources.compute},
                        {"stub_writer.cpp", sources.writer}};
    }
    const Measured run = measure(what, device, with_stubs(built.program, plan, rounds));
    for (const Finding& finding : run.run.findings) result.fail(classify(finding, what));
    uint64_t most_rounds = 0;
    for (const auto& [core, count] : rounds) most_rounds = std::max<uint64_t>(most_rounds, count);
    for (const MeasuredCb& cb : run.cbs) {
        const PlannedCb& planned = plan.cb(cb.index);
        const uint64_t expected = planned.persistent ? planned.pages : most_rounds * planned.pages;
        result.check(cb.push.pages == expected && (planned.persistent || cb.pop.pages == expected), what,
                     fmt::format("c_{}: {} pages pushed and {} popped, the plan has {}", cb.index, cb.push.pages,
                                 cb.pop.pages, expected));
    }
    if (output != nullptr) *output = built.output.cpu().to_vector<float>();
    // A fresh program comes with the real kernels.
    device.clear_program_cache();
    return run;
}

namespace {

void run_real(const OpCase& request, ttnn::MeshDevice& device, StageResult& result) {
    const std::string what = request.text();
    CaseResult outcome;
    const OpCall call = make_call(request, make_data(request), device);
    const Described built = describe(request.op, call);
    Measured run = measure(what, device, built.program);
    outcome.findings = run.run.findings;
    outcome.cores = run.cores;
    outcome.plan = plan_of(request, device);
    outcome.seconds = run.run.seconds_run;
    result.add(request, outcome, false, covered_by(request, device));
    ++result.checks;
    for (const Finding& finding : outcome.findings) result.fail(classify(finding, what));
    for (const MeasuredCb& cb : run.cbs) {
        result.check(cb.ok(), what,
                     fmt::format("c_{} ({}) is not balanced: {} pages pushed, {} popped", cb.index, cb.name,
                                 cb.push.pages, cb.pop.pages));
    }
    const ttnn::Shape shape = built.output.logical_shape();
    result.check(shape == output_shape(request), what,
                 fmt::format("the output has shape {}, expected {}", shape, output_shape(request)),
                 Classification::ShapeMismatch);
    result.measured.push_back(std::move(run));
}

}  // namespace

void warm_kernels(const std::vector<OpCase>& cases, ttnn::MeshDevice& device, bool strict) {
    std::vector<program::ProgramDescriptor> programs;
    for (const OpCase& request : cases) {
        programs.push_back(describe(request.op, make_call(request, device)).program);
    }
    device.clear_program_cache();
    engine::RunOptions options = run_options(device);
    if (strict) options.mode = engine::Mode::Strict;
    std::atomic<size_t> next{0};
    const auto work = [&] {
        for (size_t i = next++; i < programs.size(); i = next++) {
            try {
                engine::prepare(*device.impl().card, programs[i], options);
            } catch (const std::exception&) {  // told by the run
            }
        }
    };
    std::vector<std::thread> helpers;
    for (unsigned i = 1; i < std::thread::hardware_concurrency(); ++i) helpers.emplace_back(work);
    work();
    for (std::thread& helper : helpers) helper.join();
}

void stage_kernels(Op op, ttnn::MeshDevice& device, StageResult& result, const Progress& progress,
                   bool first_red_ends) {
    const std::vector<OpCase> cases = kernel_cases(op, device);
    bool first = true;
    for (const OpCase& request : cases) {
        for (const bool stubs : {true, false}) {
            const std::string what = request.text() + (stubs ? ", stub kernels" : "");
            if (progress) progress(what);
            try {
                if (stubs) {
                    run_stubs(request, device, result);
                } else {
                    run_real(request, device, result);
                    if (!result.passed) return;  // the other shapes would say the same
                    // The first shape has shown that the kernels are worth building for the others.
                    if (std::exchange(first, false) && !first_red_ends)
                        warm_kernels({cases.begin() + 1, cases.end()}, device, true);
                }
            } catch (const std::exception& error) {
                ++result.checks;
                result.fail(classify(error, what));
                return;  // a kernel that hangs or does not compile does so on the other shapes too
            }
        }
    }
    result.check_covered(shape_classes_of(op, device));
}

}  // namespace tilewright::workshop
