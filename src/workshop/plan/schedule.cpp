// From row program to passes, steps and CBs. One file because all three are decided by the same tables of which pass
// uses which value.
//
// A reduction needs its whole row before anybody can use it, so it ends a pass; what depends on it comes in a later
// one. Blocks of values that several passes need and that cost more than one operation are stored; others are computed
// where they are used; what the spec gives a CB is stored as well. A step that does not fit DST has part of it stored
// first.
#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "base/error.hpp"
#include "workshop/plan/plan.hpp"
#include "workshop/plan/slots.hpp"

namespace tilewright::workshop::rows {

namespace {

int cost(Op op) {
    switch (op) {
        case Op::Exp:
        case Op::Log:
        case Op::Gelu:
        case Op::Silu:
        case Op::Sigmoid:
        case Op::Tanh:
        case Op::Power:
        case Op::Sqrt:
        case Op::Rsqrt:
        case Op::Recip:
        case Op::Div: return 4;
        default: return 1;
    }
}

class Scheduler {
public:
    explicit Scheduler(Plan& plan) : plan_(plan), program_(plan.program) {}

    void run() {
        const size_t count = program_.nodes.size();
        available_.resize(count, 0);
        stored_.resize(count, false);
        for (size_t i = 0; i < count; ++i) {
            const Node& node = program_.nodes[i];
            for (const int argument : node.arguments) available_[i] = std::max(available_[i], at(argument));
            if (is_reduction(node.op) && node.op != Op::FirstOf) {
                available_[i] += 1;
                plan_.reduces = true;
            }
        }
        const Node& output = program_[program_.output];
        plan_.column_result = output.shape == Shape::Column;
        plan_.result_is_reduced = is_reduction(output.op);
        plan_.has_scaler =
            std::any_of(program_.nodes.begin(), program_.nodes.end(), [](const Node& n) { return n.op == Op::MeanOf; });
        last_pass_ = at(program_.output);
        while (!attempt()) {
        }
        assign_cbs();
        collect_scalars();
        look_at_dst();
    }

private:
    int at(int node) const { return available_[static_cast<size_t>(node)]; }
    bool stored(int node) const { return stored_[static_cast<size_t>(node)]; }
    const Node& node(int i) const { return program_[i]; }
    std::vector<int> users(int i) const {
        std::vector<int> all;
        for (size_t k = 0; k < program_.nodes.size(); ++k) {
            const auto& arguments = program_.nodes[k].arguments;
            if (std::find(arguments.begin(), arguments.end(), i) != arguments.end()) all.push_back(static_cast<int>(k));
        }
        return all;
    }

    bool asked_for(int i) const { return plan_.spec.cb_indices.count(node(i).name) != 0; }
    // Nodes whose value lies in a CB.
    bool in_cb(int i) const {
        const Node& n = node(i);
        if (n.op == Op::Input || is_reduction(n.op)) return true;
        return stored(i) || (n.op == Op::Parameter && asked_for(i));
    }

    bool attempt() {
        plan_.passes.assign(static_cast<size_t>(last_pass_) + 1, {});
        find_uses();
        choose_stored();
        try {
            make_steps();
        } catch (const OutOfSlots& out) {
            split(current_root_);
            return false;
        }
        return true;
    }

    // Which passes evaluate a node (streaming) and which of them still do when stored values are kept (resident).
    void find_uses() {
        streaming_.assign(program_.nodes.size(), {});
        for (size_t k = program_.nodes.size(); k-- > 0;) {
            const int i = static_cast<int>(k);
            auto& passes = streaming_[k];
            if (i == program_.output) passes.insert(last_pass_);
            for (const int user : users(i)) {
                const Node& u = node(user);
                if (is_reduction(u.op)) {
                    passes.insert(at(u.arguments[0]));
                } else if (u.shape == Shape::Column) {
                    passes.insert(at(user));  // in the column steps before that pass
                } else {
                    passes.insert(streaming_[static_cast<size_t>(user)].begin(),
                                  streaming_[static_cast<size_t>(user)].end());
                }
            }
        }
    }

    int operations(int i) const {
        const Node& n = node(i);
        if (is_leaf(n.op) || is_reduction(n.op) || n.shape == Shape::Column || n.shape == Shape::Scalar) return 0;
        int sum = cost(n.op);
        for (const int argument : n.arguments) {
            if (!stored(argument)) sum += operations(argument);
        }
        return sum;
    }

    void choose_stored() {
        for (size_t k = 0; k < program_.nodes.size(); ++k) {
            const int i = static_cast<int>(k);
            const Node& n = program_.nodes[k];
            if (is_leaf(n.op) || is_reduction(n.op) || n.shape == Shape::Scalar || n.shape == Shape::Row) continue;
            if (n.shape == Shape::Block) {
                const bool worth_it = streaming_[k].size() >= 2 && operations(i) >= 2;
                if (i != program_.output && (worth_it || asked_for(i))) stored_[k] = true;
                continue;
            }
            // Columns: whatever blocks use, or a later pass, or several columns.
            if (i == program_.output) continue;
            const std::vector<int> all = users(i);
            bool wanted = all.size() >= 2 || asked_for(i);
            for (const int user : all)
                wanted |= node(user).shape != Shape::Column || at(user) != at(i) || is_reduction(node(user).op);
            if (wanted) stored_[k] = true;
        }
        resident_.assign(program_.nodes.size(), {});
        for (size_t k = program_.nodes.size(); k-- > 0;) {
            const int i = static_cast<int>(k);
            if (i == program_.output) resident_[k].insert(last_pass_);
            for (const int user : users(i)) {
                const Node& u = node(user);
                const auto& passes = resident_[static_cast<size_t>(user)];
                if (is_reduction(u.op)) {
                    resident_[k].insert(at(u.arguments[0]));
                } else if (u.shape == Shape::Column) {
                    resident_[k].insert(at(user));
                } else if (stored(user)) {
                    resident_[k].insert(*streaming_[static_cast<size_t>(user)].begin());
                } else {
                    resident_[k].insert(passes.begin(), passes.end());
                }
            }
        }
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
        if (!fresh && in_cb(root)) {
            made.code = load_of(root);
        } else {
            made.code = compile(program_, root, limit, [this](int i) { return in_cb(i); });
        }
        return made;
    }

    void make_steps() {
        for (size_t k = 0; k < program_.nodes.size(); ++k) {
            const int i = static_cast<int>(k);
            const Node& n = program_.nodes[k];
            const bool is_column_op = n.shape == Shape::Column && !is_leaf(n.op) && !is_reduction(n.op);
            if (is_column_op && (stored(i) || i == program_.output)) {
                const bool result = i == program_.output;
                pass(at(i)).columns.push_back(
                    step(result ? StepKind::Result : StepKind::Column, i, i, kDstSlots, kAlways));
            } else if (i == program_.output && n.shape == Shape::Column) {  // a reduction as it is
                Step made;
                made.kind = StepKind::Result;
                made.node = i;
                made.code = load_of(i);
                pass(at(i)).columns.push_back(made);
            }
            if (n.shape == Shape::Block && stored(i)) {
                const auto& passes = streaming_[k];
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
            pass(at(n.arguments[0]))
                .steps.push_back(step(StepKind::First, static_cast<int>(k), n.arguments[0], kDstSlots, n.guard));
        }
        for (size_t k = 0; k < program_.nodes.size(); ++k) {
            const Node& n = program_.nodes[k];
            if (!is_reduction(n.op) || n.op == Op::FirstOf) continue;
            pass(at(n.arguments[0]))
                .steps.push_back(step(StepKind::Reduce, static_cast<int>(k), n.arguments[0], kDstSlots - 1, n.guard));
        }
        if (!plan_.column_result) {
            pass(last_pass_)
                .steps.push_back(step(StepKind::Result, program_.output, program_.output, kDstSlots, kAlways));
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
            if (n.op != Op::Input || all.steps.empty()) continue;
            const bool used = streaming_[k].count(p) != 0;
            if (n.shape == Shape::Row && used) all.rows.push_back(i);
            if (n.shape == Shape::Block && used) {
                bool after_anchor = p != *streaming_[k].begin();
                for (const int earlier : streaming_[k]) after_anchor &= earlier >= p || pass(earlier).anchor_only;
                all.inputs.push_back({i, p != *streaming_[k].begin(), p == *resident_[k].rbegin(), after_anchor});
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
                if (in_cb(argument) || is_leaf(node(argument).op) || !seen.insert(argument).second) continue;
                todo.push_back(argument);
                if (node(argument).shape != node(root).shape) continue;
                try {
                    compile(program_, argument, kDstSlots, [this](int n) { return in_cb(n); });
                } catch (const OutOfSlots&) {
                    continue;
                }
                if (operations(argument) + 1 > most) {
                    most = operations(argument) + 1;
                    best = argument;
                }
            }
        }
        if (best < 0 && !in_cb(root) && node(root).shape == Shape::Block && root != program_.output) best = root;
        if (best < 0) {
            refuse(plan_.spec.source, {}, "TW4121",
                   fmt::format("{} does not fit the {} tiles of DST, and no part of it can be stored first",
                               formula_of(program_, root), kDstSlots),
                   "give parts of the formula names of their own");
        }
        stored_[static_cast<size_t>(best)] = true;
    }

    // ---- CBs ----------------------------------------------------------------------------------------------------
    struct Wish {
        PlanCb cb;
        int node = -1;
        bool may_share = false;
    };

    std::string unique(std::string name) {
        const std::string base = name;
        for (int i = 2; !names_.insert(name).second; ++i) name = fmt::format("{}_{}", base, i);
        return name;
    }
    void name_stored() {
        std::vector<Node>& nodes = plan_.program.nodes;
        for (const Node& n : nodes) {
            if (n.op == Op::Input || n.op == Op::Parameter) names_.insert(n.name);
        }
        for (size_t k = 0; k < nodes.size(); ++k) {
            Node& n = nodes[k];
            if (n.op == Op::Input || n.shape == Shape::Scalar) continue;
            if (!in_cb(static_cast<int>(k)) && static_cast<int>(k) != program_.output) continue;
            const auto word = [&](int i) { return nodes[static_cast<size_t>(i)].name; };
            if (n.name.empty()) {
                const std::string inner = n.arguments.empty() ? "" : word(n.arguments[0]);
                n.name = n.op == Op::Sub && !inner.empty() && n.shape == Shape::Block ? "centered_" + inner
                         : inner.empty() || inner.size() > 16 ? std::string(op_name(n.op)) + "_value"
                                                              : fmt::format("{}_{}", op_name(n.op), inner);
            }
            n.name = unique(n.name);
        }
    }

    std::pair<int, int> life(int i) const {
        const Node& n = node(i);
        const size_t k = static_cast<size_t>(i);
        int begin = 2 * at(i), end = begin;
        if (n.op == Op::FirstOf) begin = end = 2 * at(n.arguments[0]) + 1;
        if (is_reduction(n.op) && n.op != Op::FirstOf) begin = end = 2 * at(n.arguments[0]) + 1;
        if (n.shape == Shape::Block) {
            return {2 * *streaming_[k].begin() + 1, 2 * *streaming_[k].rbegin() + 1};
        }
        for (const int user : users(i)) {
            const Node& u = node(user);
            if (u.shape == Shape::Column && !is_reduction(u.op)) {
                // Evaluated where the column that is stored is.
                end = std::max(end, 2 * at(user));
            } else if (!is_reduction(u.op)) {
                end = std::max(end, 2 * *streaming_[static_cast<size_t>(user)].rbegin() + 1);
            }
        }
        if (i == program_.output) end = std::max(end, 2 * last_pass_);
        return {begin, end};
    }

    static std::vector<int> conditions(int guard) {
        return guard == kAlways ? std::vector<int>{} : std::vector<int>{guard};
    }

    void assign_cbs() {
        name_stored();
        const int end = 2 * last_pass_ + 1;
        std::vector<Wish> wishes;
        const auto wish = [&](PlanCb cb, int i, bool share) { wishes.push_back({std::move(cb), i, share}); };
        for (size_t k = 0; k < program_.nodes.size(); ++k) {
            const Node& n = program_.nodes[k];
            const int i = static_cast<int>(k);
            if (n.op != Op::Input) continue;
            const SpecInput& input = plan_.spec.inputs[static_cast<size_t>(n.index)];
            const std::vector<int> there = conditions(input.optional ? n.index : kAlways);
            if (n.shape == Shape::Row) {
                plan_.rows.push_back(i);
                wish({.index = 0,
                      .name = n.name,
                      .holds = n.name + ", row 0 of tiles",
                      .format = FormatOf::Input,
                      .input = n.index,
                      .size = PagesOf::Line,
                      .conditions = there,
                      .producer = "reader",
                      .consumer = "compute: " + consumers(i),
                      .first = 0,
                      .last = end},
                     i, false);
                continue;
            }
            PlanCb sticks{.index = 0,
                          .name = n.name + "_sticks",
                          .holds = n.name + " as sticks",
                          .format = FormatOf::Input,
                          .input = n.index,
                          .conditions = there,
                          .producer = "reader",
                          .consumer = "compute: tilize",
                          .first = 0,
                          .last = end};
            PlanCb tiles{.index = 24,
                         .name = n.name,
                         .holds = n.name + " tiled",
                         .format = FormatOf::Input,
                         .input = n.index,
                         .conditions = there,
                         .producer = "compute: tilize",
                         .consumer = "compute: " + consumers(i)};
            if (n.shape == Shape::Block) {
                sticks.size = PagesOf::Blocks;
                tiles.size = PagesOf::Tiles;
                std::tie(tiles.first, tiles.last) = life(i);
                tiles.last_resident = 2 * *resident_[k].rbegin() + 1;
            } else {
                plan_.columns.push_back(i);
                tiles.first = 0;
                tiles.last = life(i).second;
            }
            wish(sticks, -2 - i, false);
            wish(tiles, i, false);
        }
        const auto constant = [&](PlanCb cb, int i) {
            cb.index = i >= 0 ? 9 : 8;
            cb.persistent = true;
            cb.first = 0;
            cb.last = end;
            wish(cb, i, false);
        };
        if (plan_.has_scaler) {
            constant({.name = "scaler",
                      .holds = "1/W, and where columns exist",
                      .size = PagesOf::Scalers,
                      .producer = "reader",
                      .consumer = "compute: reductions"},
                     -1);
        } else if (plan_.reduces) {
            constant({.name = "mask",
                      .holds = "1 in columns that exist",
                      .conditions = {kPartial},
                      .producer = "reader",
                      .consumer = "compute: reductions"},
                     -1);
        }
        if (plan_.column_result && !plan_.result_is_reduced) {
            constant(
                {.name = "column_mask", .holds = "1 in column 0", .producer = "reader", .consumer = "compute: result"},
                -1);
        }
        for (size_t k = 0; k < program_.nodes.size(); ++k) {
            const Node& n = program_.nodes[k];
            const int i = static_cast<int>(k);
            if (n.op != Op::Parameter || !in_cb(i)) continue;
            plan_.constants.push_back(i);
            constant({.name = n.name, .holds = n.name, .producer = "reader", .consumer = "compute: " + consumers(i)},
                     i);
        }
        for (size_t k = 0; k < program_.nodes.size(); ++k) {
            const Node& n = program_.nodes[k];
            const int i = static_cast<int>(k);
            if (is_leaf(n.op) || !in_cb(i)) continue;
            PlanCb cb{.index = 24,
                      .name = n.name,
                      .holds = formula_of(program_, i),
                      .size = n.shape == Shape::Block ? PagesOf::Block : PagesOf::One,
                      .conditions = conditions(is_reduction(n.op) ? n.guard : kAlways),
                      .producer = std::string("compute: ") + (is_reduction(n.op) ? op_name(n.op) : n.name),
                      .consumer = "compute: " + consumers(i)};
            if (n.anchor) cb.holds += "; of the first tiles where results are float32";
            std::tie(cb.first, cb.last) = life(i);
            plan_.stores_blocks |= n.shape == Shape::Block;
            wish(cb, i, cb.conditions.empty());
        }
        if (!plan_.result_is_reduced) {
            wish({.index = 24,
                  .name = "result",
                  .holds = "result tiles",
                  .format = FormatOf::Output,
                  .size = plan_.column_result ? PagesOf::One : PagesOf::Block,
                  .producer = "compute: result",
                  .consumer = "compute: untilize",
                  .first = plan_.column_result ? end - 1 : end,
                  .last = end},
                 -1, false);
        }
        wish({.index = 16,
              .name = "result_sticks",
              .holds = "result as sticks",
              .format = FormatOf::Output,
              .size = plan_.column_result ? PagesOf::Two : PagesOf::Blocks,
              .producer = "compute: untilize",
              .consumer = "writer",
              .first = plan_.column_result ? end - 1 : end,
              .last = end},
             -1, false);
        place(wishes);
        plan_frees();
    }

    std::string consumers(int i) const {
        std::vector<std::string> words;
        for (const int user : users(i)) {
            std::string word = op_name(node(user).op);
            if (std::find(words.begin(), words.end(), word) == words.end()) words.push_back(word);
        }
        return words.empty() ? "untilize" : fmt::format("{}", fmt::join(words, ", "));
    }

    // The usual convention: 0-7 inputs, 8-15 constants, 16-23 outputs, 24-31 intermediates; what a spec asks for first.
    void place(std::vector<Wish>& wishes) {
        std::set<uint32_t> taken;
        for (const auto& [name, index] : plan_.spec.cb_indices) {
            const bool known =
                std::any_of(wishes.begin(), wishes.end(), [&](const Wish& w) { return w.cb.name == name; });
            if (!known) {
                std::vector<std::string> all;
                for (const Wish& w : wishes) all.push_back(w.cb.name);
                refuse(plan_.spec.source, plan_.spec.cb_positions.at(name), "TW4121",
                       fmt::format("no CB holds \"{}\"", name), suggestion(name, all, "CBs"));
            }
            taken.insert(index);
        }
        for (Wish& w : wishes) {
            const auto pinned = plan_.spec.cb_indices.find(w.cb.name);
            if (pinned != plan_.spec.cb_indices.end()) {
                w.cb.index = pinned->second;
            } else if (!(w.may_share && share(w))) {
                w.cb.index = free_index(taken, w.cb.index, wishes.size());
                taken.insert(w.cb.index);
            } else {
                note(w);
                continue;
            }
            plan_.cbs.push_back(w.cb);
            note(w);
        }
        std::sort(plan_.cbs.begin(), plan_.cbs.end(),
                  [](const PlanCb& a, const PlanCb& b) { return a.index < b.index; });
    }
    bool share(Wish& w) {
        for (PlanCb& cb : plan_.cbs) {
            const bool fits = shareable_.count(cb.index) && cb.size == w.cb.size && cb.format == w.cb.format &&
                              (cb.last < w.cb.first || w.cb.last < cb.first);
            if (!fits) continue;
            cb.shares.push_back(w.cb.name);
            cb.holds += "; later " + w.cb.holds;
            cb.first = std::min(cb.first, w.cb.first);
            cb.last = std::max(cb.last, w.cb.last);
            w.cb.index = cb.index;
            return true;
        }
        return false;
    }
    uint32_t free_index(const std::set<uint32_t>& taken, uint32_t from, size_t wanted) {
        for (uint32_t step = 0; step < 32; ++step) {
            const uint32_t index = (from + step) % 32;
            if (!taken.count(index)) return index;
        }
        refuse(plan_.spec.source, {}, "TW4121",
               fmt::format("the plan needs {} circular buffers, but a core has 32", wanted),
               "use fewer inputs, or split the op in two");
    }
    void note(const Wish& w) {
        if (w.may_share) shareable_.insert(w.cb.index);
        if (w.node >= 0) plan_.cb_of[w.node] = w.cb.index;
        if (w.node <= -2) plan_.sticks_of[-2 - w.node] = w.cb.index;
        if ((w.cb.name == "mask" || w.cb.name == "scaler") && w.node == -1) plan_.cb_mask = w.cb.index;
        if (w.cb.name == "result" && w.node == -1) plan_.cb_result = w.cb.index;
        if (w.cb.name == "result_sticks" && w.node == -1) plan_.cb_result_sticks = w.cb.index;
    }

    // Where columns and stored blocks are popped.
    void plan_frees() {
        for (const auto& [i, index] : plan_.cb_of) {
            const Node& n = node(i);
            if (plan_.result_is_reduced && i == program_.output) continue;  // untilize pops it
            if (n.shape == Shape::Column) {
                const int last = n.op == Op::Input ? std::max(life(i).second, 1) : life(i).second;
                Pass& p = pass(last / 2);
                (last % 2 == 0 ? p.free_after_columns : p.free_after).push_back(i);
            } else if (n.shape == Shape::Block && n.op != Op::Input) {
                pass(*resident_[static_cast<size_t>(i)].rbegin()).free_stored.push_back(i);
            }
        }
    }

    void collect_scalars() {
        const auto look = [&](const Step& s) {
            for (const Instruction& instruction : s.code.instructions) {
                const bool scalar = instruction.kind == Instruction::Kind::Scalar ||
                                    instruction.kind == Instruction::Kind::Power ||
                                    instruction.kind == Instruction::Kind::Fill;
                if (!scalar || instruction.value < 0 || node(instruction.value).op == Op::Constant) continue;
                auto& all = plan_.scalars;
                if (std::find(all.begin(), all.end(), instruction.value) == all.end()) all.push_back(instruction.value);
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
        const std::function<int(const Code&)> slots = [&](const Code& code) {
            int most = code.slots;
            for (const Instruction& i : code.instructions) {
                const auto found = stored_codes.find(i.kind == Instruction::Kind::Load ? i.value : -1);
                if (found != stored_codes.end()) most = std::max(most, i.c + slots(*found->second) - 1);
            }
            return most;
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
    std::vector<int> available_;
    std::vector<bool> stored_;
    std::vector<std::set<int>> streaming_, resident_;
    int last_pass_ = 0;
    int current_root_ = -1;
    std::set<std::string> names_ = {"mask", "column_mask", "scaler", "result", "result_sticks"};
    std::set<uint32_t> shareable_;
};

}  // namespace

const PlanCb& Plan::cb(uint32_t index) const {
    for (const PlanCb& cb : cbs) {
        if (cb.index == index) return cb;
    }
    throw InternalError(fmt::format("the plan has no c_{}", index));
}

std::string Plan::value_name(int node) const { return program[node].name; }

uint32_t Plan::streaming_passes(bool refined) const {
    uint32_t count = 0;
    for (const Pass& pass : passes) count += pass.over_tiles() && (refined || pass.guard != kRefined) ? 1 : 0;
    return count;
}

Plan make_plan(const Spec& spec) {
    Plan plan;
    plan.spec = spec;
    plan.program = lower(spec);
    Scheduler(plan).run();
    return plan;
}

}  // namespace tilewright::workshop::rows
