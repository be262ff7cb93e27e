// From row program to passes and steps: which values each pass stores, reduces or gives back, in which order. A step
// that does not fit DST has part of it stored first.
#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "base/error.hpp"
#include "workshop/plan/assign_cbs.hpp"
#include "workshop/plan/slots.hpp"

namespace tilewright::workshop::rows {

namespace {

class Scheduler {
public:
    explicit Scheduler(Plan& plan) : plan_(plan), program_(plan.program), uses_(plan) {}

    void run() {
        plan_.reduces = std::any_of(program_.nodes.begin(), program_.nodes.end(),
                                    [](const Node& n) { return is_reduction(n.op) && n.op != Op::FirstOf; });
        const Node& output = program_[program_.output];
        plan_.column_result = output.shape == Shape::Column;
        for (const int one : program_.outputs) {
            PlanResult result;
            result.node = one;
            result.column = node(one).shape == Shape::Column;
            plan_.results.push_back(result);
        }
        const bool gathered = program_.gathered;
        plan_.result_is_reduced = is_reduction(output.op) && !plan_.spec.output_tile && !gathered;
        plan_.has_scaler = !gathered && std::any_of(program_.nodes.begin(), program_.nodes.end(),
                                                    [](const Node& n) { return n.op == Op::MeanOf; });
        while (!attempt()) {
        }
        assign_cbs(plan_, uses_);
        collect_scalars();
        look_at_dst();
    }

private:
    const Node& node(int i) const { return program_[i]; }

    bool attempt() {
        plan_.passes.assign(static_cast<size_t>(uses_.last_pass()) + 1, {});
        uses_.find();
        try {
            make_steps();
        } catch (const OutOfSlots& out) {
            split(current_root_);
            return false;
        }
        return true;
    }

    static Code load_of(int value) {
        Instruction load;
        load.value = value;
        return {{load}, 1};
    }

    Step step(StepKind kind, int target, int root, int limit, int guard) {
        current_root_ = root;
        Step made;
        made.kind = kind;
        made.node = target;
        made.guard = guard;
        // What a step stores is computed in it; everything else that lies in a CB is loaded.
        const bool fresh = kind == StepKind::Store || kind == StepKind::Column || kind == StepKind::Result;
        if ((!fresh && uses_.in_cb(root)) || node(root).op == Op::Product) {
            made.code = load_of(root);
        } else {
            made.code = compile(program_, root, limit, [this](int i) { return uses_.in_cb(i); });
        }
        return made;
    }

    void make_steps() {
        for (size_t k = 0; k < program_.nodes.size(); ++k) {
            const int i = static_cast<int>(k);
            const Node& n = program_.nodes[k];
            const bool is_column_op = n.shape == Shape::Column && !is_leaf(n.op) && !is_reduction(n.op);
            const bool result = program_.is_output(i);
            if (is_column_op && uses_.stored(i))
                pass(uses_.at(i)).columns.push_back(step(StepKind::Column, i, i, kDstSlots, kAlways));
            if (is_column_op && result && !uses_.stored(i)) {
                pass(uses_.at(i)).columns.push_back(step(StepKind::Result, i, i, kDstSlots, kAlways));
            } else if (result && n.shape == Shape::Column) {  // as it lies there
                Step made;
                made.kind = StepKind::Result;
                made.node = i;
                made.code = load_of(i);
                pass(uses_.at(i)).columns.push_back(made);
            }
            if (n.shape == Shape::Block && uses_.stored(i)) {
                const auto& passes = uses_.streaming(i);
                for (const int p : passes) {
                    Step made = step(StepKind::Store, i, i, kDstSlots, kAlways);
                    made.only_streaming = p != *passes.begin();
                    pass(p).steps.push_back(made);
                }
            }
        }
        // Within a pass: stored values, then first elements, then reductions, then the result.
        for (size_t k = 0; k < program_.nodes.size(); ++k) {
            const Node& n = program_.nodes[k];
            if (n.op != Op::FirstOf) continue;
            pass(uses_.at(n.arguments[0]))
                .steps.push_back(step(StepKind::First, static_cast<int>(k), n.arguments[0], kDstSlots, n.guard));
        }
        for (size_t k = 0; k < program_.nodes.size(); ++k) {
            const Node& n = program_.nodes[k];
            if (!is_reduction(n.op) || n.op == Op::FirstOf) continue;
            pass(uses_.at(n.arguments[0]))
                .steps.push_back(step(StepKind::Reduce, static_cast<int>(k), n.arguments[0], kDstSlots - 1, n.guard));
        }
        for (const int output : program_.outputs) {
            if (node(output).shape == Shape::Column) continue;
            pass(uses_.result_pass(output)).steps.push_back(step(StepKind::Result, output, output, kDstSlots, kAlways));
        }
        for (size_t p = 0; p < plan_.passes.size(); ++p) finish_pass(static_cast<int>(p));
    }
    Pass& pass(int p) { return plan_.passes[static_cast<size_t>(p)]; }

    void finish_pass(int p) {
        Pass& all = pass(p);
        // Values recomputed for a pass do not keep it alive.
        const auto counts = [](const Step& s) { return !(s.kind == StepKind::Store && s.only_streaming); };
        std::set<int> guards;
        for (const Step& s : all.steps) {
            if (counts(s)) guards.insert(s.guard);
        }
        if (guards.size() == 1) all.guard = *guards.begin();
        all.anchor_only = !all.steps.empty() && std::all_of(all.steps.begin(), all.steps.end(), [&](const Step& s) {
            return s.kind == StepKind::Store || s.kind == StepKind::First ||
                   (s.kind == StepKind::Reduce && node(s.node).anchor);
        });
        for (size_t k = 0; k < program_.nodes.size(); ++k) {
            const Node& n = program_.nodes[k];
            const int i = static_cast<int>(k);
            if ((n.op != Op::Input && n.op != Op::Product) || all.steps.empty()) continue;
            const bool used = uses_.streaming(i).count(p) != 0;
            if (n.shape == Shape::Row && used) all.rows.push_back(i);
            if (n.shape == Shape::Block && used) {
                bool after_anchor = p != *uses_.streaming(i).begin();
                for (const int earlier : uses_.streaming(i)) after_anchor &= earlier >= p || pass(earlier).anchor_only;
                all.inputs.push_back(
                    {i, p != *uses_.streaming(i).begin(), p == *uses_.resident(i).rbegin(), after_anchor});
            }
        }
    }

    // Stores the largest part of the step that fits.
    void split(int root) {
        int best = -1, most = 0;
        std::vector<int> todo = {root};
        std::set<int> seen;
        while (!todo.empty()) {
            const int i = todo.back();
            todo.pop_back();
            for (const int argument : node(i).arguments) {
                if (uses_.in_cb(argument) || is_leaf(node(argument).op) || !seen.insert(argument).second) continue;
                todo.push_back(argument);
                if (node(argument).shape != node(root).shape) continue;
                try {
                    compile(program_, argument, kDstSlots, [this](int n) { return uses_.in_cb(n); });
                } catch (const OutOfSlots&) {
                    continue;
                }
                if (uses_.operations(argument) + 1 > most) {
                    most = uses_.operations(argument) + 1;
                    best = argument;
                }
            }
        }
        if (best < 0 && !uses_.in_cb(root) && node(root).shape == Shape::Block && !program_.is_output(root))
            best = root;
        if (best < 0) {
            refuse(plan_.spec.source, {}, "TW4121",
                   fmt::format("{} does not fit the {} tiles of DST, and no part of it can be stored first",
                               formula_of(program_, root), kDstSlots),
                   "give parts of the formula names of their own");
        }
        uses_.store(best);
    }

    void collect_scalars() {
        const auto look = [&](const Step& s) {
            const auto take = [&](int value) {
                if (value < 0 || node(value).op == Op::Constant) return;
                auto& all = plan_.scalars;
                if (std::find(all.begin(), all.end(), value) == all.end()) all.push_back(value);
            };
            for (const Instruction& instruction : s.code.instructions) {
                for (const Word& word : instruction.words) take(word.node);
                const bool scalar = instruction.kind == Instruction::Kind::Scalar ||
                                    instruction.kind == Instruction::Kind::Power ||
                                    instruction.kind == Instruction::Kind::Fill;
                if (scalar) take(instruction.value);
            }
        };
        for (const Pass& p : plan_.passes) {
            for (const Step& s : p.columns) look(s);
            for (const Step& s : p.steps) look(s);
        }
    }

    // Slots of steps whose stored blocks are made where they are used: plans with resident tiles have no CBs for them.
    void look_at_dst() {
        std::map<int, const Code*> stored_codes;
        const auto each = [&](const auto& visit) {
            for (Pass& p : plan_.passes) {
                for (Step& s : p.columns) visit(s);
                for (Step& s : p.steps) visit(s);
            }
        };
        each([&](const Step& s) {
            if (s.kind == StepKind::Store) stored_codes[s.node] = &s.code;
        });
        std::map<const Code*, int> known;
        const std::function<int(const Code&)> slots = [&](const Code& code) {
            if (const auto found = known.find(&code); found != known.end()) return found->second;
            int most = code.slots;
            for (const Instruction& i : code.instructions) {
                const auto found = stored_codes.find(i.kind == Instruction::Kind::Load ? i.value : -1);
                if (found != stored_codes.end()) most = std::max(most, i.c + slots(*found->second) - 1);
            }
            return known[&code] = most;
        };
        // Rows that are read once anyway gain nothing.
        plan_.tiles_may_stay = plan_.streaming_passes(true) > 1;
        each([&](Step& s) {
            s.slots_in_dst = slots(s.code);
            const int limit = s.kind == StepKind::Reduce ? kDstSlots - 1 : kDstSlots;
            if (s.kind != StepKind::Store && s.slots_in_dst > limit) plan_.tiles_may_stay = false;
        });
    }

    Plan& plan_;
    const RowProgram& program_;
    Uses uses_;
    int current_root_ = -1;
};

}  // namespace

const PlanCb& Plan::cb(uint32_t index) const {
    for (const PlanCb& cb : cbs) {
        if (cb.index == index) return cb;
    }
    throw InternalError(fmt::format("the plan has no c_{}", index));
}

const PlanResult& Plan::result_of(int node) const {
    for (const PlanResult& result : results) {
        if (result.node == node) return result;
    }
    throw InternalError(fmt::format("node {} of the plan is no result", node));
}

std::string Plan::value_name(int node) const { return program[node].name; }

uint32_t Plan::streaming_passes(bool refined) const {
    uint32_t count = 0;
    for (const Pass& pass : passes) count += pass.over_tiles() && (refined || pass.guard != kRefined) ? 1 : 0;
    return count;
}

bool Plan::makes_again() const {
    for (const Pass& pass : passes) {
        for (const Step& step : pass.steps) {
            if (step.kind == StepKind::Store && step.only_streaming) return true;
        }
    }
    return false;
}

Plan make_plan(const Spec& spec) {
    Plan plan;
    plan.spec = spec;
    plan.program = lower(spec);
    Scheduler(plan).run();
    for (const SpecPlan& one : spec.plans) {
        try {
            PlanAsk::parse(one.plan);
        } catch (const Error& error) {
            refuse(spec.source, one.position, "TW4123", error.finding().message, error.finding().fix);
        }
        plan.by_clock.push_back({one.shape, one.plan});
    }
    return plan;
}

}  // namespace tilewright::workshop::rows
