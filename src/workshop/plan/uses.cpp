// Finding uses: forward for when a value is there, backward for who needs it.
#include "workshop/plan/uses.hpp"

#include <algorithm>

namespace tilewright::workshop::rows {

namespace {

int cost(Op op) {
    if (const Function* function = find_function(op)) return function->roundings >= 2 ? 4 : 1;
    return op == Op::Power || op == Op::Div ? 4 : 1;
}

}  // namespace

Uses::Uses(const Plan& plan) : plan_(plan), program_(plan.program) {
    const size_t count = program_.nodes.size();
    available_.resize(count, 0);
    stored_.resize(count, false);
    operations_.resize(count, -1);
    for (size_t i = 0; i < count; ++i) {
        const Node& node = program_.nodes[i];
        for (const int argument : node.arguments) available_[i] = std::max(available_[i], at(argument));
        if (is_reduction(node.op) && node.op != Op::FirstOf) available_[i] += 1;
    }
    for (const int output : program_.outputs) last_pass_ = std::max(last_pass_, at(output));
}

void Uses::find() {
    find_streaming();
    choose_stored();
    find_resident();
}

void Uses::store(int i) {
    stored_[static_cast<size_t>(i)] = true;
    operations_.assign(program_.nodes.size(), -1);
}

std::vector<int> Uses::users(int i) const {
    std::vector<int> all;
    for (size_t k = 0; k < program_.nodes.size(); ++k) {
        const auto& arguments = program_.nodes[k].arguments;
        if (std::find(arguments.begin(), arguments.end(), i) != arguments.end()) all.push_back(static_cast<int>(k));
    }
    return all;
}

bool Uses::only_result(int i) const { return program_.is_output(i) && users(i).empty(); }

bool Uses::in_cb(int i) const {
    const Node& n = node(i);
    if (n.op == Op::Input || n.op == Op::Product || is_reduction(n.op)) return true;
    return stored(i) || (n.op == Op::Parameter && asked_for(i));
}

void Uses::find_streaming() {
    streaming_.assign(program_.nodes.size(), {});
    for (size_t k = program_.nodes.size(); k-- > 0;) {
        const int i = static_cast<int>(k);
        auto& passes = streaming_[k];
        if (program_.is_output(i)) passes.insert(result_pass(i));
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

int Uses::operations(int i) const {
    const Node& n = node(i);
    if (is_leaf(n.op) || is_reduction(n.op) || n.shape == Shape::Column || n.shape == Shape::Scalar) return 0;
    int& known = operations_[static_cast<size_t>(i)];
    if (known >= 0) return known;
    constexpr int most = 1 << 20;  // shared values count as often as they are used, which may be very often
    int sum = cost(n.op);
    for (const int argument : n.arguments) {
        if (!stored(argument)) sum = std::min(most, sum + operations(argument));
    }
    return known = sum;
}

void Uses::choose_stored() {
    for (size_t k = 0; k < program_.nodes.size(); ++k) {
        const int i = static_cast<int>(k);
        const Node& n = program_.nodes[k];
        if (is_leaf(n.op) || is_reduction(n.op) || n.shape == Shape::Scalar || n.shape == Shape::Row) continue;
        if (n.shape == Shape::Block) {
            const bool worth_it = streaming_[k].size() >= 2 && operations(i) >= 2;
            if (!only_result(i) && (worth_it || asked_for(i))) store(i);
            continue;
        }
        // Columns: whatever blocks use, or a later pass, or several columns.
        if (only_result(i)) continue;
        const std::vector<int> all = users(i);
        bool wanted = all.size() >= 2 || asked_for(i) || program_.is_output(i);
        for (const int user : all)
            wanted |= node(user).shape != Shape::Column || at(user) != at(i) || is_reduction(node(user).op);
        if (wanted) store(i);
    }
}

void Uses::find_resident() {
    resident_.assign(program_.nodes.size(), {});
    for (size_t k = program_.nodes.size(); k-- > 0;) {
        const int i = static_cast<int>(k);
        if (program_.is_output(i)) resident_[k].insert(result_pass(i));
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

std::pair<int, int> Uses::life(int i) const {
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
    if (program_.is_output(i)) end = std::max(end, 2 * result_pass(i));
    return {begin, end};
}

}  // namespace tilewright::workshop::rows
