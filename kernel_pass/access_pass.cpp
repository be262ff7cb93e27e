// Strict builds: a call in front of every load and store whose address may lie in L1. Accesses to the stack and to
// constants are left alone; the engine ignores addresses outside L1.
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "passes.hpp"

namespace tilewright {

using namespace llvm;

namespace {

// The thread's own context and what hangs off it is the engine's, not L1.
bool is_context(const Value* pointer) {
    const Value* object = getUnderlyingObject(pointer, 0);
    if (isa<AllocaInst>(object) || isa<GlobalVariable>(object)) return true;
    if (const auto* intrinsic = dyn_cast<IntrinsicInst>(object)) return intrinsic->getIntrinsicID() == Intrinsic::threadlocal_address;
    if (const auto* load = dyn_cast<LoadInst>(object)) return is_context(load->getPointerOperand()) && object->getName().starts_with("tw.self");
    return false;
}

struct Access {
    Instruction* at;
    Value* pointer;
    Value* bytes;
    bool store;
};

}  // namespace

PreservedAnalyses AccessPass::run(Function& function, FunctionAnalysisManager&) {
    Module& module = *function.getParent();
    if (!is_strict(module)) return PreservedAnalyses::all();
    const DataLayout& layout = module.getDataLayout();
    Type* i32 = Type::getInt32Ty(module.getContext());
    std::vector<Access> accesses;
    const auto note = [&](Instruction* at, Value* pointer, Value* bytes, bool store) {
        if (!is_context(pointer)) accesses.push_back({at, pointer, bytes, store});
    };
    for (Instruction& instruction : instructions(function)) {
        if (auto* load = dyn_cast<LoadInst>(&instruction)) {
            note(load, load->getPointerOperand(), ConstantInt::get(i32, layout.getTypeStoreSize(load->getType())), false);
        } else if (auto* store = dyn_cast<StoreInst>(&instruction)) {
            note(store, store->getPointerOperand(), ConstantInt::get(i32, layout.getTypeStoreSize(store->getValueOperand()->getType())), true);
        } else if (auto* transfer = dyn_cast<MemTransferInst>(&instruction)) {
            note(transfer, transfer->getSource(), transfer->getLength(), false);
            note(transfer, transfer->getDest(), transfer->getLength(), true);
        } else if (auto* set = dyn_cast<MemSetInst>(&instruction)) {
            note(set, set->getDest(), set->getLength(), true);
        }
    }
    for (const Access& access : accesses) {
        IRBuilder<> builder(access.at);
        FunctionCallee callee = module.getOrInsertFunction(access.store ? "tw_check_store" : "tw_check_load", builder.getVoidTy(),
                                                           builder.getPtrTy(), i32);
        builder.CreateCall(callee, {access.pointer, builder.CreateZExtOrTrunc(access.bytes, i32)});
    }
    return accesses.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

}  // namespace tilewright
