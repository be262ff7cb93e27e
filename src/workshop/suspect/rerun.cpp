// Runs with one thing changed, and what they prove.
#include "workshop/suspect/rerun.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "workshop/suspect/rerun_bench.hpp"

namespace tilewright::workshop {

namespace {

using ttnn::Tensor;

// Values to lay where nothing should be read: numbers that every dtype has.
constexpr float kOne = 96, kOther = 40;

bool differs(double a, double b) { return a != b && !(std::isnan(a) && std::isnan(b)); }

void keep(std::vector<Suspect>& list, std::optional<Suspect> suspect) {
    if (suspect) list.push_back(std::move(*suspect));
}

// The one kernel that gets the address of this tensor, by name; empty: none, or several do.
std::string kernel_given(const RerunBench& bench, const Tensor& tensor) {
    const uint64_t address = tensor.mesh_buffer()->address();
    std::set<std::string> names;
    for (const program::ProgramDescriptor& program : bench.rerun.programs) {
        for (const program::KernelDescriptor& kernel : program.kernels) {
            const auto holds = [&](const auto& args) {
                return std::find(args.begin(), args.end(), address) != args.end();
            };
            bool given = holds(kernel.common_runtime_args);
            for (const auto& [core, args] : kernel.runtime_args) given |= holds(args);
            if (given) names.insert(kernel.display_name());
        }
    }
    return names.size() == 1 ? *names.begin() : std::string();
}

// Elements that hold whatever the output held before.
void never_written(RerunBench& bench, std::vector<Suspect>& list) {
    const Tensor& output = bench.rerun.output;
    for (const Tensor& input : bench.rerun.inputs) {
        if (input.mesh_buffer() == output.mesh_buffer()) return;  // it works in place
    }
    const auto one = bench.run({}, [&] { bench.fill(output, kOne, false); });
    const auto other = bench.run({}, [&] { bench.fill(output, kOther, false); });
    if (!one || !other) return;
    std::vector<uint8_t> which(one->size(), 0);
    size_t count = 0;
    for (size_t i = 0; i < which.size(); ++i) {
        which[i] = (*one)[i] == kOne && (*other)[i] == kOther;
        count += which[i];
    }
    auto suspect = proven(bench.judge, which, "never_written", "TW2704",
                          fmt::format("{} of {} elements of the result are never written", count, which.size()),
                          "they keep whatever was put into the output before the call", -1);
    if (suspect) suspect->place.kernel = kernel_given(bench, output);
    keep(list, std::move(suspect));
}

bool has_padding(const Tensor& tensor) {
    return tensor.layout() == ttnn::Layout::TILE && tensor.padded_shape() != tensor.logical_shape();
}

// The wrong elements are right with zeros there, or with what is less than every number.
bool right_with_other_padding(RerunBench& bench, const Tensor& input) {
    const bool whole = input.dtype() != ttnn::DataType::FLOAT32 && input.dtype() != ttnn::DataType::BFLOAT16;
    for (const float neutral : {0.0f, -1e30f}) {
        if (whole && neutral != 0) continue;
        const auto result = bench.run({}, [&] { bench.fill(input, neutral, true); });
        if (result && mended(bench.judge, *result, "", "", "")) return true;
    }
    return false;
}

void padding(RerunBench& bench, std::vector<Suspect>& list, bool right_ones_too) {
    for (size_t k = 0; k < bench.rerun.inputs.size(); ++k) {
        const Tensor& input = bench.rerun.inputs[k];
        if (!has_padding(input) || is_block_float(input.dtype())) continue;
        const auto one = bench.run({}, [&] { bench.fill(input, kOne, true); });
        const auto other = bench.run({}, [&] { bench.fill(input, kOther, true); });
        if (!one || !other) continue;
        std::vector<uint8_t> which(one->size(), 0);
        size_t count = 0;
        for (size_t i = 0; i < which.size(); ++i) {
            which[i] = differs((*one)[i], (*other)[i]);
            count += which[i];
        }
        const std::string what =
            fmt::format("the padding of {} gets into {} elements of the result", bench.rerun.names[k], count);
        const std::string evidence = "with other values in the padding they change";
        std::optional<Suspect> suspect = proven(bench.judge, which, "padding", "TW2703", what, evidence, -0.9);
        // Zeros in a sum do no harm: it is the cause where other padding makes the result right.
        if (suspect && !right_ones_too && !right_with_other_padding(bench, input)) {
            suspect->code.clear();
            suspect->what += ", but it stays wrong with zeros there";
            suspect->rank = 2;
        }
        if (!suspect && right_ones_too && count != 0) {
            suspect.emplace();
            suspect->kind = "padding";
            suspect->code = "TW2703";
            suspect->what = what;
            suspect->evidence = evidence;
            suspect->proof = Proof::Rerun;
            suspect->of = bench.judge.wrong_at.size();
        }
        keep(list, std::move(suspect));
    }
}

// What lay in the memory of the CBs before the program. Fast kernels may not copy what they need not: strict mode.
void old_memory(RerunBench& bench, std::vector<Suspect>& list) {
    const RerunBench::Change strict = [](size_t, program::ProgramDescriptor&, engine::RunOptions& options) {
        options.mode = engine::Mode::Strict;
    };
    const auto one = bench.run(strict, {}, 0x40404040u), other = bench.run(strict, {}, 0xC0A0C0A0u);
    if (!one || !other) return;
    std::vector<uint8_t> which(one->size(), 0);
    for (size_t i = 0; i < which.size(); ++i) which[i] = differs((*one)[i], (*other)[i]);
    keep(list,
         proven(bench.judge, which, "old_memory", "TW2705",
                "the result has memory of a CB in it that the program did not write: a page that is not filled, or "
                "the rest of a last tile",
                "with other contents of L1 before the program they change", -0.8));
}

// The compute kernels that get the change, and the program with it.
void tell_place(Suspect& suspect, program::ProgramDescriptor program, bool (*change)(program::ComputeConfig&)) {
    for (program::KernelDescriptor& kernel : program.kernels) {
        auto* config = std::get_if<program::ComputeConfig>(&kernel.config);
        if (config != nullptr && change(*config)) suspect.place.kernel = kernel.display_name();
    }
    suspect.program = std::make_shared<const program::ProgramDescriptor>(std::move(program));
}

void precision(RerunBench& bench, std::vector<Suspect>& list) {
    struct Way {
        const char* kind;
        const char* what;
        const char* with;
        bool (*change)(program::ComputeConfig&);
    };
    static constexpr Way kWays[] = {
        {"sixteen_bits", "DST has 16 bits: what is summed there is cut to bfloat16", "with fp32_dest_acc_en",
         [](program::ComputeConfig& config) { return !std::exchange(config.fp32_dest_acc_en, true); }},
        {"fidelity", "the fidelity is too low: products lose bits of their factors", "with HiFi4",
         [](program::ComputeConfig& config) {
             return std::exchange(config.fidelity, tile::Fidelity::HiFi4) != tile::Fidelity::HiFi4;
         }},
        {"approximate", "the SFPU approximates", "without math_approx_mode",
         [](program::ComputeConfig& config) { return std::exchange(config.math_approx_mode, false); }},
    };
    // A result that another run makes right without any change says nothing about one.
    if (const auto plain = bench.run({}); !plain || mended(bench.judge, *plain, "", "", "")) return;
    for (const Way& way : kWays) {
        bool changes = false;
        for (program::ProgramDescriptor program : bench.rerun.programs) {
            for (program::KernelDescriptor& kernel : program.kernels) {
                if (auto* config = std::get_if<program::ComputeConfig>(&kernel.config)) changes |= way.change(*config);
            }
        }
        if (!changes) continue;
        const auto result = bench.run([&](size_t, program::ProgramDescriptor& program, engine::RunOptions&) {
            for (program::KernelDescriptor& kernel : program.kernels) {
                if (auto* config = std::get_if<program::ComputeConfig>(&kernel.config)) way.change(*config);
            }
        });
        std::optional<Suspect> suspect;
        if (result) suspect = mended(bench.judge, *result, way.kind, way.what, way.with);
        if (suspect && bench.rerun.programs.size() == 1) tell_place(*suspect, bench.rerun.programs[0], way.change);
        keep(list, std::move(suspect));
    }
}

void again_and_in_another_order(RerunBench& bench, std::vector<Suspect>& list) {
    // What lies in L1 before the program is the same each time: that it matters is another suspect.
    constexpr uint32_t kBefore = 0;
    const auto plain = bench.run({}, {}, kBefore);
    if (!plain) return;
    for (uint64_t seed = 1; seed <= 3; ++seed) {
        const auto other = bench.run(
            [&](size_t, program::ProgramDescriptor&, engine::RunOptions& options) {
                options.schedule = engine::Schedule::Random;
                options.seed = seed;
            },
            {}, kBefore);
        if (!other) return;
        std::vector<uint8_t> which(other->size(), 0);
        for (size_t i = 0; i < which.size(); ++i) which[i] = differs((*plain)[i], (*other)[i]);
        auto suspect =
            proven(bench.judge, which, "schedule", "TW2701", "the result depends on the order in which threads run",
                   fmt::format("with the random schedule of seed {} they change", seed), -0.85);
        if (!suspect) continue;
        keep(list, std::move(suspect));
        return;
    }
}

void strict_mode(RerunBench& bench, std::vector<Suspect>& list) {
    bench.findings.clear();
    const auto result = bench.run(
        [](size_t, program::ProgramDescriptor&, engine::RunOptions& options) { options.mode = engine::Mode::Strict; });
    if (!result) return;
    for (const Finding& finding : bench.findings) {
        if (finding.severity == Severity::Note) continue;
        Suspect suspect;
        suspect.kind = "finding";
        const Frame* line = finding.place.line();
        suspect.what =
            fmt::format("strict mode finds {}: {}{}", finding.code, finding.message,
                        line == nullptr || line->line == 0 ? "" : fmt::format(" ({}:{})", line->file, line->line));
        suspect.of = bench.judge.wrong_at.size();
        suspect.evidence = finding.code;
        suspect.rank = finding.severity == Severity::Error ? 0 : 1;
        list.push_back(std::move(suspect));
        if (list.size() > 8) return;
    }
}

}  // namespace

std::vector<Suspect> rerun_suspects(const Rerun& rerun, const Compared& compared) {
    std::vector<Suspect> list;
    if (rerun.programs.empty() || rerun.output.storage_type() != ttnn::StorageType::DEVICE) return list;
    RerunBench bench(rerun, compared);
    if (bench.judge.wrong_at.empty()) return list;
    never_written(bench, list);
    padding(bench, list, false);
    precision(bench, list);
    old_memory(bench, list);
    strict_mode(bench, list);
    again_and_in_another_order(bench, list);
    try_host_changes(bench, list);
    return list;
}

std::vector<Suspect> padding_suspects(const Rerun& rerun, const Compared& compared) {
    std::vector<Suspect> list;
    if (rerun.programs.empty() || rerun.output.storage_type() != ttnn::StorageType::DEVICE) return list;
    if (std::none_of(rerun.inputs.begin(), rerun.inputs.end(), has_padding)) return list;
    RerunBench bench(rerun, compared);
    padding(bench, list, true);
    return list;
}

}  // namespace tilewright::workshop
