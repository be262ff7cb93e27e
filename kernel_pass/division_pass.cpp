// Divisions as the card's processors do them: by zero gives all ones (and the dividend as remainder), the smallest
// integer by -1 gives itself (and 0). The host would stop at either, and the compiler take both for impossible. Strict
// builds say so when it happens.
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "passes.hpp"

namespace tilewright {

using namespace llvm;

namespace {

bool needs_care(const BinaryOperator& at) {
    const auto opcode = at.getOpcode();
    const bool is_signed = opcode == Instruction::SDiv || opcode == Instruction::SRem;
    if (!is_signed && opcode != Instruction::UDiv && opcode != Instruction::URem) return false;
    if (!at.getType()->isIntegerTy()) return false;  // vectors: counted loops over constants
    const auto* divisor = dyn_cast<ConstantInt>(at.getOperand(1));
    return divisor == nullptr || divisor->isZero() || (is_signed && divisor->isMinusOne());
}

void as_on_the_card(BinaryOperator* at, bool strict) {
    IRBuilder<> builder(at);
    Type* type = at->getType();
    Value *dividend = builder.CreateFreeze(at->getOperand(0)), *divisor = builder.CreateFreeze(at->getOperand(1));
    const auto opcode = at->getOpcode();
    const bool is_signed = opcode == Instruction::SDiv || opcode == Instruction::SRem;
    const bool remainder = opcode == Instruction::SRem || opcode == Instruction::URem;
    Value* zero = builder.CreateICmpEQ(divisor, ConstantInt::get(type, 0));
    Value* unusual = zero;
    if (is_signed) {
        const APInt least = APInt::getSignedMinValue(type->getIntegerBitWidth());
        Value* overflows = builder.CreateAnd(builder.CreateICmpEQ(dividend, ConstantInt::get(type, least)),
                                             builder.CreateICmpEQ(divisor, ConstantInt::getAllOnesValue(type)));
        unusual = builder.CreateOr(zero, overflows);
    }
    if (strict) {
        FunctionCallee note =
            at->getModule()->getOrInsertFunction("tw_check_division", builder.getVoidTy(), builder.getInt32Ty());
        builder.CreateCall(note, {builder.CreateAdd(builder.CreateZExt(zero, builder.getInt32Ty()),
                                                    builder.CreateZExt(unusual, builder.getInt32Ty()))});
    }
    Value* safe = builder.CreateSelect(unusual, ConstantInt::get(type, 1), divisor);
    Value* result = builder.CreateBinOp(opcode, dividend, safe);
    result = builder.CreateSelect(zero, remainder ? dividend : ConstantInt::getAllOnesValue(type), result);
    at->replaceAllUsesWith(result);
    at->eraseFromParent();
}

}  // namespace

PreservedAnalyses DivisionPass::run(Module& module, ModuleAnalysisManager&) {
    // Timed builds are counted as the kernel was written: they get it after the count.
    if ((timed_costs(module) != nullptr) != late) return PreservedAnalyses::all();
    const bool strict = is_strict(module);
    bool any = false;
    for (Function& function : module) {
        std::vector<BinaryOperator*> divisions;
        for (Instruction& at : instructions(function)) {
            if (auto* operation = dyn_cast<BinaryOperator>(&at); operation != nullptr && needs_care(*operation))
                divisions.push_back(operation);
        }
        for (BinaryOperator* division : divisions) as_on_the_card(division, strict);
        any |= !divisions.empty();
        if (strict && !divisions.empty()) function.removeFnAttr(Attribute::Memory);
    }
    return any ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace tilewright
