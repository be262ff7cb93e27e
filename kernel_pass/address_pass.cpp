// Integers that become pointers. L1 of the running core is mapped at a multiple of 4 GiB, so a 32-bit address needs the
// base added, and a pointer cut to 32 bits is its address without further work. A 64-bit integer is an L1 address when
// it is below 4 GiB (get_semaphore() kept in a uintptr_t) and a host pointer otherwise (a pointer that went through a
// uintptr_t).
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/ReplaceConstant.h"
#include "passes.hpp"

namespace tilewright {

using namespace llvm;

namespace {

// Every cast of a constant integer that some instruction uses, directly or deep inside another constant.
void collect_casts(Constant* constant, SmallSetVector<Constant*, 8>& casts) {
    if (!has_inttoptr(constant)) return;
    if (auto* expression = dyn_cast<ConstantExpr>(constant);
        expression != nullptr && expression->getOpcode() == Instruction::IntToPtr) {
        casts.insert(expression);
    }
    for (Use& operand : constant->operands()) collect_casts(cast<Constant>(operand.get()), casts);
}

// The 32-bit quantity behind an integer as wide as a pointer; null if it may be more.
Value* narrow_source(IRBuilder<>& builder, Value* source) {
    Type* i32 = builder.getInt32Ty();
    if (source->getType()->getIntegerBitWidth() <= 32) return builder.CreateZExtOrTrunc(source, i32);
    if (auto* extension = dyn_cast<CastInst>(source);
        extension != nullptr && (isa<ZExtInst>(source) || isa<SExtInst>(source))) {
        Value* inner = extension->getOperand(0);
        const unsigned bits = inner->getType()->getIntegerBitWidth();
        if (bits > 32) return nullptr;
        return isa<ZExtInst>(source) ? builder.CreateZExt(inner, i32) : builder.CreateSExt(inner, i32);
    }
    if (auto* constant = dyn_cast<ConstantInt>(source)) {
        // A negative int, as register addresses at the top of the address space are sometimes written.
        if (constant->getValue().isIntN(32) || constant->getValue().isSignedIntN(32))
            return builder.CreateTrunc(constant, i32);
    }
    return nullptr;
}

void rewrite(IntToPtrInst* cast) {
    IRBuilder<> builder(cast);
    Type* i64 = builder.getInt64Ty();
    Value* source = cast->getOperand(0);
    Value* base = load_l1_base(builder);
    Value* pointer = nullptr;
    if (Value* address = narrow_source(builder, source)) {
        pointer = builder.CreateGEP(builder.getInt8Ty(), base, builder.CreateZExt(address, i64));
    } else {
        Value* is_l1 = builder.CreateICmpULT(source, ConstantInt::get(source->getType(), uint64_t{1} << 32));
        Value* in_l1 = builder.CreateGEP(builder.getInt8Ty(), base, source);
        pointer = builder.CreateSelect(is_l1, in_l1, builder.CreateIntToPtr(source, cast->getType()));
    }
    cast->replaceAllUsesWith(pointer);
    cast->eraseFromParent();
}

// A pointer is null when its 32-bit address is 0, wherever that came from.
void compare_addresses(ICmpInst* compare) {
    if (!compare->isEquality() || !compare->getOperand(0)->getType()->isPointerTy()) return;
    const unsigned null_side = isa<ConstantPointerNull>(compare->getOperand(0)) ? 0 : 1;
    if (!isa<ConstantPointerNull>(compare->getOperand(null_side))) return;
    IRBuilder<> builder(compare);
    Value* address = builder.CreatePtrToInt(compare->getOperand(1 - null_side), builder.getInt32Ty());
    Value* result = builder.CreateICmp(compare->getPredicate(), address, builder.getInt32(0));
    compare->replaceAllUsesWith(result);
    compare->eraseFromParent();
}

// A difference of pointers, one of them a constant address that the compiler has already turned back into its number:
// 32-bit arithmetic, as on the card.
void subtract_addresses(BinaryOperator* difference) {
    if (difference->getOpcode() != Instruction::Sub || !difference->getType()->isIntegerTy(64)) return;
    const bool left = isa<ConstantInt>(difference->getOperand(0)) && isa<PtrToIntInst>(difference->getOperand(1));
    const bool right = isa<PtrToIntInst>(difference->getOperand(0)) && isa<ConstantInt>(difference->getOperand(1));
    if (!left && !right) return;
    // Elements, not bytes: a division that is known to be exact tells a difference of pointers from one of numbers.
    const auto divides = [](const User* user) {
        const auto* division = dyn_cast<BinaryOperator>(user);
        return division != nullptr && division->getOpcode() == Instruction::SDiv && division->isExact();
    };
    if (!all_of(difference->users(), divides)) return;
    IRBuilder<> builder(difference->getNextNode());
    Value* low = builder.CreateTrunc(difference, builder.getInt32Ty());
    Value* result = builder.CreateSExt(low, difference->getType());
    difference->replaceUsesWithIf(result, [low](Use& use) { return use.getUser() != low; });
}

// Ordering instructions of the card's processors: the host needs none of them, only the compiler's own ordering.
bool is_card_ordering(const InlineAsm& code) {
    const StringRef text = StringRef(code.getAsmString()).trim();
    return text == "fence" || text == "fence.i" || text.starts_with("fence ");
}

void replace_ordering(CallInst* call) {
    IRBuilder<> builder(call);
    auto* type = FunctionType::get(builder.getVoidTy(), false);
    builder.CreateCall(InlineAsm::get(type, "", "~{memory}", true));
    call->eraseFromParent();
}

}  // namespace

PreservedAnalyses AddressPass::run(Module& module, ModuleAnalysisManager&) {
    mark_self_invariant(module);
    SmallSetVector<Constant*, 8> constants;
    for (Function& function : module) {
        for (Instruction& instruction : instructions(function)) {
            for (Use& operand : instruction.operands()) {
                if (auto* constant = dyn_cast<Constant>(operand.get())) collect_casts(constant, constants);
            }
        }
    }
    // One at a time: making one into instructions can free the next.
    for (Constant* constant : constants) convertUsersOfConstantsToInstructions({constant}, nullptr, false, true);
    for (Function& function : module) {
        if (function.isDeclaration()) continue;
        give_locations(function);
        std::vector<IntToPtrInst*> casts;
        std::vector<ICmpInst*> compares;
        std::vector<CallInst*> orderings;
        std::vector<BinaryOperator*> differences;
        for (Instruction& instruction : instructions(function)) {
            if (auto* cast = dyn_cast<IntToPtrInst>(&instruction);
                cast != nullptr && cast->getType()->getPointerAddressSpace() != kAnnounced) {
                casts.push_back(cast);
            }
            if (auto* compare = dyn_cast<ICmpInst>(&instruction)) compares.push_back(compare);
            if (auto* operation = dyn_cast<BinaryOperator>(&instruction)) differences.push_back(operation);
            auto* call = dyn_cast<CallInst>(&instruction);
            if (call != nullptr && call->isInlineAsm() && call->getType()->isVoidTy() && call->arg_empty() &&
                is_card_ordering(*cast<InlineAsm>(call->getCalledOperand()))) {
                orderings.push_back(call);
            }
        }
        for (IntToPtrInst* cast : casts) rewrite(cast);
        for (ICmpInst* compare : compares) compare_addresses(compare);
        for (BinaryOperator* difference : differences) subtract_addresses(difference);
        for (CallInst* ordering : orderings) replace_ordering(ordering);
    }
    return PreservedAnalyses::none();
}

}  // namespace tilewright
