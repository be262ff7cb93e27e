// Runs with one thing changed, and what they prove.
#include "workshop/suspect/rerun.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <functional>
#include <optional>

#include "engine/launch.hpp"
#include "metal/device_impl.hpp"
#include "tilewright/device.hpp"
#include "workshop/suspect/judge.hpp"

namespace tilewright::workshop {

namespace {

using ttnn::Tensor;
using Numbers = std::vector<double>;

// Values to lay where nothing should be read: numbers that every dtype has.
constexpr float kOne = 96, kOther = 40;

class Bench {
public:
    Bench(const Rerun& rerun, const Compared& compared)
        : rerun_(rerun), judge(compared), device_(*rerun.output.device()), begin_(std::chrono::steady_clock::now()) {
        for (const Tensor& tensor : rerun.inputs) kept_.emplace_back(tensor, tensor.cpu());
        kept_.emplace_back(rerun.output, rerun.output.cpu());
    }
    ~Bench() {
        try {
            restore();
        } catch (const std::exception&) {  // the device was closed meanwhile
        }
    }

    using Change = std::function<void(program::ProgramDescriptor&, engine::RunOptions&)>;
    // The output's logical elements; nothing: the program does not stand the change, or time is up.
    std::optional<Numbers> run(const Change& change, const std::function<void()>& before = {},
                               std::optional<uint32_t> l1_word = std::nullopt) {
        const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin_;
        // Kernels that the change makes anew are built in a time of their own.
        if (passed.count() - building_ > rerun_.seconds || passed.count() > 5 * rerun_.seconds) return std::nullopt;
        restore();
        if (before) before();
        try {
            for (program::ProgramDescriptor program : rerun_.programs) {
                engine::RunOptions options = run_options(device_);
                options.timed = false;
                if (options.mode == engine::Mode::Auto) options.mode = engine::Mode::Fast;
                options.trace = {};
                options.timed_report.clear();
                if (change) change(program, options);
                engine::PreparedProgram prepared(*device_.impl().card, program, options);
                building_ += prepared.seconds_build;
                if (l1_word) fill_l1(prepared, *l1_word);
                const Ours ours(*device_.impl().card, l1_word.has_value());
                engine::RunResult result = engine::launch(prepared);
                for (Finding& finding : result.findings) findings.push_back(std::move(finding));
            }
        } catch (const std::exception&) {
            return std::nullopt;
        }
        const std::vector<float> values = rerun_.output.to_vector<float>();
        return Numbers(values.begin(), values.end());
    }

    void fill(const Tensor& tensor, float value, bool padding_only) {
        const auto& spec = tensor.tensor_spec();
        std::vector<float> values(tensor.logical_volume(), value);
        if (padding_only) values = kept_values(tensor);
        Tensor target = tensor;
        copy_to_device(Tensor::from_vector<float>(values, spec, nullptr, std::nullopt, value), target);
    }

    const Rerun& rerun_;
    Judge judge;
    std::vector<Finding> findings;  // of all runs

private:
    // What lies in L1 was put there on purpose: strict mode leaves it as it is.
    class Ours {
    public:
        Ours(card::Card& card, bool is) : card_(card), before_(card.host_uses_l1()) {
            card.set_host_uses_l1(before_ || is);
        }
        ~Ours() { card_.set_host_uses_l1(before_); }
        Ours(const Ours&) = delete;
        Ours& operator=(const Ours&) = delete;

    private:
        card::Card& card_;
        const bool before_;
    };

    void restore() {
        for (auto& [tensor, host] : kept_) copy_to_device(host, tensor);
    }
    std::vector<float> kept_values(const Tensor& tensor) const {
        for (const auto& [known, host] : kept_) {
            if (known.mesh_buffer() == tensor.mesh_buffer()) return host.to_vector<float>();
        }
        return tensor.to_vector<float>();
    }
    static void fill_l1(engine::PreparedProgram& prepared, uint32_t word) {
        for (const engine::CorePlan& plan : prepared.cores) {
            for (const engine::CbPlan& cb : plan.cbs) {
                if (prepared.program.cbs[cb.cb].placed) continue;
                uint8_t* at = plan.core->l1() + prepared.layout.cb_address[cb.cb];
                for (uint32_t i = 0; i + 4 <= cb.bytes; i += 4) std::memcpy(at + i, &word, 4);
            }
        }
    }

    MeshDevice& device_;
    std::chrono::steady_clock::time_point begin_;
    double building_ = 0;                          // seconds
    std::vector<std::pair<Tensor, Tensor>> kept_;  // on the device, its contents before
};

bool differs(double a, double b) { return a != b && !(std::isnan(a) && std::isnan(b)); }

// A suspect of the wrong elements in `which`; nothing where they are few among the wrong ones.
std::optional<Suspect> proven(const Judge& judge, const std::vector<uint8_t>& which, const std::string& kind,
                              const std::string& code, const std::string& what, const std::string& evidence,
                              double rank) {
    Suspect suspect;
    suspect.of = judge.wrong_at.size();
    for (const size_t i : judge.wrong_at) suspect.explained += which[i] != 0;
    if (suspect.explained == 0 || suspect.explained * 5 < suspect.of) return std::nullopt;
    suspect.kind = kind;
    suspect.code = code;
    suspect.what = what;
    suspect.evidence = evidence;
    suspect.where = judge.region.where;
    suspect.proof = Proof::Rerun;
    suspect.rank = rank;
    return suspect;
}

void keep(std::vector<Suspect>& list, std::optional<Suspect> suspect) {
    if (suspect) list.push_back(std::move(*suspect));
}

// Elements that hold whatever the output held before.
void never_written(Bench& bench, std::vector<Suspect>& list) {
    const Tensor& output = bench.rerun_.output;
    for (const Tensor& input : bench.rerun_.inputs) {
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
    keep(list, proven(bench.judge, which, "never_written", "TW2704",
                      fmt::format("{} of {} elements of the result are never written", count, which.size()),
                      "they keep whatever was put into the output before the call", -1));
}

bool has_padding(const Tensor& tensor) {
    return tensor.layout() == ttnn::Layout::TILE && tensor.padded_shape() != tensor.logical_shape();
}

void padding(Bench& bench, std::vector<Suspect>& list, bool right_ones_too) {
    for (size_t k = 0; k < bench.rerun_.inputs.size(); ++k) {
        const Tensor& input = bench.rerun_.inputs[k];
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
            fmt::format("the padding of {} gets into {} elements of the result", bench.rerun_.names[k], count);
        const std::string evidence = "with other values in the padding they change";
        std::optional<Suspect> suspect = proven(bench.judge, which, "padding", "TW2703", what, evidence, -0.9);
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
void old_memory(Bench& bench, std::vector<Suspect>& list) {
    const Bench::Change strict = [](program::ProgramDescriptor&, engine::RunOptions& options) {
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

// The wrong elements that are right in this result.
std::optional<Suspect> mended(const Judge& judge, const Numbers& result, const std::string& kind,
                              const std::string& what, const std::string& with) {
    const Compared& seen = judge.seen;
    std::vector<uint8_t> which(result.size(), 0);
    size_t wrong = 0, mended = 0;
    for (size_t i = 0; i < result.size(); ++i) {
        const bool right = std::abs(result[i] - seen.expected[i]) <= seen.allowed[i];
        wrong += !right;
        mended += which[i] = right && judge.wrong[i] != 0;
    }
    if (wrong * 10 > judge.wrong_at.size() || mended * 10 < judge.wrong_at.size() * 9) return std::nullopt;
    return proven(judge, which, kind, "", what,
                  fmt::format("{} {} of {} wrong elements are right", with, mended, judge.wrong_at.size()), -0.7);
}

void precision(Bench& bench, std::vector<Suspect>& list) {
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
        for (program::ProgramDescriptor program : bench.rerun_.programs) {
            for (program::KernelDescriptor& kernel : program.kernels) {
                if (auto* config = std::get_if<program::ComputeConfig>(&kernel.config)) changes |= way.change(*config);
            }
        }
        if (!changes) continue;
        const auto result = bench.run([&](program::ProgramDescriptor& program, engine::RunOptions&) {
            for (program::KernelDescriptor& kernel : program.kernels) {
                if (auto* config = std::get_if<program::ComputeConfig>(&kernel.config)) way.change(*config);
            }
        });
        if (result) keep(list, mended(bench.judge, *result, way.kind, way.what, way.with));
    }
}

void again_and_in_another_order(Bench& bench, std::vector<Suspect>& list) {
    // What lies in L1 before the program is the same each time: that it matters is another suspect.
    constexpr uint32_t kBefore = 0;
    const auto plain = bench.run({}, {}, kBefore);
    if (!plain) return;
    for (uint64_t seed = 1; seed <= 3; ++seed) {
        const auto other = bench.run(
            [&](program::ProgramDescriptor&, engine::RunOptions& options) {
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

void strict_mode(Bench& bench, std::vector<Suspect>& list) {
    bench.findings.clear();
    const auto result = bench.run(
        [](program::ProgramDescriptor&, engine::RunOptions& options) { options.mode = engine::Mode::Strict; });
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
    Bench bench(rerun, compared);
    if (bench.judge.wrong_at.empty()) return list;
    never_written(bench, list);
    padding(bench, list, false);
    precision(bench, list);
    old_memory(bench, list);
    strict_mode(bench, list);
    again_and_in_another_order(bench, list);
    return list;
}

std::vector<Suspect> padding_suspects(const Rerun& rerun, const Compared& compared) {
    std::vector<Suspect> list;
    if (rerun.programs.empty() || rerun.output.storage_type() != ttnn::StorageType::DEVICE) return list;
    if (std::none_of(rerun.inputs.begin(), rerun.inputs.end(), has_padding)) return list;
    Bench bench(rerun, compared);
    padding(bench, list, true);
    return list;
}

}  // namespace tilewright::workshop
