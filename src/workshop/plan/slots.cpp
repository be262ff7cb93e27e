// Slots are handed out lowest first; a value is kept until its last use. Operations that work in place take the slot
// of their first operand, or a copy when somebody still needs it. Operands from CBs are loaded anew for every use.
#include "workshop/plan/slots.hpp"

#include <algorithm>
#include <map>

#include "base/error.hpp"

namespace tilewright::workshop::rows {

namespace {

using Kind = Instruction::Kind;

class Compiler {
public:
    Compiler(const RowProgram& program, int root, int limit, const std::function<bool(int)>& in_cb)
        : program_(program), root_(root), limit_(limit), in_cb_(in_cb), used_(static_cast<size_t>(limit), false) {}

    Code run() {
        count(root_);
        uses_[root_] += 1;
        const int slot = take(root_, shape(root_));
        if (slot != 0) {
            used_[0] = true;
            code_.slots = std::max(code_.slots, 1);
            emit({.kind = Kind::Copy, .a = slot, .out = 0});
        }
        return std::move(code_);
    }

private:
    // Columns that fill whole tiles are blocks of one tile.
    Shape shape(int node) const {
        const Shape own = program_[node].shape;
        return program_.gathered && own == Shape::Column ? Shape::Block : own;
    }
    bool loaded(int node) const { return node != root_ && in_cb_(node); }
    bool computed(int node) const {
        return !loaded(node) && shape(node) != Shape::Scalar && !is_leaf(program_[node].op);
    }

    void count(int node) {
        if (node != root_ && !computed(node)) return;
        if (!seen_.insert(node).second) return;
        for (const int argument : program_[node].arguments) {
            if (computed(argument)) uses_[argument] += 1;
            count(argument);
        }
    }

    void emit(Instruction instruction) {
        if (instruction.guard == kAlways) instruction.guard = guard_;
        code_.instructions.push_back(instruction);
    }
    void emit_load(int node, int slot) {
        int free = static_cast<int>(used_.size());
        while (free > 0 && !used_[static_cast<size_t>(free) - 1]) --free;
        emit({.kind = Kind::Load, .value = node, .c = free, .out = slot});
    }
    int allocate(int node) {
        for (size_t i = 0; i < used_.size(); ++i) {
            if (used_[i]) continue;
            used_[i] = true;
            code_.slots = std::max(code_.slots, static_cast<int>(i) + 1);
            return static_cast<int>(i);
        }
        throw OutOfSlots{node};
    }
    void release(int slot) { used_[static_cast<size_t>(slot)] = false; }

    // Slots that evaluating the node needs, about: the order of operands follows it.
    int weight(int node) const {
        if (!computed(node)) return 1;
        if (const auto known = weights_.find(node); known != weights_.end()) return known->second;
        int most = 1;
        int position = 0;
        for (const int argument : program_[node].arguments) {
            if (shape(argument) == Shape::Scalar) continue;
            most = std::max(most, weight(argument) + (position++ > 0 ? 1 : 0));
        }
        return weights_[node] = most;
    }

    // The value in a slot that the caller may overwrite and releases.
    int take(int node, Shape wanted) {
        const int slot = read(node, wanted);
        if (!needed(slot)) return slot;
        const int copy = allocate(node);
        emit({.kind = Kind::Copy, .a = slot, .out = copy});
        return copy;
    }
    // The value in a slot that the caller must not change; done() gives it back.
    int read(int node, Shape wanted) {
        const Shape own = shape(node);
        if (own == wanted) return value(node);
        // Spread a column, row or scalar over a whole tile.
        if (own == Shape::Scalar) {
            const int slot = allocate(node);
            emit({.kind = Kind::Fill, .value = node, .out = slot});
            return slot;
        }
        const int line = value(node);
        const int slot = allocate(node);
        emit({.kind = Kind::Fill, .value = -1, .out = slot});
        emit({.kind = Kind::Broadcast, .op = Op::Add, .b = line, .out = slot, .row = own == Shape::Row});
        done(line);
        return slot;
    }
    void done(int slot) {
        if (!needed(slot)) release(slot);
    }
    // Somebody uses the value again, or holds it as an operand while another one is evaluated.
    bool needed(int slot) const { return keep_.count(slot) != 0 || held_.count(slot) != 0; }
    int hold(int slot) { return *held_.insert(slot); }
    void let_go(int slot) { held_.erase(held_.find(slot)); }

    int value(int node) {
        if (const auto kept = slot_of_.find(node); kept != slot_of_.end()) {
            const int slot = kept->second;
            if (--uses_[node] == 0) {
                slot_of_.erase(node);
                keep_.erase(slot);
            }
            return slot;
        }
        if (!computed(node) && node != root_) {
            const int slot = allocate(node);
            emit_load(node, slot);
            return slot;
        }
        const int slot = compute(node);
        if (--uses_[node] > 0) {
            slot_of_[node] = slot;
            keep_.insert(slot);
        }
        return slot;
    }

    int compute(int node) {
        const Node& n = program_[node];
        if (is_unary(n.op)) {
            const int slot = take(n.arguments[0], shape(node));
            emit({.kind = Kind::Unary, .op = n.op, .out = slot, .words = words_of(program_, n)});
            return slot;
        }
        if (n.op == Op::Where) {
            const int a = hold(read(n.arguments[0], shape(node))), b = hold(read(n.arguments[1], shape(node)));
            const int c = read(n.arguments[2], shape(node));
            let_go(a);
            let_go(b);
            const int out = free_one_of({a, b, c}, node);
            emit({.kind = Kind::Where, .a = a, .b = b, .c = c, .out = out});
            for (const int slot : {a, b, c}) {
                if (slot != out) done(slot);
            }
            return out;
        }
        if (is_binary(n.op)) return binary(n, node);
        throw InternalError(std::string("no slot code for ") + op_name(n.op));
    }

    int free_one_of(std::initializer_list<int> slots, int node) {
        for (const int slot : slots) {
            if (!needed(slot)) return slot;
        }
        return allocate(node);
    }

    int binary(const Node& n, int node) {
        const int left = n.arguments[0], right = n.arguments[1];
        const Shape a = shape(left), b = shape(right), own = shape(node);
        if (n.guard != kAlways) return guarded(n, node, left, right);
        if (n.op == Op::Power) {
            const int slot = take(left, own);
            emit({.kind = Kind::Power, .value = right, .out = slot});
            return slot;
        }
        const bool commutes = n.op == Op::Add || n.op == Op::Mul || n.op == Op::Min || n.op == Op::Max;
        const bool simple = commutes || n.op == Op::Sub;
        if (simple && b == Shape::Scalar) return with_scalar(n.op, left, right, own);
        if (simple && a == Shape::Scalar) {
            const int slot = with_scalar(n.op == Op::Sub ? Op::Sub : n.op, right, left, own);
            if (n.op == Op::Sub) emit({.kind = Kind::Unary, .op = Op::Neg, .out = slot});
            return slot;
        }
        const bool direct = n.op == Op::Add || n.op == Op::Sub || n.op == Op::Mul;
        if (direct && a == own && b != own) return broadcast(n.op, left, right, own);
        if (direct && b == own && a != own) {
            const int slot = broadcast(n.op, right, left, own);
            if (n.op == Op::Sub) emit({.kind = Kind::Unary, .op = Op::Neg, .out = slot});
            return slot;
        }
        if (direct && a != b && a != Shape::Scalar) {  // a column and a row: one is spread, the other broadcast
            return broadcast(n.op, left, right, own);
        }
        int x = 0, y = 0;
        if (weight(right) > weight(left)) {
            y = hold(read(right, own));
            x = left == right ? y : read(left, own);
            let_go(y);
        } else {
            x = hold(read(left, own));
            y = left == right ? again(right, x) : read(right, own);
            let_go(x);
        }
        const int out = free_one_of({x, y}, node);
        Instruction made{.kind = Kind::Binary, .op = n.op, .a = x, .b = y, .out = out};
        if (is_function(n.op)) made.words = words_of(program_, n);
        emit(made);
        for (const int slot : {x, y}) {
            if (slot != out && used_[static_cast<size_t>(slot)]) done(slot);
        }
        return out;
    }
    // The second use of one operand, x * x.
    int again(int node, int slot) {
        if (computed(node) && slot_of_.count(node)) return value(node);
        return slot;
    }

    int with_scalar(Op op, int data, int scalar, Shape wanted) {
        const int slot = take(data, wanted);
        if (!in_cb_(scalar)) {
            emit({.kind = Kind::Scalar, .op = op, .value = scalar, .out = slot});
            return slot;
        }
        const int other = allocate(scalar);
        emit_load(scalar, other);
        emit({.kind = Kind::Binary, .op = op, .a = slot, .b = other, .out = slot});
        release(other);
        return slot;
    }
    int broadcast(Op op, int data, int line, Shape wanted) {
        const int slot = take(data, wanted);
        const int other = value(line);
        emit({.kind = Kind::Broadcast, .op = op, .b = other, .out = slot, .row = shape(line) == Shape::Row});
        done(other);
        return slot;
    }
    // In place on the first operand, so that leaving it out leaves the first operand.
    int guarded(const Node& n, int node, int left, int right) {
        const int slot = take(left, shape(node));
        guard_ = n.guard;
        const int other = value(right);
        if (shape(right) == shape(node)) {
            emit({.kind = Kind::Binary, .op = n.op, .a = slot, .b = other, .out = slot});
        } else {
            emit({.kind = Kind::Broadcast, .op = n.op, .b = other, .out = slot, .row = shape(right) == Shape::Row});
        }
        done(other);
        guard_ = kAlways;
        return slot;
    }

    const RowProgram& program_;
    int root_, limit_;
    const std::function<bool(int)>& in_cb_;
    std::vector<bool> used_;
    std::map<int, int> uses_;     // computed nodes: uses left
    std::map<int, int> slot_of_;  // computed nodes that are used again
    std::set<int> keep_;          // their slots
    std::multiset<int> held_;     // slots of operands while others are evaluated
    std::set<int> seen_;
    mutable std::map<int, int> weights_;
    int guard_ = kAlways;
    Code code_;
};

}  // namespace

Code compile(const RowProgram& program, int root, int limit, const std::function<bool(int)>& in_cb) {
    return Compiler(program, root, limit, in_cb).run();
}

}  // namespace tilewright::workshop::rows
