// The phases of a generated op: every value that has a CB to itself, as a formula of inputs, parameters and the phases
// before it.
#include "workshop/plan/phases.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "workshop/spec/limits.hpp"

namespace tilewright::workshop::rows {

namespace {

constexpr size_t kMostWrittenOut = 512;  // operations of a phase that is one expression

class Phases {
public:
    Phases(const Plan& plan, const OpPlan& call, const std::vector<bool>& present, bool refined)
        : plan_(plan), program_(plan.program), call_(call), present_(present), refined_(refined) {}

    std::vector<program::Phase> run() {
        for (size_t i = 0; i < plan_.spec.inputs.size(); ++i) {
            for (size_t n = 0; n < program_.nodes.size(); ++n) {
                const Node& node = program_.nodes[n];
                if (node.op == Op::Input && static_cast<size_t>(node.index) == i && node.shape == Shape::Block &&
                    holds(node.guard))
                    add(static_cast<int>(n), plan_.spec.inputs[i].name);
            }
        }
        for (const Pass& pass : plan_.passes) {
            for (const Step& step : pass.columns) step_value(step);
            for (const Step& step : pass.steps) step_value(step);
        }
        made_.push_back(result_phase(names_.count(program_.output) ? names_[program_.output] : formula(program_.output),
                                     plan_.cb_result_sticks, plan_.column_result));
        return std::move(made_);
    }

private:
    bool holds(int guard) const {
        if (guard == kAlways) return true;
        if (guard == kRefined) return refined_;
        return present_.empty() || present_[static_cast<size_t>(guard)];
    }

    void step_value(const Step& step) {
        if (step.kind == StepKind::Result || !holds(step.guard) || names_.count(step.node)) return;
        add(step.node, formula(step.node));
    }

    // Values that take turns in one CB are not told apart; what is made in DST only is not seen.
    void add(int node, const std::string& formula) {
        const auto cb = plan_.cb_of.find(node);
        if (cb == plan_.cb_of.end() || !call_.has(cb->second) || !plan_.cb(cb->second).shares.empty()) return;
        if (program_[node].shape != Shape::Block && program_[node].shape != Shape::Column) return;
        if (!seen_.insert(cb->second).second) return;
        std::string name = plan_.value_name(node);
        for (int i = 2; !taken_.insert(name).second; ++i) name = fmt::format("{}_{}", plan_.value_name(node), i);
        if (program_[node].op == Op::Input && name == formula) name += "_tiles";
        made_.push_back(program_[node].shape == Shape::Column ? column_phase(name, formula, cb->second)
                                                              : tiles_phase(call_, name, formula, cb->second));
        if (program_[node].anchor && refined_) {
            made_.back().approximate = true;
            made_.back().first_columns = 32 * kAnchorTiles;
        }
        names_[node] = name;
    }

    // The value in names of inputs, parameters and the phases before it. Values that it shares are written out each
    // time they are used; where that would take too long, each value is a line of its own: _7 = (x + x); ...
    std::string formula(int node) {
        const std::vector<int> lines = needed(node);
        size_t operations = 0, depth = 0;
        std::map<int, std::pair<size_t, size_t>> sizes;  // operations and depth of what is written out
        for (const int line : lines) {
            operations = 1;
            depth = 0;
            for (const int argument : arguments(line)) {
                operations += sizes[argument].first;
                depth = std::max(depth, sizes[argument].second);
            }
            sizes[line] = {std::min<size_t>(operations, 1 << 20), ++depth};
        }
        if (operations <= kMostWrittenOut && depth <= kMostNesting / 3) return definition(node);
        std::string text;
        for (const int line : lines) {
            if (line == node) continue;
            text += fmt::format("_{} = {}; ", line, definition(line));
            names_[line] = fmt::format("_{}", line);
        }
        text += definition(node);
        for (const int line : lines) names_.erase(line);
        return text;
    }

    std::vector<int> arguments(int node) const {
        const Node& n = program_[node];
        return n.arguments.empty() || holds(n.guard) ? n.arguments : std::vector<int>{n.arguments[0]};
    }

    // The node and all it is made from that has no name, arguments first. Nodes come after their arguments.
    std::vector<int> needed(int node) const {
        std::set<int> wanted = {node};
        std::vector<int> found;
        while (!wanted.empty()) {
            const int next = *wanted.rbegin();
            wanted.erase(next);
            if (next != node && (names_.count(next) || is_leaf(program_[next].op))) continue;
            found.push_back(next);
            for (const int argument : arguments(next)) wanted.insert(argument);
        }
        return {found.rbegin(), found.rend()};
    }

    // What a name stands for: a phase, an input, a number, or the formula that gives it.
    std::string text(int node) const {
        if (const auto known = names_.find(node); known != names_.end()) return known->second;
        return definition(node);
    }

    std::string definition(int index) const {
        const Node& node = program_[index];
        if (node.op == Op::Constant) return fmt::format("({:.17g})", node.constant);
        if (node.op == Op::Parameter) return plan_.spec.parameters[static_cast<size_t>(node.index)].name;
        if (node.op == Op::Input) return plan_.spec.inputs[static_cast<size_t>(node.index)].name;
        if (!holds(node.guard)) return text(node.arguments[0]);
        const auto argument = [&](size_t i) { return text(node.arguments[i]); };
        switch (node.op) {
            case Op::Neg: return fmt::format("(-{})", argument(0));
            case Op::Add: return fmt::format("({} + {})", argument(0), argument(1));
            case Op::Sub: return fmt::format("({} - {})", argument(0), argument(1));
            case Op::Mul: return fmt::format("({} * {})", argument(0), argument(1));
            case Op::Div: return fmt::format("({} / {})", argument(0), argument(1));
            case Op::Less: return fmt::format("({} < {})", argument(0), argument(1));
            case Op::LessEqual: return fmt::format("({} <= {})", argument(0), argument(1));
            case Op::Greater: return fmt::format("({} > {})", argument(0), argument(1));
            case Op::GreaterEqual: return fmt::format("({} >= {})", argument(0), argument(1));
            case Op::Equal: return fmt::format("({} == {})", argument(0), argument(1));
            case Op::NotEqual: return fmt::format("({} != {})", argument(0), argument(1));
            case Op::Power: return fmt::format("power({}, {})", argument(0), argument(1));
            case Op::Min: return fmt::format("min({}, {})", argument(0), argument(1));
            case Op::Max: return fmt::format("max({}, {})", argument(0), argument(1));
            case Op::Where: return fmt::format("where({}, {}, {})", argument(0), argument(1), argument(2));
            case Op::SumOf: return fmt::format("sum({})", argument(0));
            case Op::MaxOf: return fmt::format("max({})", argument(0));
            case Op::MinOf: return fmt::format("min({})", argument(0));
            case Op::FirstOf: return fmt::format("first({})", argument(0));
            case Op::MeanOf:
                return node.arguments.size() > 1 ? fmt::format("({} + mean({}))", argument(1), argument(0))
                                                 : fmt::format("mean({})", argument(0));
            default: {
                std::string list;
                for (const int one : written_arguments(node)) list += (list.empty() ? "" : ", ") + text(one);
                return fmt::format("{}({})", op_name(node.op), list);
            }
        }
    }

    const Plan& plan_;
    const RowProgram& program_;
    const OpPlan& call_;
    const std::vector<bool>& present_;
    bool refined_;
    std::vector<program::Phase> made_;
    std::map<int, std::string> names_;
    std::set<std::string> taken_;
    std::set<uint32_t> seen_;
};

}  // namespace

std::vector<program::Phase> phases_of(const Plan& plan, const OpPlan& call, const std::vector<bool>& present,
                                      bool refined) {
    return Phases(plan, call, present, refined).run();
}

}  // namespace tilewright::workshop::rows
