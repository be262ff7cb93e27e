// Registers the passes, and the few things they share.
#include "llvm/IR/Intrinsics.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/PassPlugin.h"
#include "passes.hpp"

namespace tilewright {

using namespace llvm;

Value* load_self(IRBuilder<>& builder) {
    Module& module = *builder.GetInsertBlock()->getModule();
    GlobalVariable* self = module.getNamedGlobal("tw_self");
    if (self == nullptr) {
        self = new GlobalVariable(module, builder.getPtrTy(), false, GlobalValue::ExternalLinkage, nullptr, "tw_self", nullptr,
                                  GlobalValue::InitialExecTLSModel);
    }
    Value* address = builder.CreateIntrinsic(builder.getPtrTy(), Intrinsic::threadlocal_address, {self});
    return builder.CreateLoad(builder.getPtrTy(), address, "tw.self");
}

Value* load_field(IRBuilder<>& builder, Type* type, int offset) {
    Value* field = builder.CreateConstInBoundsGEP1_32(builder.getInt8Ty(), load_self(builder), offset);
    return builder.CreateLoad(type, field);
}

bool is_strict(const Module& module) { return module.getNamedGlobal("tw_strict_marker") != nullptr; }

}  // namespace tilewright

extern "C" LLVM_ATTRIBUTE_WEAK llvm::PassPluginLibraryInfo llvmGetPassPluginInfo() {
    using namespace llvm;
    return {LLVM_PLUGIN_API_VERSION, "tilewright", "1", [](PassBuilder& builder) {
                // Before any optimisation casts still look as they were written.
                builder.registerPipelineStartEPCallback([](ModulePassManager& manager, OptimizationLevel) {
                    manager.addPass(tilewright::GlobalsPass());
                    manager.addPass(tilewright::AddressPass());
                });
                // At the end counted loops are known to be counted and dead accesses are gone.
                builder.registerOptimizerLastEPCallback([](ModulePassManager& manager, OptimizationLevel) {
                    FunctionPassManager functions;
                    functions.addPass(tilewright::AccessPass());
                    functions.addPass(tilewright::LoopPass());
                    manager.addPass(createModuleToFunctionPassAdaptor(std::move(functions)));
                });
            }};
}
