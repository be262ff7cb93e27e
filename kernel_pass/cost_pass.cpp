// What plain code costs on the card's processors. They issue one instruction a cycle in order and wait for the operands
// of each; a block's cost is how long such a processor takes for it. It is added to the thread's count before every
// call into the engine and at the end of the block, so that a call finds what came before it.
//
// The instructions are those of the optimised module: 32-bit arithmetic is what it is there, 64-bit arithmetic takes
// two, conversions and constant offsets nothing. Floating-point sums, products and comparisons count as plain
// instructions; what else gives a floating-point value costs the machine's figure. What is behind a call into the
// engine is the clock's business.
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "passes.hpp"
#include "tw/timed_costs.h"

namespace tilewright {

using namespace llvm;

namespace {

struct Cost {
    unsigned issue = 0;    // instructions
    unsigned latency = 0;  // more until the result can be used
};

class Processor {
public:
    explicit Processor(const ConstantDataArray& costs) {
        for (unsigned i = 0; i < TW_COST_COUNT && i < costs.getNumElements(); ++i)
            costs_[i] = static_cast<unsigned>(costs.getElementAsInteger(i));
    }

    void start_block(const Loop* loop) {
        loop_ = loop;
        ready_.clear();
        now_ = counted_ = 0;
        next_store_ = 0;
    }
    void issue(const Instruction& at) {
        if (leaves_loop(at)) {
            hoisted_.insert(&at);
            return;
        }
        const Cost cost = cost_of(at);
        if (cost.issue != 0) {
            for (const Use& operand : at.operands()) now_ = std::max(now_, ready_.lookup(operand.get()));
        }
        if (const auto* store = dyn_cast<StoreInst>(&at); store != nullptr && cost.issue != 0 && in_l1(*store)) {
            now_ = std::max(now_, next_store_);
            next_store_ = now_ + costs_[TW_COST_L1_STORE];
        }
        now_ += cost.issue;
        unsigned ready = now_ + cost.latency;
        // What costs nothing by itself hands on the delay of what it is made of.
        if (cost.issue == 0) {
            for (const Use& operand : at.operands()) ready = std::max(ready, ready_.lookup(operand.get()));
        }
        ready_[&at] = ready;
    }
    // Cycles since the last call of this.
    unsigned take() {
        const unsigned cycles = now_ - counted_;
        counted_ = now_;
        return cycles;
    }

private:
    static bool in_l1(const StoreInst& store) { return !is_private(store.getPointerOperand()); }

    // The card's compiler sees through what is a call into the engine here, and moves out of a loop what does not
    // change in it: arithmetic on such values, and loads of L1 that are not volatile.
    bool leaves_loop(const Instruction& at) const {
        if (loop_ == nullptr) return false;
        const auto* load = dyn_cast<LoadInst>(&at);
        if (load != nullptr && (load->isVolatile() || is_private(load->getPointerOperand()))) return false;
        const bool pure = load != nullptr || isa<BinaryOperator>(at) || isa<CastInst>(at) ||
                          isa<GetElementPtrInst>(at) || isa<ICmpInst>(at) || isa<SelectInst>(at);
        return pure && all_of(at.operands(), [&](const Use& operand) {
                   return loop_->isLoopInvariant(operand.get()) || hoisted_.contains(operand.get()) ||
                          is_context_load(operand.get());
               });
    }

    // A 64-bit value of which one half is known to be zero.
    static bool half_is_zero(const Value* value) {
        if (isa<ZExtInst>(value)) return true;
        if (const auto* constant = dyn_cast<ConstantInt>(value))
            return constant->getValue().isIntN(32) || constant->getValue().countr_zero() >= 32;
        const auto* shift = dyn_cast<BinaryOperator>(value);
        const auto* by = shift == nullptr ? nullptr : dyn_cast<ConstantInt>(shift->getOperand(1));
        return by != nullptr && by->getZExtValue() >= 32 &&
               (shift->getOpcode() == Instruction::Shl || shift->getOpcode() == Instruction::LShr);
    }

    static unsigned words(const Type* type) {
        if (type->isVoidTy() || type->isPointerTy()) return 1;
        const unsigned bits = type->getScalarSizeInBits();
        return bits > 32 ? 2 : 1;
    }

    Cost arithmetic(const BinaryOperator& at) const {
        unsigned wide = words(at.getType());
        if (wide == 2 && (half_is_zero(&at) || half_is_zero(at.getOperand(0)) || half_is_zero(at.getOperand(1))))
            wide = 1;
        const auto* constant = dyn_cast<ConstantInt>(at.getOperand(1));
        switch (at.getOpcode()) {
            case Instruction::Mul:
                return {wide == 2 ? 4 * costs_[TW_COST_PLAIN] : costs_[TW_COST_PLAIN],
                        costs_[TW_COST_MULTIPLY] - costs_[TW_COST_PLAIN]};
            case Instruction::UDiv:
            case Instruction::SDiv:
            case Instruction::URem:
            case Instruction::SRem: {
                if (constant == nullptr) return {costs_[TW_COST_DIVIDE] * wide, 0};
                if (constant->getValue().isPowerOf2()) return {wide, 0};
                // A multiplication and shifts; a remainder multiplies back and subtracts.
                const bool remainder = at.getOpcode() == Instruction::URem || at.getOpcode() == Instruction::SRem;
                return {(remainder ? 4u : 2u) * wide, costs_[TW_COST_MULTIPLY] * (remainder ? 2u : 1u)};
            }
            default: return {wide * costs_[TW_COST_PLAIN], 0};
        }
    }

    Cost cost_of(const Instruction& at) const {
        const unsigned plain = costs_[TW_COST_PLAIN];
        // Lanes of the vector unit, played in plain code.
        if (const DILocation* where = at.getDebugLoc(); where != nullptr && where->getFilename().contains("tw/sfp")) {
            return {};
        }
        if (isa<PHINode>(at) || isa<DbgInfoIntrinsic>(at) || isa<AllocaInst>(at) || is_context_load(&at)) return {};
        if (isa<CastInst>(at)) return {};
        if (const auto* address = dyn_cast<GetElementPtrInst>(&at))
            return {address->hasAllConstantIndices()                              ? 0
                    : address->getSourceElementType()->getScalarSizeInBits() == 8 ? plain
                                                                                  : 2 * plain,
                    0};
        if (const auto* operation = dyn_cast<BinaryOperator>(&at)) return arithmetic(*operation);
        if (const auto* load = dyn_cast<LoadInst>(&at)) {
            const bool own = is_private(load->getPointerOperand());
            return {words(load->getType()) * plain, costs_[own ? TW_COST_LOCAL_LOAD : TW_COST_L1_LOAD] - plain};
        }
        if (const auto* store = dyn_cast<StoreInst>(&at))
            return {words(store->getValueOperand()->getType()) * plain, 0};
        if (isa<ICmpInst>(at)) return {words(at.getOperand(0)->getType()) == 2 ? 3 * plain : plain, 0};
        if (isa<SelectInst>(at)) return {2 * words(at.getType()) * plain, 0};
        if (const auto* branch = dyn_cast<BranchInst>(&at))
            return {branch->isConditional() ? costs_[TW_COST_BRANCH] : plain, 0};
        if (isa<SwitchInst>(at)) return {3 * costs_[TW_COST_BRANCH], 0};
        if (isa<ReturnInst>(at)) return {plain, 0};
        if (const auto* call = dyn_cast<CallInst>(&at)) return call_cost(*call);
        if (at.getType()->isFPOrFPVectorTy()) return {costs_[TW_COST_FLOAT], 0};
        return {plain, 0};
    }

    Cost call_cost(const CallInst& call) const {
        const unsigned plain = costs_[TW_COST_PLAIN];
        if (call.isInlineAsm()) return {};
        const Function* callee = call.getCalledFunction();
        if (callee != nullptr && callee->getName().starts_with("tw_")) return {};
        if (const auto* intrinsic = dyn_cast<IntrinsicInst>(&call)) {
            switch (intrinsic->getIntrinsicID()) {
                case Intrinsic::lifetime_start:
                case Intrinsic::lifetime_end:
                case Intrinsic::assume:
                case Intrinsic::threadlocal_address: return {};
                case Intrinsic::memcpy:
                case Intrinsic::memmove:
                case Intrinsic::memset: {
                    const auto* bytes = dyn_cast<ConstantInt>(intrinsic->getArgOperand(2));
                    const unsigned count = bytes != nullptr ? static_cast<unsigned>(bytes->getZExtValue() + 3) / 4 : 16;
                    return {2 * count * plain, 0};
                }
                default: return {3 * words(call.getType()) * plain, 0};
            }
        }
        return {costs_[TW_COST_CALL], 0};
    }

    unsigned costs_[TW_COST_COUNT] = {};
    const Loop* loop_ = nullptr;
    SmallPtrSet<const Value*, 32> hoisted_;
    DenseMap<const Value*, unsigned> ready_;
    unsigned now_ = 0, counted_ = 0, next_store_ = 0;
};

bool calls_engine(const Instruction& at) {
    const auto* call = dyn_cast<CallInst>(&at);
    if (call == nullptr || call->isInlineAsm() || isa<IntrinsicInst>(call)) return false;
    const Function* callee = call->getCalledFunction();
    return callee == nullptr || callee->getName().starts_with("tw_timed_") || !callee->isDeclaration();
}

void add(Instruction& before, unsigned cycles) {
    if (cycles == 0) return;
    IRBuilder<> builder(&before);
    Value* field = builder.CreateConstInBoundsGEP1_32(builder.getInt8Ty(), load_self(builder), kOffsetCycles);
    Value* sum =
        builder.CreateAdd(builder.CreateAlignedLoad(builder.getInt64Ty(), field, Align(8)), builder.getInt64(cycles));
    builder.CreateAlignedStore(sum, field, Align(8));
}

}  // namespace

PreservedAnalyses CostPass::run(Function& function, FunctionAnalysisManager& manager) {
    const ConstantDataArray* costs = timed_costs(*function.getParent());
    if (costs == nullptr || function.isDeclaration()) return PreservedAnalyses::all();
    const LoopInfo& loops = manager.getResult<LoopAnalysis>(function);
    Processor processor(*costs);
    ReversePostOrderTraversal<Function*> order(&function);
    const std::vector<BasicBlock*> blocks(order.begin(), order.end());
    for (BasicBlock* at_block : blocks) {
        BasicBlock& block = *at_block;
        processor.start_block(loops.getLoopFor(&block));
        std::vector<std::pair<Instruction*, unsigned>> places;
        for (Instruction& at : block) {
            if (at.isTerminator() || calls_engine(at)) {
                if (at.isTerminator()) processor.issue(at);
                places.emplace_back(&at, processor.take());
            }
            if (!at.isTerminator()) processor.issue(at);
        }
        for (const auto& [at, cycles] : places) add(*at, cycles);
    }
    function.removeFnAttr(Attribute::Memory);
    return PreservedAnalyses::none();
}

}  // namespace tilewright
