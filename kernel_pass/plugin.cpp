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
                    manager.addPass(tilewright::DivisionPass(/*late=*/false));
                });
                // At the end counted loops are known to be counted and dead accesses are gone.
                builder.registerOptimizerLastEPCallback([](ModulePassManager& manager, OptimizationLevel) {
                    manager.addPass(tilewright::GatePass());
                    manager.addPass(tilewright::TouchPass());
                    FunctionPassManager functions;
                    functions.addPass(tilewright::CostPass());
                    functions.addPass(tilewright::AccessPass());
                    functions.addPass(tilewright::LoopPass());
                    functions.addPass(tilewright::IndexPass());
                    manager.addPass(createModuleToFunctionPassAdaptor(std::move(functions)));
                    manager.addPass(tilewright::DivisionPass(/*late=*/true));
                });
            }};
}
