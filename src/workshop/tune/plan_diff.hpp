// What differs between two plans.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "workshop/tune/tune.hpp"

namespace tilewright::workshop {

struct PlanDifference {
    std::string what, first, second;
};

struct PlanDiff {
    std::vector<PlanDifference> differences;
    double first_ns = 0, second_ns = 0;  // on the card's clock

    std::string to_text(const std::string& first, const std::string& second) const;
    nlohmann::json to_json() const;
};

std::vector<PlanDifference> differences(const OpPlan& first, const OpPlan& second);

// The time of a call with a plan.
double time_of(const Tunable& call, const PlanAsk& ask, ttnn::MeshDevice& device);

}  // namespace tilewright::workshop
