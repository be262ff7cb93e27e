// The passes of the kernel plugin. kernel_api/tw/abi.h is the contract: the first fields of TwThread are at fixed
// offsets (0 l1_base, 8 globals, 16 fuel).
#pragma once

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"

namespace tilewright {

inline constexpr int kOffsetL1Base = 0;
inline constexpr int kOffsetGlobals = 8;
inline constexpr int kOffsetFuel = 16;

// The running thread's context: load of the thread-local pointer `tw_self`.
llvm::Value* load_self(llvm::IRBuilder<>& builder);
llvm::Value* load_field(llvm::IRBuilder<>& builder, llvm::Type* type, int offset);
// Whether the module is a strict build (it then defines tw_strict_marker).
bool is_strict(const llvm::Module& module);

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

// Loops without a computable end poll or burn fuel on their back-edges.
struct LoopPass : llvm::PassInfoMixin<LoopPass> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& manager);
    static bool isRequired() { return true; }
};

// Strict builds announce every load and store that may touch L1.
struct AccessPass : llvm::PassInfoMixin<AccessPass> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);
    static bool isRequired() { return true; }
};

}  // namespace tilewright
