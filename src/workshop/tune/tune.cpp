// Trying plans. One recording serves all depths of a plan, since these differ in the sizes of CBs only; kernels are
// built anew where the kind or the blocks change.
#include "workshop/tune/tune.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/error.hpp"
#include "clock/recording.hpp"
#include "metal/device_impl.hpp"
#include "tilewright/device.hpp"
#include "workshop/op/row_program.hpp"

namespace tilewright::workshop {

namespace {

bool is_resident(PlanKind kind) { return kind <= PlanKind::ResidentSingle; }

// Whether the plan is what was asked for.
bool heeds(const OpPlan& plan, const PlanAsk& ask) {
    if (ask.kind && is_resident(*ask.kind) != is_resident(plan.kind)) return false;
    if (ask.kind && !is_resident(*ask.kind) && *ask.kind != plan.kind) return false;
    return !ask.block_tiles || *ask.block_tiles == plan.rows.block_tiles;
}

// Plans of one recording: what differs between them is how many pages CBs have.
struct Family {
    PlanAsk ask;
    std::vector<std::pair<PlanAsk, OpPlan>> members;
};

struct Found {
    std::vector<Family> families;
    size_t refused = 0;
};

Found legal_plans(const Tunable& call, const OpPlan& chosen) {
    Found found;
    const bool has_lines =
        std::any_of(chosen.cbs.begin(), chosen.cbs.end(), [](const PlannedCb& cb) { return cb.size == PagesOf::Line; });
    std::set<std::vector<uint32_t>> known;
    std::map<std::string, size_t> family_of;
    for (const PlanAsk& ask : all_asks(chosen.rows.width_tiles(), has_lines)) {
        OpPlan plan;
        try {
            plan = call.plan(ask);
        } catch (const Error& error) {
            if (error.finding().code != "TW4121") throw;
            ++found.refused;
            continue;
        }
        if (!heeds(plan, ask))
            throw Error("TW4124",
                        fmt::format("{}: \"{}\" was asked for, but the plan is {} with blocks of {} tiles", call.name,
                                    ask.text(), plan_name(plan.kind), plan.rows.block_tiles),
                        "the op's make_plan must hand PlanRoom::ask on to PlanRequest::ask; a generated folder is "
                        "brought up to date by generating it again",
                        Exit::Usage);
        if (!known.insert(plan.choice()).second) continue;
        // Who streams what is one row for all clears the pages of its CB first: how many there are decides what is
        // done.
        PlanAsk any_depth = ask;
        if (!has_lines || plan.lines_stay()) any_depth.depth.reset();
        const auto [place, is_new] = family_of.try_emplace(any_depth.text(), found.families.size());
        if (is_new) found.families.push_back({ask, {}});
        found.families[place->second].members.emplace_back(ask, std::move(plan));
    }
    return found;
}

uint64_t core_count(const program::ProgramDescriptor& program) {
    std::set<LogicalCore> cores;
    for (const program::KernelDescriptor& kernel : program.kernels) {
        for (const LogicalCore& core : tilewright::cores_of(kernel.cores)) cores.insert(core);
    }
    return cores.size();
}

// Grids that give the busiest core as many tile-rows, or a few more, in shapes that differ; as few cores as that needs.
std::vector<CoreCoord> grids_for(const CoreCoord& whole, uint32_t tile_rows) {
    const auto all = static_cast<uint32_t>(whole.x * whole.y);
    const uint32_t least = (tile_rows + all - 1) / all;
    std::vector<CoreCoord> grids;
    for (const uint32_t rows : {least, least + 1, 2 * least}) {
        const uint32_t cores = (tile_rows + rows - 1) / rows;
        for (uint32_t x = 1; x <= whole.x; ++x) {
            const uint32_t y = (cores + x - 1) / x;
            if (y > whole.y || x * y > cores + cores / 4) continue;
            const CoreCoord grid{x, y};
            if (!(grid == whole) && std::find(grids.begin(), grids.end(), grid) == grids.end()) grids.push_back(grid);
        }
    }
    return grids;
}

class Tuner {
public:
    Tuner(const Tunable& call, ttnn::MeshDevice& device, const TuneOptions& options)
        : call_(call), device_(device), options_(options) {}

    Tuning run() {
        Tuning made;
        made.op = call_.name;
        made.arch = device_.impl().card->arch().name;
        const OpPlan chosen = call_.plan({});
        Found found = legal_plans(call_, chosen);
        made.refused = found.refused;
        const std::vector<CoreCoord> grids =
            options_.grids && call_.takes_grid
                ? grids_for(device_.compute_with_storage_grid_size(), chosen.rows.tile_rows())
                : std::vector<CoreCoord>();
        all_ = 1 + grids.size() * options_.plans_on_grids;
        made.chosen = {{}, chosen, std::nullopt, 0, 0};
        made.chosen.ns = time({{PlanAsk(), chosen}}, std::nullopt, made.tried);
        made.chosen.cores = made.tried.front().cores;
        for (Family& family : found.families)
            std::erase_if(family.members, [&](const auto& one) { return one.second.choice() == chosen.choice(); });
        std::erase_if(found.families, [](const Family& family) { return family.members.empty(); });
        try_families(found.families, chosen.rows.width_tiles(), made.tried);
        const auto quicker = [](const Tried& a, const Tried& b) { return a.ns < b.ns; };
        std::stable_sort(made.tried.begin(), made.tried.end(), quicker);
        const std::vector<Tried> best(
            made.tried.begin(),
            made.tried.begin() + static_cast<ptrdiff_t>(std::min(options_.plans_on_grids, made.tried.size())));
        for (const Tried& one : best) {
            for (const CoreCoord& grid : grids) time({{one.ask, one.plan}}, grid, made.tried);
        }
        std::stable_sort(made.tried.begin(), made.tried.end(), quicker);
        return made;
    }

private:
    using Members = std::vector<std::pair<PlanAsk, OpPlan>>;

    void step() {
        ++done_;
        if (options_.progress) options_.progress(done_, std::max(done_, all_));
    }

    // Blocks of a half, a quarter ... of a row first, then those next to the best, as long as they are better.
    void try_families(const std::vector<Family>& families, uint32_t width_tiles, std::vector<Tried>& into) {
        const auto is_coarse = [&](const Family& family) {
            if (options_.every_block || !family.ask.block_tiles) return true;
            for (uint32_t blocks = 2; blocks <= width_tiles; blocks *= 2) {
                if ((width_tiles + blocks - 1) / blocks == *family.ask.block_tiles) return true;
            }
            return false;
        };
        std::map<size_t, double> known;
        const auto attempt = [&](size_t i) {
            if (i >= families.size() || known.contains(i)) return false;
            const size_t before = into.size();
            time(families[i].members, std::nullopt, into);
            for (size_t k = before; k < into.size(); ++k)
                known[i] = k == before ? into[k].ns : std::min(known[i], into[k].ns);
            return true;
        };
        for (size_t i = 0; i < families.size(); ++i) all_ += is_coarse(families[i]);
        for (size_t i = 0; i < families.size(); ++i) {
            if (is_coarse(families[i])) attempt(i);
        }
        // Families of one kind lie beside each other, their blocks getting smaller.
        const auto relative = [&](size_t from, int direction) {
            for (size_t i = from + static_cast<size_t>(direction); i < families.size();
                 i += static_cast<size_t>(direction)) {
                const PlanAsk &a = families[i].ask, &b = families[from].ask;
                if (a.kind == b.kind && a.lines_stay == b.lines_stay && a.block_tiles != b.block_tiles) return i;
            }
            return families.size();
        };
        for (bool found = !known.empty(); found;) {
            const size_t best = std::ranges::min_element(known, {}, [](const auto& one) { return one.second; })->first;
            found = attempt(relative(best, 1));
            found |= attempt(relative(best, -1));
        }
    }

    // Records the program once, and times it with the pages of each member. Returns the first member's time.
    double time(const Members& members, const std::optional<CoreCoord>& grid, std::vector<Tried>& into) {
        step();
        const rows::DirectProgram made = call_.program(members.front().first, grid);
        const clock::Recording recording(*device_.impl().card, made.program, run_options(device_));
        const uint64_t cores = core_count(made.program);
        double first = -1;
        for (const auto& [asked, plan] : members) {
            clock::Change change;
            for (const PlannedCb& cb : plan.cbs) change.cb_pages[cb.index] = cb.pages;
            const double ns = recording.time(change).ns();
            if (first < 0) first = ns;
            into.push_back({asked, plan, grid, cores, ns});
        }
        return first;
    }

    const Tunable& call_;
    ttnn::MeshDevice& device_;
    const TuneOptions& options_;
    size_t done_ = 0, all_ = 0;
};

// What a device is asked, until the end of a block.
class Asking {
public:
    Asking(ttnn::MeshDevice& device, const PlanAsk& ask) : device_(device), before_(asked_plan(device)) {
        ask_plan(device_, ask.text());
    }
    ~Asking() { ask_plan(device_, before_); }
    Asking(const Asking&) = delete;
    Asking& operator=(const Asking&) = delete;

private:
    ttnn::MeshDevice& device_;
    std::string before_;
};

}  // namespace

Tunable tunable(const OpCase& request, ttnn::MeshDevice& device) {
    auto call = std::make_shared<OpCall>(make_call(request, device));
    Tunable made;
    made.name = request.op->name;
    made.takes_grid = request.op->has_core_grid;
    made.plan = [request, &device, call](const PlanAsk& ask) {
        return request.op->plan(request, PlanRoom(l1_for_cbs(device), ask));
    };
    made.program = [request, &device, call](const PlanAsk& ask, const std::optional<CoreCoord>& grid) {
        const Asking asking(device, ask);
        OpCall now = *call;
        if (grid) now.core_grid = grid;
        Described made = describe(request.op, now);
        return rows::DirectProgram{std::move(made.program), std::make_shared<const ttnn::Tensor>(made.output)};
    };
    return made;
}

Tunable tunable(const rows::Plan& plan, const rows::DirectCall& call, ttnn::MeshDevice& device) {
    auto own = std::make_shared<rows::Plan>(plan);
    Tunable made;
    made.name = plan.spec.name;
    made.plan = [own, call, &device](const PlanAsk& ask) {
        rows::Request request = rows::request_of(*own, call, device);
        request.ask = ask;
        return rows::plan_call(*own, request);
    };
    made.program = [own, call, &device](const PlanAsk& ask, const std::optional<CoreCoord>& grid) {
        const Asking asking(device, ask);
        rows::DirectCall now = call;
        if (grid) now.core_grid = grid;
        return rows::describe_direct(*own, now, device);
    };
    return made;
}

Tuning tune(const Tunable& call, ttnn::MeshDevice& device, const TuneOptions& options) {
    return Tuner(call, device, options).run();
}

}  // namespace tilewright::workshop
