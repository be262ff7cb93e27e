// What the passes know about the running thread, and the helpers they share.
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "passes.hpp"

namespace tilewright {

using namespace llvm;

namespace {

constexpr uint64_t kL1Window = uint64_t{1} << 32;

MDNode* bytes_node(LLVMContext& context, uint64_t bytes) {
    return MDNode::get(context, ConstantAsMetadata::get(ConstantInt::get(Type::getInt64Ty(context), bytes)));
}

// Invariant and dereferenceable: the optimiser may move such a load out of a loop and merge it across calls.
LoadInst* invariant(LoadInst* load, uint64_t pointee_bytes) {
    LLVMContext& context = load->getContext();
    load->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(context, {}));
    if (pointee_bytes != 0) {
        load->setMetadata(LLVMContext::MD_nonnull, MDNode::get(context, {}));
        load->setMetadata(LLVMContext::MD_dereferenceable, bytes_node(context, pointee_bytes));
        load->setMetadata(LLVMContext::MD_noundef, MDNode::get(context, {}));
    }
    return load;
}

GlobalVariable* self_variable(Module& module) {
    if (GlobalVariable* self = module.getNamedGlobal("tw_self")) return self;
    auto* self =
        new GlobalVariable(module, PointerType::get(module.getContext(), 0), false, GlobalValue::ExternalLinkage,
                           nullptr, "tw_self", nullptr, GlobalValue::InitialExecTLSModel);
    self->setAlignment(Align(8));
    return self;
}

bool is_self_address(const Value* value) {
    if (const auto* call = dyn_cast<IntrinsicInst>(value);
        call != nullptr && call->getIntrinsicID() == Intrinsic::threadlocal_address) {
        value = call->getArgOperand(0);
    }
    const auto* variable = dyn_cast<GlobalVariable>(value);
    return variable != nullptr && variable->getName() == "tw_self";
}

// A load of the thread's context pointer.
bool is_self(const Value* value) {
    const auto* load = dyn_cast<LoadInst>(value);
    return load != nullptr && is_self_address(load->getPointerOperand());
}

using Arguments = SmallPtrSet<const Argument*, 8>;

bool leads_to_private(const Value* pointer, Arguments& seen);

// What every caller gives; the module is the whole program.
bool is_private_argument(const Argument* argument, Arguments& seen) {
    if (!seen.insert(argument).second) return true;  // on its way round a recursion
    return all_of(argument->getParent()->uses(), [&](const Use& use) {
        const auto* call = dyn_cast<CallBase>(use.getUser());
        return call != nullptr && call->isCallee(&use) && argument->getArgNo() < call->arg_size() &&
               leads_to_private(call->getArgOperand(argument->getArgNo()), seen);
    });
}

bool is_private_object(const Value* object, Arguments& seen) {
    if (isa<AllocaInst>(object) || isa<GlobalValue>(object) || is_self_address(object) || is_self(object)) return true;
    if (const auto* argument = dyn_cast<Argument>(object)) return is_private_argument(argument, seen);
    // The kernel's variables, its CBs, tables: whatever fields of the context point to, but for L1 itself.
    const auto* load = dyn_cast<LoadInst>(object);
    if (load == nullptr) return false;
    const Value* field = load->getPointerOperand();
    int64_t offset = 0;
    if (GetPointerBaseWithConstantOffset(field, offset, load->getDataLayout()) != getUnderlyingObject(field))
        offset = -1;
    return offset != kOffsetL1Base && is_self(getUnderlyingObject(field));
}

bool leads_to_private(const Value* pointer, Arguments& seen) {
    SmallVector<const Value*, 4> objects;
    getUnderlyingObjects(pointer, objects, nullptr, 0);
    return all_of(objects, [&](const Value* object) { return is_private_object(object, seen); });
}

}  // namespace

Value* load_self(IRBuilder<>& builder) {
    Module& module = *builder.GetInsertBlock()->getModule();
    Value* address = builder.CreateThreadLocalAddress(self_variable(module));
    return invariant(builder.CreateAlignedLoad(builder.getPtrTy(), address, Align(8)), 32);
}

Value* load_l1_base(IRBuilder<>& builder) {
    LoadInst* base = invariant(builder.CreateAlignedLoad(builder.getPtrTy(), load_self(builder), Align(8)), 0);
    base->setMetadata(LLVMContext::MD_align, bytes_node(base->getContext(), kL1Window));
    return base;
}

Value* load_globals(IRBuilder<>& builder) {
    Value* field = builder.CreateConstInBoundsGEP1_32(builder.getInt8Ty(), load_self(builder), kOffsetGlobals);
    return invariant(builder.CreateAlignedLoad(builder.getPtrTy(), field, Align(8)), 0);
}

bool is_private(const Value* pointer) {
    Arguments seen;
    return leads_to_private(pointer, seen);
}

bool is_l1_base(const Value* value) {
    const auto* load = dyn_cast<LoadInst>(value);
    return load != nullptr && is_self(load->getPointerOperand());
}

void mark_self_invariant(Module& module) {
    for (Function& function : module) {
        for (Instruction& instruction : instructions(function)) {
            if (is_self(&instruction)) invariant(cast<LoadInst>(&instruction), 32);
        }
    }
}

bool is_strict(const Module& module) { return module.getNamedGlobal("tw_strict_marker") != nullptr; }

const ConstantDataArray* timed_costs(const Module& module) {
    const GlobalVariable* marker = module.getNamedGlobal("tw_timed_marker");
    if (marker == nullptr || !marker->hasInitializer()) return nullptr;
    return dyn_cast<ConstantDataArray>(marker->getInitializer());
}

bool is_context_load(const Value* value) {
    if (is_self(value)) return true;
    const auto* load = dyn_cast<LoadInst>(value);
    return load != nullptr && is_self(getUnderlyingObject(load->getPointerOperand()));
}

bool has_inttoptr(const Constant* constant) {
    if (isa<GlobalValue>(constant) || isa<BlockAddress>(constant)) return false;
    if (const auto* expression = dyn_cast<ConstantExpr>(constant);
        expression != nullptr && expression->getOpcode() == Instruction::IntToPtr) {
        return true;
    }
    return any_of(constant->operands(), [](const Use& operand) { return has_inttoptr(cast<Constant>(operand.get())); });
}

void give_locations(Function& function) {
    DISubprogram* subprogram = function.getSubprogram();
    if (subprogram == nullptr) return;
    const DebugLoc start = DILocation::get(function.getContext(), subprogram->getLine(), 0, subprogram);
    for (BasicBlock& block : function) {
        DebugLoc next;
        for (Instruction& instruction : reverse(block)) {
            if (instruction.getDebugLoc()) {
                next = instruction.getDebugLoc();
            } else if (!isa<AllocaInst>(instruction) && !isa<PHINode>(instruction)) {
                instruction.setDebugLoc(next ? next : start);
            }
        }
    }
}

}  // namespace tilewright
