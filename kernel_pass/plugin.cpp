// Registers the passes.
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/PassPlugin.h"
#include "passes.hpp"

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
                    manager.addPass(tilewright::TouchPass());
                    FunctionPassManager functions;
                    functions.addPass(tilewright::CostPass());
                    functions.addPass(tilewright::AccessPass());
                    functions.addPass(tilewright::LoopPass());
                    manager.addPass(createModuleToFunctionPassAdaptor(std::move(functions)));
                });
            }};
}
