// Address arithmetic has 32 bits on the card: p[i - 1] with an unsigned i of 0 is the word before p, not one 16 GiB
// behind it. At the end of the pipeline every offset that may not fit 32 bits is cut to them, so that it wraps as it
// does there; L1s lie 4 GiB apart, so no single step leads into another core's.
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/KnownBits.h"
#include "llvm/Analysis/Utils/Local.h"
#include "passes.hpp"

namespace tilewright {

using namespace llvm;

namespace {

// Bits that a signed value needs; 64 where nothing is known.
unsigned signed_bits(const Value* value, const DataLayout& layout) {
    return value->getType()->getIntegerBitWidth() - ComputeNumSignBits(value, layout) + 1;
}

// Whether the whole offset surely fits: with its sign into 32 bits, or, from the base of L1 on, without.
bool surely_fits(GetElementPtrInst& at, const DataLayout& layout, bool from_base) {
    for (auto index = gep_type_begin(at), end = gep_type_end(at); index != end; ++index) {
        Value* operand = index.getOperand();
        if (isa<Constant>(operand)) continue;
        const uint64_t stride = std::max<uint64_t>(1, index.getSequentialElementStride(layout).getFixedValue());
        if (from_base) {
            const KnownBits bits = computeKnownBits(operand, layout);
            if (bits.countMinLeadingZeros() < 32 + Log2_64_Ceil(stride) || at.getNumIndices() != 1) return false;
        } else if (signed_bits(operand, layout) + Log2_64_Ceil(stride) > 31) {
            return false;
        }
    }
    return true;
}

void wrap(GetElementPtrInst* at, const DataLayout& layout, bool from_base) {
    IRBuilder<> builder(at);
    Value* offset = emitGEPOffset(&builder, layout, at, /*NoAssumptions=*/true);
    Value* low = builder.CreateTrunc(offset, builder.getInt32Ty());
    Value* wide = from_base ? builder.CreateZExt(low, offset->getType()) : builder.CreateSExt(low, offset->getType());
    Value* moved = builder.CreateGEP(builder.getInt8Ty(), at->getPointerOperand(), wide);
    moved->takeName(at);
    at->replaceAllUsesWith(moved);
    at->eraseFromParent();
}

}  // namespace

PreservedAnalyses IndexPass::run(Function& function, FunctionAnalysisManager&) {
    const DataLayout& layout = function.getDataLayout();
    std::vector<GetElementPtrInst*> found;
    for (Instruction& instruction : instructions(function)) {
        auto* at = dyn_cast<GetElementPtrInst>(&instruction);
        if (at == nullptr || at->getType()->isVectorTy() || at->getPointerAddressSpace() == kAnnounced) continue;
        if (at->hasAllConstantIndices() || is_private(at->getPointerOperand())) continue;
        if (!surely_fits(*at, layout, is_l1_base(at->getPointerOperand()))) found.push_back(at);
    }
    for (GetElementPtrInst* at : found) wrap(at, layout, is_l1_base(at->getPointerOperand()));
    return found.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

}  // namespace tilewright
