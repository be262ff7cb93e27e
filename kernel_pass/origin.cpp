// What an address was computed from. Kernels of strict builds get pointers of CBs and addresses of pages from calls
// that do nothing but mark them (tw_cb_pointer, tw_page_address); an address that comes from one of them by additions
// alone belongs where the mark points.
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "passes.hpp"

namespace tilewright {

using namespace llvm;

namespace {

// What is known about a value: a mark it began at; a number without one; nothing yet (a loop's own value, on the way
// round); or that no mark can be named for sure.
struct Source {
    enum Kind { Pending, Number, Marked, Unsure } kind = Number;
    CallInst* mark = nullptr;
};

class Search {
public:
    explicit Search(StringRef name) : name_(name) {}

    Source look(Value* value) {
        if (++steps_ > kStepsMax) return {Source::Unsure};
        if (auto* call = dyn_cast<CallInst>(value)) {
            const Function* callee = call->getCalledFunction();
            return callee != nullptr && callee->getName() == name_ ? Source{Source::Marked, call} : Source{};
        }
        if (auto* phi = dyn_cast<PHINode>(value)) return look_at_phi(phi);
        if (auto* select = dyn_cast<SelectInst>(value))
            return either(look(select->getTrueValue()), look(select->getFalseValue()));
        if (auto* cast = dyn_cast<CastInst>(value)) return look(cast->getOperand(0));
        if (auto* freeze = dyn_cast<FreezeInst>(value)) return look(freeze->getOperand(0));
        if (auto* element = dyn_cast<GetElementPtrInst>(value)) {
            Source sum;
            for (Use& operand : element->operands()) sum = add(sum, look(operand.get()));
            return sum;
        }
        if (auto* operation = dyn_cast<BinaryOperator>(value)) return look_at_operation(operation);
        return {};
    }

private:
    static constexpr unsigned kStepsMax = 400;

    // A mark and a distance from it. Two marks make a difference, or nonsense.
    static Source add(Source a, Source b) {
        if (a.kind == Source::Unsure || b.kind == Source::Unsure) return {Source::Unsure};
        if (a.kind == Source::Number) return b;
        if (b.kind == Source::Number) return a;
        return {Source::Unsure};
    }
    static Source either(Source a, Source b) {
        if (a.kind == Source::Pending) return b;
        if (b.kind == Source::Pending) return a;
        if (a.kind == b.kind && a.mark == b.mark) return a;
        return {Source::Unsure};
    }

    Source look_at_phi(PHINode* phi) {
        if (!on_the_way_.insert(phi).second) return {Source::Pending};
        Source all{Source::Pending};
        for (Value* incoming : phi->incoming_values()) all = either(all, look(incoming));
        on_the_way_.erase(phi);
        return all;
    }

    Source look_at_operation(BinaryOperator* operation) {
        Value* left = operation->getOperand(0);
        Value* right = operation->getOperand(1);
        const auto* constant = dyn_cast<ConstantInt>(right);
        switch (operation->getOpcode()) {
            case Instruction::Add:
            case Instruction::Or: return add(look(left), look(right));
            case Instruction::Sub: {
                const Source from = look(left), less = look(right);
                if (less.kind != Source::Number) return {Source::Unsure};
                // What is taken away may itself be an address that the host has given.
                if (from.kind == Source::Marked && constant == nullptr) return {Source::Unsure};
                return from;
            }
            case Instruction::And: {
                // Rounding down to a multiple, or the low word: still the same place.
                if (constant != nullptr) {
                    const uint64_t mask = constant->getZExtValue();
                    const uint64_t low = mask | 0xFFF;
                    if ((low & 0xFFFFFFFF) == 0xFFFFFFFF) return look(left);
                }
                return look(left).kind == Source::Number ? Source{} : Source{Source::Unsure};
            }
            default: return {};
        }
    }

    StringRef name_;
    unsigned steps_ = 0;
    SmallPtrSet<PHINode*, 8> on_the_way_;
};

// Which operands of a call are the far address and the own one; -1: none.
struct TransferOperands {
    int far = -1;
    int near = -1;
};

TransferOperands operands_of(const CallInst& call) {
    const Function* callee = call.getCalledFunction();
    if (callee == nullptr) return {};
    StringRef name = callee->getName();
    if (!name.consume_front("tw_timed_") && !name.consume_front("tw_")) return {};
    if (name == "noc_read") return {1, 2};
    if (name == "noc_write") return {2, 1};
    if (name == "noc_write_word" || name == "noc_atomic_inc") return {1, -1};
    return {};
}

CallInst* mark_before(StringRef name, Value* value, Instruction* at, DominatorTree& tree) {
    const Source source = Search(name).look(value);
    return source.kind == Source::Marked && tree.dominates(source.mark, at) ? source.mark : nullptr;
}

// Page addresses know the place where they are made: one number each, in bits that the header leaves free.
constexpr unsigned kFlagsOperand = 5, kSiteShift = 8;

uint32_t site_of(const CallInst& page_address, DenseMap<const CallInst*, uint32_t>& sites) {
    const auto found = sites.find(&page_address);
    return found == sites.end() ? 0 : found->second;
}

}  // namespace

Value* cb_pointer_of(Value* address, Instruction* at, DominatorTree& tree) {
    return mark_before("tw_cb_pointer", address, at, tree);
}

bool mark_transfers(Function& function, DominatorTree& tree) {
    std::vector<std::pair<CallInst*, TransferOperands>> transfers;
    DenseMap<const CallInst*, uint32_t> sites;
    uint32_t next = static_cast<uint32_t>(hash_value(function.getName())) << 10;
    for (Instruction& instruction : instructions(function)) {
        auto* call = dyn_cast<CallInst>(&instruction);
        if (call == nullptr || call->getCalledFunction() == nullptr) continue;
        if (const TransferOperands operands = operands_of(*call); operands.far >= 0) {
            transfers.emplace_back(call, operands);
        } else if (call->getCalledFunction()->getName() == "tw_page_address") {
            const uint32_t site = ++next & 0xFFFFFF;
            sites[call] = site == 0 ? 1 : site;
        }
    }
    for (auto& [call, site] : sites) {
        auto* made = const_cast<CallInst*>(call);
        IRBuilder<> builder(made);
        made->setArgOperand(kFlagsOperand,
                            builder.CreateOr(made->getArgOperand(kFlagsOperand), builder.getInt32(site << kSiteShift)));
    }
    for (auto& [call, operands] : transfers) {
        IRBuilder<> builder(call);
        Type* i32 = builder.getInt32Ty();
        Type* i64 = builder.getInt64Ty();
        CallInst* page = mark_before("tw_page_address", call->getArgOperand(operands.far), call, tree);
        CallInst* pointer =
            operands.near < 0 ? nullptr : mark_before("tw_cb_pointer", call->getArgOperand(operands.near), call, tree);
        FunctionCallee callee =
            function.getParent()->getOrInsertFunction("tw_transfer_from", builder.getVoidTy(), i64, i32, i32);
        builder.CreateCall(callee, {page == nullptr ? builder.getInt64(0) : static_cast<Value*>(page),
                                    builder.getInt32(page == nullptr ? 0 : site_of(*page, sites)),
                                    pointer == nullptr ? builder.getInt32(0) : static_cast<Value*>(pointer)});
    }
    return !transfers.empty() || !sites.empty();
}

}  // namespace tilewright
