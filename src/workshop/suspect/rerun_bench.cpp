// Running a call again.
#include "workshop/suspect/rerun_bench.hpp"

#include <fmt/format.h>

#include <cstring>

#include "metal/device_impl.hpp"
#include "tilewright/device.hpp"

namespace tilewright::workshop {

namespace {

using ttnn::Tensor;

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

void fill_l1(engine::PreparedProgram& prepared, uint32_t word) {
    for (const engine::CorePlan& plan : prepared.cores) {
        for (const engine::CbPlan& cb : plan.cbs) {
            if (prepared.program.cbs[cb.cb].placed) continue;
            uint8_t* at = plan.core->l1() + prepared.layout.cb_address[cb.cb];
            for (uint32_t i = 0; i + 4 <= cb.bytes; i += 4) std::memcpy(at + i, &word, 4);
        }
    }
}

}  // namespace

RerunBench::RerunBench(const Rerun& again, const Compared& compared)
    : rerun(again),
      judge(compared),
      device_(*again.output.device()),
      begin_(std::chrono::steady_clock::now()),
      seconds_(again.seconds) {
    for (const Tensor& tensor : rerun.inputs) found_.emplace_back(tensor, tensor.cpu());
    found_.emplace_back(rerun.output, rerun.output.cpu());
    begin_with_ = found_;
    for (size_t k = 0; k < std::min(rerun.contents.size(), rerun.inputs.size()); ++k)
        begin_with_[k].second = rerun.contents[k];
}

RerunBench::~RerunBench() {
    try {
        restore(found_);
    } catch (const std::exception&) {  // the device was closed meanwhile
    }
}

card::Card& RerunBench::card() { return *device_.impl().card; }

void RerunBench::give_time(double seconds) {
    begin_ = std::chrono::steady_clock::now();
    building_ = 0;
    seconds_ = seconds;
}

std::optional<Numbers> RerunBench::run(const Change& change, const std::function<void()>& before,
                                       std::optional<uint32_t> l1_word) {
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin_;
    // Kernels that the change makes anew are built in a time of their own.
    if (passed.count() - building_ > seconds_ || passed.count() > 5 * seconds_) return std::nullopt;
    restore(begin_with_);
    if (before) before();
    try {
        for (size_t index = 0; index < rerun.programs.size(); ++index) {
            program::ProgramDescriptor program = rerun.programs[index];
            engine::RunOptions options = run_options(device_);
            options.timed = false;
            if (options.mode == engine::Mode::Auto) options.mode = engine::Mode::Fast;
            options.trace = {};
            options.timed_report.clear();
            if (change) change(index, program, options);
            engine::PreparedProgram prepared(card(), program, options);
            building_ += prepared.seconds_build;
            if (l1_word) fill_l1(prepared, *l1_word);
            const Ours ours(card(), l1_word.has_value());
            engine::RunResult result = engine::launch(prepared);
            for (Finding& finding : result.findings) {
                // What the call made for itself between its programs is freed by now; its place is still its own.
                if (finding.code != "TW2125") findings.push_back(std::move(finding));
            }
        }
    } catch (const std::exception&) {
        return std::nullopt;
    }
    const std::vector<float> values = rerun.output.to_vector<float>();
    return Numbers(values.begin(), values.end());
}

void RerunBench::fill(const Tensor& tensor, float value, bool padding_only) {
    const auto& spec = tensor.tensor_spec();
    std::vector<float> values(tensor.logical_volume(), value);
    if (padding_only) values = kept_values(tensor);
    Tensor target = tensor;
    copy_to_device(Tensor::from_vector<float>(values, spec, nullptr, std::nullopt, value), target);
}

void RerunBench::restore(const Kept& kept) {
    for (const auto& [tensor, host] : kept) {
        Tensor target = tensor;
        copy_to_device(host, target);
    }
}

std::vector<float> RerunBench::kept_values(const Tensor& tensor) const {
    for (const auto& [known, host] : begin_with_) {
        if (known.mesh_buffer() == tensor.mesh_buffer()) return host.to_vector<float>();
    }
    return tensor.to_vector<float>();
}

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

}  // namespace tilewright::workshop
