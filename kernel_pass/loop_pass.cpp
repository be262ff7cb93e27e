// Back-edges of loops that nothing bounds. A loop that reads volatile memory waits for someone else: it polls. Any other
// loop without a computable trip count burns fuel, so that one that never ends is noticed.
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "passes.hpp"

namespace tilewright {

using namespace llvm;

namespace {

bool reads_volatile(const Loop& loop) {
    for (const BasicBlock* block : loop.blocks()) {
        for (const Instruction& instruction : *block) {
            if (const auto* load = dyn_cast<LoadInst>(&instruction)) {
                if (load->isVolatile() || load->isAtomic()) return true;
            }
            if (isa<AtomicRMWInst>(instruction) || isa<AtomicCmpXchgInst>(instruction)) return true;
        }
    }
    return false;
}

// A latch may carry no location of its own: any line of the loop beats none.
DebugLoc location_of(const Loop& loop, const Instruction& latch) {
    if (latch.getDebugLoc()) return latch.getDebugLoc();
    if (DebugLoc start = loop.getStartLoc()) return start;
    for (const BasicBlock* block : loop.blocks()) {
        for (const Instruction& instruction : *block) {
            if (instruction.getDebugLoc()) return instruction.getDebugLoc();
        }
    }
    if (const auto* subprogram = latch.getFunction()->getSubprogram()) {
        return DILocation::get(subprogram->getContext(), subprogram->getLine(), 0, const_cast<DISubprogram*>(subprogram));
    }
    return {};
}

void insert_call(Instruction* before, const char* name, const DebugLoc& location) {
    IRBuilder<> builder(before);
    builder.SetCurrentDebugLocation(location);
    FunctionCallee callee = before->getModule()->getOrInsertFunction(name, builder.getVoidTy());
    builder.CreateCall(callee);
}

}  // namespace

PreservedAnalyses LoopPass::run(Function& function, FunctionAnalysisManager& manager) {
    LoopInfo& loops = manager.getResult<LoopAnalysis>(function);
    ScalarEvolution& evolution = manager.getResult<ScalarEvolutionAnalysis>(function);
    struct Edge {
        Instruction* latch;
        bool poll;
        DebugLoc location;
    };
    std::vector<Edge> edges;
    for (Loop* loop : loops.getLoopsInPreorder()) {
        if (!isa<SCEVCouldNotCompute>(evolution.getBackedgeTakenCount(loop))) continue;
        const bool poll = reads_volatile(*loop);
        SmallVector<BasicBlock*> latches;
        loop->getLoopLatches(latches);
        for (BasicBlock* latch : latches) {
            edges.push_back({latch->getTerminator(), poll, location_of(*loop, *latch->getTerminator())});
        }
    }
    if (edges.empty()) return PreservedAnalyses::all();
    for (const Edge& edge : edges) {
        if (edge.poll) {
            insert_call(edge.latch, "tw_poll", edge.location);
            continue;
        }
        IRBuilder<> builder(edge.latch);
        builder.SetCurrentDebugLocation(edge.location);
        Value* fuel_address = builder.CreateConstInBoundsGEP1_32(builder.getInt8Ty(), load_self(builder), kOffsetFuel);
        Value* fuel = builder.CreateSub(builder.CreateLoad(builder.getInt64Ty(), fuel_address), builder.getInt64(1));
        builder.CreateStore(fuel, fuel_address);
        Value* empty = builder.CreateICmpSLT(fuel, builder.getInt64(0));
        Instruction* then = SplitBlockAndInsertIfThen(empty, edge.latch, false, MDBuilder(function.getContext()).createBranchWeights(1, 1 << 20));
        insert_call(then, "tw_spin", edge.location);
    }
    return PreservedAnalyses::none();
}

}  // namespace tilewright
