// Wishes for CBs in the order of a tile-row's way through the kernels, then an index for each.
#include "workshop/plan/assign_cbs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace tilewright::workshop::rows {

namespace {

class CbAssignment {
public:
    CbAssignment(Plan& plan, const Uses& uses) : plan_(plan), program_(plan.program), uses_(uses) {}

    void run() {
        name_stored();
        const int end = 2 * uses_.last_pass() + 1;
        std::vector<Wish> wishes;
        const auto wish = [&](PlanCb cb, int i, bool share) { wishes.push_back({std::move(cb), i, share}); };
        for (size_t k = 0; k < program_.nodes.size(); ++k) {
            const Node& n = program_.nodes[k];
            const int i = static_cast<int>(k);
            if (n.op != Op::Input) continue;
            const SpecInput& input = plan_.spec.inputs[static_cast<size_t>(n.index)];
            const std::vector<int> there = conditions(input.optional ? n.index : kAlways);
            if (n.shape == Shape::Matrix) {
                const bool left = input.operand.side == MatrixSide::Side::Left;
                wish({.index = 0,
                      .name = n.name,
                      .holds = n.name + (left ? ", the tiles of a row" : ", tiles in the order of products"),
                      .format = FormatOf::Input,
                      .input = n.index,
                      .size = left                 ? PagesOf::Inner
                              : i == program_.last ? PagesOf::Parts
                                                   : PagesOf::InnerParts,
                      .producer = "reader",
                      .consumer = kMatrixUnit,
                      .first = 0,
                      .last = end,
                      .inner = static_cast<int>(input.operand.size)},
                     i, false);
                continue;
            }
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
            if (input.tile) {
                PlanCb direct{.index = 0,
                              .name = n.name,
                              .holds = n.name + ", its tiles",
                              .format = FormatOf::Input,
                              .input = n.index,
                              .size = n.shape == Shape::Block ? PagesOf::TileBlocks : PagesOf::Two,
                              .conditions = there,
                              .producer = "reader",
                              .consumer = "compute: " + consumers(i),
                              .first = 0,
                              .last = end};
                if (n.shape == Shape::Column) plan_.columns.push_back(i);
                wish(direct, i, false);
                continue;
            }
            PlanCb sticks{.index = 0,
                          .name = unique(n.name + "_sticks"),
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
                std::tie(tiles.first, tiles.last) = uses_.life(i);
                tiles.last_resident = 2 * *uses_.resident(i).rbegin() + 1;
            } else {
                plan_.columns.push_back(i);
                tiles.first = 0;
                tiles.last = uses_.life(i).second;
            }
            wish(sticks, -2 - i, false);
            wish(tiles, i, false);
        }
        for (size_t k = 0; k < program_.nodes.size(); ++k) {
            const Node& n = program_.nodes[k];
            const int i = static_cast<int>(k);
            if (n.op != Op::Product) continue;
            PlanCb product{.index = 24,
                           .name = n.name,
                           .holds = formula_of(program_, i),
                           .size = PagesOf::Tiles,
                           .producer = "compute: matmul",
                           .consumer = "compute: " + consumers(i)};
            std::tie(product.first, product.last) = uses_.life(i);
            product.last_resident = 2 * *uses_.resident(i).rbegin() + 1;
            wish(product, i, false);
        }
        if (program_.last >= 0) {
            wish({.index = 24,
                  .name = left_,
                  .holds = formula_of(program_, program_.output),
                  .size = PagesOf::Kept,
                  .producer = "compute: " + std::string(op_name(node(program_.output).op)),
                  .consumer = kMatrixUnit,
                  .first = end,
                  .last = end},
                 -1, false);
            wish({.index = 24,
                  .name = sums_,
                  .holds = "sums of the blocks before",
                  .size = PagesOf::Sums,
                  .producer = "compute: matmul",
                  .consumer = "compute: sums",
                  .first = end,
                  .last = end,
                  .inner = static_cast<int>(plan_.spec.sizes) - 1},
                 -1, false);
        }
        const auto constant = [&](PlanCb cb, int i) {
            cb.index = i >= 0 ? 9 : 8;
            cb.persistent = true;
            cb.first = 0;
            cb.last = end;
            wish(cb, i, false);
        };
        if (plan_.has_scaler) {
            constant({.name = scaler_,
                      .holds = "1/W, and where columns exist",
                      .size = PagesOf::Scalers,
                      .producer = "reader",
                      .consumer = "compute: reductions"},
                     -1);
        } else if (plan_.has_edges()) {
            constant({.name = mask_,
                      .holds = "1 in columns that exist, then in rows that do",
                      .size = PagesOf::Two,
                      .producer = "reader",
                      .consumer = "compute: reductions"},
                     -1);
        } else if (plan_.reduces && !plan_.gathered()) {
            constant({.name = mask_,
                      .holds = "1 in columns that exist",
                      .conditions = {kPartial},
                      .producer = "reader",
                      .consumer = "compute: reductions"},
                     -1);
        }
        if (plan_.column_result && !plan_.result_is_reduced && !plan_.gathered()) {
            constant(
                {.name = column_mask_, .holds = "1 in column 0", .producer = "reader", .consumer = "compute: result"},
                -1);
        }
        for (size_t k = 0; k < program_.nodes.size(); ++k) {
            const Node& n = program_.nodes[k];
            const int i = static_cast<int>(k);
            if (n.op != Op::Parameter || !uses_.in_cb(i)) continue;
            plan_.constants.push_back(i);
            constant({.name = n.name, .holds = n.name, .producer = "reader", .consumer = "compute: " + consumers(i)},
                     i);
        }
        for (size_t k = 0; k < program_.nodes.size(); ++k) {
            const Node& n = program_.nodes[k];
            const int i = static_cast<int>(k);
            if (is_leaf(n.op) || !uses_.in_cb(i)) continue;
            PlanCb cb{.index = 24,
                      .name = n.name,
                      .holds = formula_of(program_, i),
                      .size = n.shape == Shape::Block ? PagesOf::Block : PagesOf::One,
                      .conditions = conditions(is_reduction(n.op) ? n.guard : kAlways),
                      .producer = std::string("compute: ") + (is_reduction(n.op) ? op_name(n.op) : n.name),
                      .consumer = "compute: " + consumers(i)};
            if (n.anchor) cb.holds += "; of the first tiles where results are float32";
            std::tie(cb.first, cb.last) = uses_.life(i);
            plan_.stores_blocks |= n.shape == Shape::Block;
            wish(cb, i, cb.conditions.empty());
        }
        const bool tile = plan_.spec.output_tile;
        const bool straight = plan_.gathered() && !tile;                // what DST holds is packed as sticks
        const bool single = plan_.column_result || program_.last >= 0;  // one tile after the other
        if (!plan_.result_is_reduced && !straight) {
            wish({.index = tile ? 16u : 24u,
                  .name = result_,
                  .holds = "result tiles",
                  .format = FormatOf::Output,
                  .size = tile ? (single ? PagesOf::Two : PagesOf::Blocks)
                               : (plan_.column_result ? PagesOf::One : PagesOf::Block),
                  .producer = "compute: result",
                  .consumer = tile ? "writer" : "compute: untilize",
                  .first = plan_.column_result ? end - 1 : end,
                  .last = end},
                 -1, false);
        }
        if (!tile) {
            wish({.index = 16,
                  .name = result_sticks_,
                  .holds = "result as sticks",
                  .format = FormatOf::Output,
                  .size = single ? PagesOf::Two : PagesOf::Blocks,
                  .producer = straight ? "compute: result" : "compute: untilize",
                  .consumer = "writer",
                  .first = plan_.column_result ? end - 1 : end,
                  .last = end},
                 -1, false);
        }
        // Further results: whole rows are gathered, so that one CB is enough for each.
        for (size_t k = 1; k < plan_.results.size(); ++k) {
            const bool column = plan_.results[k].column;
            const PagesOf blocks = column ? PagesOf::Two : PagesOf::Blocks;
            more_results_.push_back(unique("result_" + node(plan_.results[k].node).name));
            wish({.index = 16,
                  .name = more_results_.back(),
                  .holds = node(plan_.results[k].node).name + (tile ? ", result tiles" : " as sticks"),
                  .format = FormatOf::Output,
                  .size = blocks,
                  .producer = "compute: result",
                  .consumer = "writer",
                  .first = 0,
                  .last = end},
                 -1, false);
        }
        place(wishes);
        plan_.results.front().cb = tile ? plan_.cb_result : plan_.cb_result_sticks;
        plan_frees();
    }

private:
    const Node& node(int i) const { return program_[i]; }
    Pass& pass(int p) { return plan_.passes[static_cast<size_t>(p)]; }

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
    // Inputs and parameters keep the names they have; what the plan adds has its usual ones, or others near them.
    void name_stored() {
        std::vector<Node>& nodes = plan_.program.nodes;
        for (const Node& n : nodes) {
            if (n.op == Op::Input || n.op == Op::Product || n.op == Op::Parameter) names_.insert(n.name);
        }
        for (std::string* own : {&scaler_, &mask_, &column_mask_, &result_, &result_sticks_}) *own = unique(*own);
        if (program_.last >= 0) left_ = unique(left_), sums_ = unique(sums_);
        for (size_t k = 0; k < nodes.size(); ++k) {
            Node& n = nodes[k];
            if (n.op == Op::Input || n.op == Op::Product || n.shape == Shape::Scalar) continue;
            if (!uses_.in_cb(static_cast<int>(k)) && !program_.is_output(static_cast<int>(k))) continue;
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

    static std::vector<int> conditions(int guard) {
        return guard == kAlways ? std::vector<int>{} : std::vector<int>{guard};
    }

    std::string consumers(int i) const {
        std::vector<std::string> words;
        for (const int user : uses_.users(i)) {
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
        if (w.node != -1) return;
        if (w.cb.name == mask_ || w.cb.name == scaler_) plan_.cb_mask = w.cb.index;
        if (w.cb.name == column_mask_) plan_.cb_column_mask = w.cb.index;
        if (w.cb.name == left_) plan_.cb_left = w.cb.index;
        if (w.cb.name == sums_) plan_.cb_sums = w.cb.index;
        if (w.cb.name == result_) plan_.cb_result = w.cb.index;
        if (w.cb.name == result_sticks_) plan_.cb_result_sticks = w.cb.index;
        for (size_t k = 0; k < more_results_.size(); ++k) {
            if (w.cb.name == more_results_[k]) plan_.results[k + 1].cb = w.cb.index;
        }
    }

    // Where columns and stored blocks are popped.
    void plan_frees() {
        for (const auto& [i, index] : plan_.cb_of) {
            const Node& n = node(i);
            if (plan_.result_is_reduced && i == program_.output) continue;  // untilize pops it
            if (n.shape == Shape::Column) {
                const int last = n.op == Op::Input ? std::max(uses_.life(i).second, 1) : uses_.life(i).second;
                Pass& p = pass(last / 2);
                (last % 2 == 0 ? p.free_after_columns : p.free_after).push_back(i);
            } else if (n.shape == Shape::Block && n.op != Op::Input && n.op != Op::Product) {
                pass(*uses_.resident(i).rbegin()).free_stored.push_back(i);
            }
        }
    }

    Plan& plan_;
    const RowProgram& program_;
    const Uses& uses_;
    std::set<std::string> names_;
    std::string scaler_ = "scaler", mask_ = "mask", column_mask_ = "column_mask", result_ = "result",
                result_sticks_ = "result_sticks", left_ = "left", sums_ = "sums";
    std::vector<std::string> more_results_;
    std::set<uint32_t> shareable_;
};

}  // namespace

void assign_cbs(Plan& plan, const Uses& uses) { CbAssignment(plan, uses).run(); }

}  // namespace tilewright::workshop::rows
