// Building row programs: common subexpressions are shared, careful forms chosen. Internal to src/workshop/plan.
//
// Forms that are chosen, each with a note:
//   mean(e)   first + mean(e - first), first being the row's first element: a row of one value has exactly that mean,
//             and sums stay as small as the spread. Plain where e cannot be negative.
//   var(e)    mean(square(e - mean(e))): two passes; mean(e^2) - mean(e)^2 loses every digit of a small spread.
//   e - mean(e) for float32 results: the mean has two parts, an anchor, which is the mean of the row's first tiles, and
//             the mean of e - anchor, and both are subtracted, one after the other. Their sum is not a float32 number.
//   a / b with one b per row or for all: a * recip(b).
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "workshop/plan/row_program.hpp"

namespace tilewright::workshop::rows {

class Builder {
protected:
    Shape shape(int node) const { return program_[node].shape; }
    bool is_constant(int node, double value) const {
        return program_[node].op == Op::Constant && program_[node].constant == value;
    }

    // One node for equal values.
    int add(Node node) {
        std::string key = fmt::format("{} {} {} {} {}", static_cast<int>(node.op), fmt::join(node.arguments, ","),
                                      node.constant, node.index, node.guard);
        const auto [found, fresh] = known_.emplace(key, static_cast<int>(program_.nodes.size()));
        if (fresh) program_.nodes.push_back(std::move(node));
        return found->second;
    }
    int constant(double value) {
        Node node;
        node.constant = value;
        return add(node);
    }
    int unary(Op op, int a) {
        if (program_[a].op == Op::Constant) return constant(value_of(op, program_[a].constant));
        Node node;
        node.op = op;
        node.shape = shape(a);
        node.arguments = {a};
        return add(node);
    }
    static Shape joined(Shape a, Shape b) {
        if (a == b || b == Shape::Scalar) return a;
        return a == Shape::Scalar ? b : Shape::Block;
    }
    int binary(Op op, int a, int b, int guard = kAlways) {
        if (program_[a].op == Op::Constant && program_[b].op == Op::Constant) {
            return constant(value_of(op, program_[a].constant, program_[b].constant));
        }
        Node node;
        node.op = op;
        node.shape = joined(shape(a), shape(b));
        node.arguments = {a, b};
        node.guard = guard;
        return add(node);
    }
    int reduction(Op op, int a) { return reduction(op, std::vector<int>{a}); }
    int reduction(Op op, std::vector<int> arguments) {
        Node node;
        node.op = op;
        node.shape = Shape::Column;
        node.arguments = std::move(arguments);
        return add(node);
    }

    // Asked once for each node: shared values may be reached in very many ways.
    bool never_negative(int node) {
        if (const auto known = never_negative_.find(node); known != never_negative_.end()) return known->second;
        return never_negative_[node] = is_never_negative(program_[node]);
    }
    bool is_never_negative(const Node& n) {
        switch (n.op) {
            case Op::Square:
            case Op::Abs:
            case Op::Sqrt:
            case Op::Exp:
            case Op::Exp2:
            case Op::Cosh:
            case Op::Erfc:
            case Op::Relu:
            case Op::Relu6:
            case Op::Hardsigmoid:
            case Op::Sigmoid: return true;
            case Op::Constant: return n.constant >= 0;
            case Op::Add:
            case Op::Mul: return never_negative(n.arguments[0]) && never_negative(n.arguments[1]);
            default: return is_comparison(n.op);
        }
    }

    int mean(int value, Position at) {
        if (never_negative(value)) return reduction(Op::MeanOf, value);
        const int first = reduction(Op::FirstOf, value);
        const int result = reduction(Op::MeanOf, std::vector<int>{binary(Op::Sub, value, first), first});
        mean_of_[result] = value;
        if (program_.nodes[result].name.empty()) {
            program_.nodes[result].name = fresh_name(fmt::format("mean_{}", word_for(value)));
            note(at, fmt::format("mean({0}) is the row's first element plus the mean of the distances from it: exact "
                                 "for rows of one value, and sums stay as small as the spread",
                                 short_text(value)));
        }
        return result;
    }
    int centered(int value, Position at) { return binary(Op::Sub, value, mean(value, at)); }
    int variance(int value, Position at) {
        const int distance = centered(value, at);
        const int result = reduction(Op::MeanOf, unary(Op::Square, distance));
        if (program_.nodes[result].name.empty()) {
            program_.nodes[result].name = fresh_name(fmt::format("var_{}", word_for(value)));
            note(at, fmt::format("var({0}) takes two passes, mean((v - mean(v))^2): mean(v^2) - mean(v)^2 would lose "
                                 "every digit of a small spread",
                                 short_text(value)));
        }
        return result;
    }

    void note(Position at, const std::string& text) { program_.notes.push_back({at, text}); }

    std::string word_for(int node) const {
        const Node& n = program_[node];
        return n.name.empty() ? std::string(op_name(n.op)) : n.name;
    }
    std::string short_text(int node) const {
        const std::string text = formula_of(program_, node);
        return text.size() < 48 ? text : word_for(node);
    }
    std::string fresh_name(const std::string& wanted) {
        std::string name = wanted;
        for (int i = 2; !given_.insert(name).second; ++i) name = fmt::format("{}_{}", wanted, i);
        return name;
    }

    // Where v - mean(v) reaches the result other than through squares under a mean, the mean has two parts.
    void refine() {
        std::set<int> wanted;  // means
        for (size_t i = 0; i < program_.nodes.size(); ++i) {
            const Node& node = program_.nodes[i];
            if (is_distance(node) && reaches_result(static_cast<int>(i))) wanted.insert(node.arguments[1]);
        }
        if (wanted.empty()) return;
        const RowProgram old = std::move(program_);
        program_ = {};
        program_.notes = old.notes;
        program_.warnings = old.warnings;
        program_.has_refinement = true;
        known_.clear();
        std::vector<int> mapped;
        std::map<int, int> centered;  // old mean to v - mean
        for (size_t i = 0; i < old.nodes.size(); ++i) {
            const int at = static_cast<int>(i);
            Node node = old.nodes[i];
            if (is_distance(node) && wanted.count(node.arguments[1])) {
                const int value = centered.at(node.arguments[1]);
                if (program_[value].name.empty()) program_.nodes[static_cast<size_t>(value)].name = node.name;
                mapped.push_back(value);
                continue;
            }
            for (int& argument : node.arguments) argument = mapped[static_cast<size_t>(argument)];
            node.anchor = wanted.count(at) != 0;
            const int value = add(node);
            mapped.push_back(value);
            if (!node.anchor) continue;
            const int distance = binary(Op::Sub, mapped[static_cast<size_t>(mean_of_.at(at))], value);
            const int rest = reduction(Op::MeanOf, distance);
            program_.nodes[static_cast<size_t>(rest)].guard = kRefined;
            program_.nodes[static_cast<size_t>(rest)].name = fresh_name("rest_of_" + node.name);
            centered[at] = binary(Op::Sub, distance, rest, kRefined);
            mapped.back() = binary(Op::Add, value, rest, kRefined);  // for whoever uses the mean otherwise
        }
        program_.output = mapped[static_cast<size_t>(old.output)];
        program_.outputs = {program_.output};
        note(
            {},
            "for float32 results the mean in v - mean(v) has two parts, the mean of the row's first tiles and the mean "
            "of the distances from it, which are subtracted one after the other: their sum is no float32 number; "
            "bfloat16 results cannot show it");
    }
    // v - mean(v)
    bool is_distance(const Node& node) const {
        if (node.op != Op::Sub) return false;
        const auto found = mean_of_.find(node.arguments[1]);
        return found != mean_of_.end() && found->second == node.arguments[0];
    }
    bool reaches_result(int node) const {
        if (program_.output == node) return true;
        for (size_t i = 0; i < program_.nodes.size(); ++i) {
            const Node& user = program_.nodes[i];
            if (std::find(user.arguments.begin(), user.arguments.end(), node) == user.arguments.end()) continue;
            if (user.op != Op::Square) return true;
            for (size_t k = 0; k < program_.nodes.size(); ++k) {
                const Node& second = program_.nodes[k];
                const bool uses = std::find(second.arguments.begin(), second.arguments.end(), static_cast<int>(i)) !=
                                  second.arguments.end();
                if (uses && second.op != Op::MeanOf && second.op != Op::SumOf) return true;
            }
            if (program_.output == static_cast<int>(i)) return true;
        }
        return false;
    }

    RowProgram program_;
    std::map<std::string, int> known_;
    std::map<int, int> mean_of_;
    std::map<int, bool> never_negative_;
    std::set<std::string> given_;
};

}  // namespace tilewright::workshop::rows
