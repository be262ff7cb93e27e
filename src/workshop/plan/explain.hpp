// Why a plan is what it is: every decision with what was decided and the rule behind it.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "workshop/plan/plan.hpp"

namespace tilewright::workshop::rows {

struct Decision {
    std::string rule;  // a stable name: "plan.kind", "cb.index" ...
    std::string what;  // "c_24 x"
    std::string value;
    std::string why;
};

std::vector<Decision> explain(const Plan& plan, const OpPlan& call);
std::string to_text(const std::vector<Decision>& decisions);
nlohmann::json to_json(const std::vector<Decision>& decisions);

}  // namespace tilewright::workshop::rows
