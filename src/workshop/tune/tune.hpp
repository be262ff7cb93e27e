// The legal plans of one call, timed by the card's clock, beside the one that the planner chooses.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "program/descriptor.hpp"
#include "workshop/op/op_case.hpp"
#include "workshop/plan/plan.hpp"
#include "workshop/run/direct.hpp"

namespace tilewright::workshop {

// A call whose plan can be asked for. It holds the tensors of the call.
struct Tunable {
    std::string name;  // of the op
    std::function<OpPlan(const PlanAsk& ask)> plan;
    // The program of the call; no grid: the op's own.
    std::function<rows::DirectProgram(const PlanAsk& ask, const std::optional<CoreCoord>& grid)> program;
    bool takes_grid = true;
};
Tunable tunable(const OpCase& request, ttnn::MeshDevice& device);
Tunable tunable(const rows::Plan& plan, const rows::DirectCall& call, ttnn::MeshDevice& device);

struct Tried {
    PlanAsk ask;
    OpPlan plan;
    std::optional<CoreCoord> grid;  // none: the op's own
    uint64_t cores = 0;
    double ns = 0;

    std::string text() const;  // "tiles-resident,block=8,depth=2 on 8x4 cores"
};

struct Tuning {
    std::string op, arch;
    Tried chosen;              // by the planner
    std::vector<Tried> tried;  // the quickest first, the chosen one among them
    size_t refused = 0;        // plans that do not fit, or that the op does not have

    const Tried& best() const { return tried.front(); }
    // How much longer the planner's choice takes than the best found: 0.05 is 5 %.
    double behind() const { return chosen.ns / best().ns - 1; }
    std::string to_text(size_t lines = 8) const;
    nlohmann::json to_json() const;
};

struct TuneOptions {
    bool grids = true;          // other grids of cores, too
    bool every_block = false;   // else sizes of blocks near the best, and halves, quarters ... of a row
    size_t plans_on_grids = 3;  // of the quickest plans
    std::function<void(size_t done, size_t all)> progress = {};
};
// Throws what recording the default plan throws, and TW4124 where the op does not heed what is asked.
Tuning tune(const Tunable& call, ttnn::MeshDevice& device, const TuneOptions& options = {});

}  // namespace tilewright::workshop
