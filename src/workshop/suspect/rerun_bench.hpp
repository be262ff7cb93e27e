// A call that can be run again with one thing changed, and what its results say of the wrong elements. Internal to
// src/workshop/suspect.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/launch.hpp"
#include "workshop/suspect/judge.hpp"
#include "workshop/suspect/rerun.hpp"

namespace tilewright::workshop {

using Numbers = std::vector<double>;

class RerunBench {
public:
    RerunBench(const Rerun& rerun, const Compared& compared);
    RerunBench(const RerunBench&) = delete;
    RerunBench& operator=(const RerunBench&) = delete;
    ~RerunBench();

    // Of each program of the call; `index`: which it is.
    using Change = std::function<void(size_t index, program::ProgramDescriptor&, engine::RunOptions&)>;
    // The output's logical elements; nothing: the program does not stand the change, or time is up.
    std::optional<Numbers> run(const Change& change, const std::function<void()>& before = {},
                               std::optional<uint32_t> l1_word = std::nullopt);
    void fill(const ttnn::Tensor& tensor, float value, bool padding_only);
    // For those that come now: so many seconds from here on.
    void give_time(double seconds);
    card::Card& card();

    const Rerun& rerun;
    Judge judge;
    std::vector<Finding> findings;  // of all runs

private:
    using Kept = std::vector<std::pair<ttnn::Tensor, ttnn::Tensor>>;  // on the device, contents on the host
    static void restore(const Kept& kept);
    std::vector<float> kept_values(const ttnn::Tensor& tensor) const;

    ttnn::MeshDevice& device_;
    std::chrono::steady_clock::time_point begin_;
    double seconds_;       // no further run is begun after these
    double building_ = 0;  // seconds
    Kept begin_with_;      // each run
    Kept found_;           // at first
};

// A suspect of the wrong elements in `which`; nothing where they are few among the wrong ones.
std::optional<Suspect> proven(const Judge& judge, const std::vector<uint8_t>& which, const std::string& kind,
                              const std::string& code, const std::string& what, const std::string& evidence,
                              double rank);
// The wrong elements that are right in this result; nothing where they are not nearly all.
std::optional<Suspect> mended(const Judge& judge, const Numbers& result, const std::string& kind,
                              const std::string& what, const std::string& with);

// Arguments and formats that the host may have meant, each tried: those with which the whole result is right.
void try_host_changes(RerunBench& bench, std::vector<Suspect>& list);

}  // namespace tilewright::workshop
