// Loads and stores whose address may lie in L1. Strict builds get a call in front of each, fast builds say whether
// there are any. Accesses to the stack, to constants, to the thread's context and to its variables are left alone; the
// engine ignores addresses outside L1.
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "passes.hpp"

namespace tilewright {

using namespace llvm;

namespace {

struct Access {
    Instruction* at;
    Value* pointer;
    Value* bytes;
    bool store;
    uint64_t align = 1;  // that the access counts on; 1: none, or surely there
};

std::vector<Access> find_accesses(Function& function) {
    const DataLayout& layout = function.getDataLayout();
    std::vector<Access> accesses;
    const auto note = [&](Instruction& at, Value* pointer, Value* bytes, bool store, Align align = Align(1)) {
        if (pointer->getType()->getPointerAddressSpace() == kAnnounced || is_private(pointer)) return;
        // The card's processors load and store words at most.
        const uint64_t counts_on = std::min<uint64_t>(align.value(), 4);
        accesses.push_back({&at, pointer, bytes, store, counts_on});
    };
    const auto size = [&](Type* type) {
        return ConstantInt::get(Type::getInt32Ty(function.getContext()), layout.getTypeStoreSize(type));
    };
    for (Instruction& at : instructions(function)) {
        if (auto* load = dyn_cast<LoadInst>(&at)) {
            note(at, load->getPointerOperand(), size(load->getType()), false, load->getAlign());
        } else if (auto* store = dyn_cast<StoreInst>(&at)) {
            note(at, store->getPointerOperand(), size(store->getValueOperand()->getType()), true, store->getAlign());
        } else if (auto* update = dyn_cast<AtomicRMWInst>(&at)) {
            note(at, update->getPointerOperand(), size(update->getType()), false);
            note(at, update->getPointerOperand(), size(update->getType()), true);
        } else if (auto* exchange = dyn_cast<AtomicCmpXchgInst>(&at)) {
            note(at, exchange->getPointerOperand(), size(exchange->getNewValOperand()->getType()), false);
            note(at, exchange->getPointerOperand(), size(exchange->getNewValOperand()->getType()), true);
        } else if (auto* transfer = dyn_cast<AnyMemTransferInst>(&at)) {
            note(at, transfer->getSource(), transfer->getLength(), false);
            note(at, transfer->getDest(), transfer->getLength(), true);
        } else if (auto* set = dyn_cast<AnyMemSetInst>(&at)) {
            note(at, set->getDest(), set->getLength(), true);
        }
    }
    return accesses;
}

// A register on the card, and 32 words here.
bool is_vector_of_sfpu(const Type* type) {
    while (const auto* array = dyn_cast<ArrayType>(type)) type = array->getElementType();
    const auto* record = dyn_cast<StructType>(type);
    return record != nullptr && record->hasName() && record->getName().contains("sfpi::");
}

// A function with large variables of its own says so when it is entered.
bool check_stack(Function& function) {
    constexpr uint64_t kLarge = 512;
    const DataLayout& layout = function.getDataLayout();
    uint64_t bytes = 0;
    for (Instruction& at : instructions(function)) {
        if (const auto* variable = dyn_cast<AllocaInst>(&at)) {
            if (is_vector_of_sfpu(variable->getAllocatedType())) continue;
            if (const auto size = variable->getAllocationSize(layout)) bytes += size->getFixedValue();
        }
    }
    if (bytes < kLarge) return false;
    Instruction* first = &*function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca();
    IRBuilder<> builder(first);
    if (const DISubprogram* subprogram = function.getSubprogram())
        builder.SetCurrentDebugLocation(
            DILocation::get(function.getContext(), subprogram->getLine(), 0, const_cast<DISubprogram*>(subprogram)));
    builder.CreateCall(
        function.getParent()->getOrInsertFunction("tw_check_stack", builder.getVoidTy(), builder.getInt32Ty()),
        {builder.getInt32(static_cast<uint32_t>(std::min<uint64_t>(bytes, UINT32_MAX)))});
    return true;
}

}  // namespace

PreservedAnalyses TouchPass::run(Module& module, ModuleAnalysisManager&) {
    if (is_strict(module)) return PreservedAnalyses::all();
    const bool touches = any_of(module, [](Function& function) { return !find_accesses(function).empty(); });
    if (!touches) return PreservedAnalyses::all();
    auto* yes = ConstantInt::get(Type::getInt8Ty(module.getContext()), 1);
    auto* mark = new GlobalVariable(module, yes->getType(), true, GlobalValue::ExternalLinkage, yes, "tw_touches_l1");
    mark->setVisibility(GlobalValue::DefaultVisibility);
    mark->setDSOLocal(false);
    return PreservedAnalyses::none();
}

PreservedAnalyses AccessPass::run(Function& function, FunctionAnalysisManager& manager) {
    Module& module = *function.getParent();
    if (!is_strict(module)) return PreservedAnalyses::all();
    DominatorTree& tree = manager.getResult<DominatorTreeAnalysis>(function);
    const std::vector<Access> accesses = find_accesses(function);
    for (const Access& access : accesses) {
        IRBuilder<> builder(access.at);
        Type* i32 = builder.getInt32Ty();
        Value* bytes = builder.CreateZExtOrTrunc(access.bytes, i32);
        FunctionCallee callee;
        if (Value* from = cb_pointer_of(access.pointer, access.at, tree)) {
            callee = module.getOrInsertFunction(access.store ? "tw_check_store_from" : "tw_check_load_from",
                                                builder.getVoidTy(), builder.getPtrTy(), i32, i32);
            builder.CreateCall(callee, {access.pointer, bytes, from});
        } else {
            callee = module.getOrInsertFunction(access.store ? "tw_check_store" : "tw_check_load", builder.getVoidTy(),
                                                builder.getPtrTy(), i32);
            builder.CreateCall(callee, {access.pointer, bytes});
        }
        if (access.align < 2) continue;
        callee = module.getOrInsertFunction("tw_check_align", builder.getVoidTy(), builder.getPtrTy(), i32);
        builder.CreateCall(callee, {access.pointer, builder.getInt32(static_cast<uint32_t>(access.align))});
    }
    const bool stack = check_stack(function);
    const bool transfers = mark_transfers(function, tree);
    if (accesses.empty() && !stack && !transfers) return PreservedAnalyses::all();
    function.removeFnAttr(Attribute::Memory);  // the calls write the engine's books
    return PreservedAnalyses::none();
}

}  // namespace tilewright
