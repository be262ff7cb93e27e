// Back-edges of loops that nothing bounds. A loop that reads volatile memory, and whose number of rounds depends on it,
// waits for someone else: it polls. Any other loop without a bound burns fuel, so that one that never ends is noticed.
// Counted loops cost nothing.
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

// Inline assembly counts: what it does is unknown, and it is how kernels write a pause or an ordering in a polling
// loop.
bool reads_volatile(const Loop& loop) {
    for (const BasicBlock* block : loop.blocks()) {
        for (const Instruction& instruction : *block) {
            if (const auto* load = dyn_cast<LoadInst>(&instruction)) {
                if (load->isVolatile() || load->isAtomic()) return true;
            }
            if (isa<AtomicRMWInst>(instruction) || isa<AtomicCmpXchgInst>(instruction)) return true;
            if (const auto* call = dyn_cast<CallInst>(&instruction); call != nullptr && call->isInlineAsm())
                return true;
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
        return DILocation::get(subprogram->getContext(), subprogram->getLine(), 0,
                               const_cast<DISubprogram*>(subprogram));
    }
    return {};
}

struct Edge {
    BasicBlock* latch;
    BasicBlock* header;
    bool poll;
    DebugLoc location;
};

std::vector<Edge> find_edges(Function& function, FunctionAnalysisManager& manager) {
    LoopInfo& loops = manager.getResult<LoopAnalysis>(function);
    ScalarEvolution& evolution = manager.getResult<ScalarEvolutionAnalysis>(function);
    std::vector<Edge> edges;
    for (Loop* loop : loops.getLoopsInPreorder()) {
        if (!isa<SCEVCouldNotCompute>(evolution.getBackedgeTakenCount(loop))) continue;
        const bool poll = reads_volatile(*loop);
        // Several exits, one of them counted: bounded, though not exactly.
        if (!poll && !isa<SCEVCouldNotCompute>(evolution.getSymbolicMaxBackedgeTakenCount(loop))) continue;
        SmallVector<BasicBlock*> latches;
        loop->getLoopLatches(latches);
        for (BasicBlock* latch : latches)
            edges.push_back({latch, loop->getHeader(), poll, location_of(*loop, *latch->getTerminator())});
    }
    return edges;
}

void call(IRBuilder<>& builder, const char* name) {
    builder.CreateCall(builder.GetInsertBlock()->getModule()->getOrInsertFunction(name, builder.getVoidTy()));
}

void burn_fuel(IRBuilder<>& builder, Instruction* before) {
    Value* address = builder.CreateConstInBoundsGEP1_32(builder.getInt8Ty(), load_self(builder), kOffsetFuel);
    Value* fuel =
        builder.CreateSub(builder.CreateAlignedLoad(builder.getInt64Ty(), address, Align(8)), builder.getInt64(1));
    builder.CreateAlignedStore(fuel, address, Align(8));
    Value* empty = builder.CreateICmpSLT(fuel, builder.getInt64(0));
    MDNode* rarely = MDBuilder(builder.getContext()).createBranchWeights(1, 1 << 20);
    builder.SetInsertPoint(SplitBlockAndInsertIfThen(empty, before, false, rarely));
    call(builder, "tw_spin");
}

}  // namespace

PreservedAnalyses LoopPass::run(Function& function, FunctionAnalysisManager& manager) {
    const std::vector<Edge> edges = find_edges(function, manager);
    if (edges.empty()) return PreservedAnalyses::all();
    for (const Edge& edge : edges) {
        // On the edge itself: a round that leaves the loop neither polls nor pays.
        BasicBlock* between = SplitEdge(edge.latch, edge.header);
        if (between == nullptr) continue;  // a computed goto cannot be split
        Instruction* before = between->getTerminator();
        IRBuilder<> builder(before);
        builder.SetCurrentDebugLocation(edge.location);
        if (edge.poll) {
            call(builder, timed_costs(*function.getParent()) != nullptr ? "tw_timed_poll" : "tw_poll");
        } else {
            burn_fuel(builder, before);
        }
    }
    // What was known about the function before no longer holds: other threads run in the middle of it.
    for (Attribute::AttrKind kind :
         {Attribute::Memory, Attribute::NoSync, Attribute::WillReturn, Attribute::NoFree, Attribute::MustProgress}) {
        function.removeFnAttr(kind);
    }
    return PreservedAnalyses::none();
}

}  // namespace tilewright
