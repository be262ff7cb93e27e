// Integers that become pointers. L1 of the running core is mapped at a multiple of 4 GiB, so a 32-bit address needs the
// base added, and a pointer cut to 32 bits is its address without further work. A 64-bit integer is an L1 address when
// it is below 4 GiB (get_semaphore() kept in a uintptr_t) and a host pointer otherwise (a pointer that went through a
// uintptr_t).
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "passes.hpp"

namespace tilewright {

using namespace llvm;

namespace {

bool mentions_inttoptr(const Constant* constant) {
    const auto* expression = dyn_cast<ConstantExpr>(constant);
    if (expression == nullptr) {
        return false;
    }
    if (expression->getOpcode() == Instruction::IntToPtr) return true;
    for (const Use& operand : expression->operands()) {
        if (mentions_inttoptr(cast<Constant>(operand.get()))) return true;
    }
    return false;
}

// Turns a constant expression into instructions in front of `before`.
Value* expand(Constant* constant, Instruction* before) {
    auto* expression = dyn_cast<ConstantExpr>(constant);
    if (expression == nullptr || !mentions_inttoptr(expression)) return constant;
    Instruction* instruction = expression->getAsInstruction();
    instruction->insertBefore(before);
    instruction->setDebugLoc(before->getDebugLoc());
    for (Use& operand : instruction->operands()) {
        if (auto* inner = dyn_cast<Constant>(operand.get())) operand.set(expand(inner, instruction));
    }
    return instruction;
}

void expand_operands(Function& function) {
    std::vector<Instruction*> work;
    for (Instruction& instruction : instructions(function)) work.push_back(&instruction);
    for (Instruction* instruction : work) {
        for (unsigned i = 0; i < instruction->getNumOperands(); ++i) {
            auto* constant = dyn_cast<Constant>(instruction->getOperand(i));
            if (constant == nullptr || !mentions_inttoptr(constant)) continue;
            Instruction* before = instruction;
            if (auto* phi = dyn_cast<PHINode>(instruction)) before = phi->getIncomingBlock(i)->getTerminator();
            instruction->setOperand(i, expand(constant, before));
        }
    }
}

void rewrite(IntToPtrInst* cast) {
    IRBuilder<> builder(cast);
    builder.SetCurrentDebugLocation(cast->getDebugLoc());
    Value* source = cast->getOperand(0);
    Type* i64 = builder.getInt64Ty();
    Value* wide = source;
    bool narrow = false;  // known to be a 32-bit quantity
    if (source->getType()->getIntegerBitWidth() <= 32) {
        wide = builder.CreateZExt(source, i64);
        narrow = true;
    } else if (auto* zext = dyn_cast<ZExtInst>(source)) {
        narrow = zext->getSrcTy()->getIntegerBitWidth() <= 32;
    } else if (auto* sext = dyn_cast<SExtInst>(source); sext != nullptr && sext->getSrcTy()->getIntegerBitWidth() <= 32) {
        wide = builder.CreateZExt(builder.CreateSExtOrTrunc(sext->getOperand(0), builder.getInt32Ty()), i64);
        narrow = true;
    } else if (auto* constant = dyn_cast<ConstantInt>(source)) {
        narrow = constant->getValue().ult(uint64_t{1} << 32);
        if (!narrow) return;
    }
    Value* base = load_field(builder, i64, kOffsetL1Base);
    Value* address = builder.CreateOr(wide, base);
    if (!narrow) {
        Value* is_l1 = builder.CreateICmpULT(wide, builder.getInt64(uint64_t{1} << 32));
        address = builder.CreateSelect(is_l1, address, wide);
    }
    Value* pointer = builder.CreateIntToPtr(address, cast->getType());
    cast->replaceAllUsesWith(pointer);
    cast->eraseFromParent();
}

}  // namespace

PreservedAnalyses AddressPass::run(Module& module, ModuleAnalysisManager&) {
    for (Function& function : module) {
        if (function.isDeclaration()) continue;
        expand_operands(function);
        std::vector<IntToPtrInst*> casts;
        for (Instruction& instruction : instructions(function)) {
            if (auto* cast = dyn_cast<IntToPtrInst>(&instruction)) casts.push_back(cast);
        }
        for (IntToPtrInst* cast : casts) rewrite(cast);
    }
    return PreservedAnalyses::none();
}

}  // namespace tilewright
