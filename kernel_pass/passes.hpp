// The passes of the kernel plugin. kernel_api/tw/abi.h is the contract: the first fields of TwThread are at fixed
// offsets (0 l1_base, 8 globals, 16 fuel, 24 cycles).
#pragma once

#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"

namespace tilewright {

inline constexpr int kOffsetL1Base = 0;
inline constexpr int kOffsetGlobals = 8;
inline constexpr int kOffsetFuel = 16;
inline constexpr int kOffsetCycles = 24;
// Pointers of this address space are host addresses that the engine was told of (kernel_api/tw/l1.h).
inline constexpr unsigned kAnnounced = 7;

// ---- context.cpp: the running thread, seen from compiled code -------------------------------------------------------
// The thread's context: a load of the thread-local pointer `tw_self`. A fiber sees one value for its whole life.
llvm::Value* load_self(llvm::IRBuilder<>& builder);
llvm::Value* load_l1_base(llvm::IRBuilder<>& builder);  // as a pointer, known to be a multiple of 4 GiB
llvm::Value* load_globals(llvm::IRBuilder<>& builder);
// Whether a pointer leads to the stack, a constant, the thread's context or its variables: never to L1.
bool is_private(const llvm::Value* pointer);
bool is_l1_base(const llvm::Value* value);  // a load of it
// A load of the thread's context pointer, or of one of its fields: nothing the card's processors do.
bool is_context_load(const llvm::Value* value);
// Every load of `tw_self` in the kernel's headers sees the same value, too.
void mark_self_invariant(llvm::Module& module);
// Whether the module is a strict build (it then defines tw_strict_marker).
bool is_strict(const llvm::Module& module);
// What plain code costs on the card, by TimedCost; null: not a timed build.
const llvm::ConstantDataArray* timed_costs(const llvm::Module& module);
// Whether a constant contains an integer that is cast to a pointer; null does not count.
bool has_inttoptr(const llvm::Constant* constant);
// Instructions that were made from constants take the line of the instruction they serve.
void give_locations(llvm::Function& function);

// ---- origin.cpp: strict builds, where addresses come from ---------------------------------------------------------
// The pointer of a CB from which this address was computed by additions alone; null: none is sure.
llvm::Value* cb_pointer_of(llvm::Value* address, llvm::Instruction* at, llvm::DominatorTree& tree);
// Every transfer tells what its two addresses were computed from. Whether anything was changed.
bool mark_transfers(llvm::Function& function, llvm::DominatorTree& tree);

// ---- the passes ----------------------------------------------------------------------------------------------------
// An integer that becomes a pointer is an address of the running core's L1.
struct AddressPass : llvm::PassInfoMixin<AddressPass> {
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
    static bool isRequired() { return true; }
};

// Variables of the kernel exist once per thread instance.
struct GlobalsPass : llvm::PassInfoMixin<GlobalsPass> {
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
    static bool isRequired() { return true; }
};

// What a kernel may not do is refused by name.
struct GatePass : llvm::PassInfoMixin<GatePass> {
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
    static bool isRequired() { return true; }
};

// Divisions give what the card's processors give. Early, before the compiler draws conclusions; timed builds late.
struct DivisionPass : llvm::PassInfoMixin<DivisionPass> {
    explicit DivisionPass(bool is_late) : late(is_late) {}
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
    static bool isRequired() { return true; }
    bool late;
};

// Offsets from L1 pointers have 32 bits.
struct IndexPass : llvm::PassInfoMixin<IndexPass> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);
    static bool isRequired() { return true; }
};

// Loops without a computable end poll or burn fuel on their back-edges.
struct LoopPass : llvm::PassInfoMixin<LoopPass> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& manager);
    static bool isRequired() { return true; }
};

// Fast builds say whether they touch L1 in other ways than through calls: they export tw_touches_l1 then.
struct TouchPass : llvm::PassInfoMixin<TouchPass> {
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
    static bool isRequired() { return true; }
};

// Timed builds count what plain code costs on the card's processors, block by block.
struct CostPass : llvm::PassInfoMixin<CostPass> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& manager);
    static bool isRequired() { return true; }
};

// Strict builds announce every load and store that may touch L1.
struct AccessPass : llvm::PassInfoMixin<AccessPass> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& manager);
    static bool isRequired() { return true; }
};

}  // namespace tilewright
