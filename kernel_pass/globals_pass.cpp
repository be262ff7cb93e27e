// File-scope and function-static variables live in a thread's private memory on the card: every core and thread has its
// own, initialised at each launch. They are gathered into one block; uses go through the thread's `globals` pointer.
// The module exports tw_globals_image (initial bytes), tw_globals_bytes, tw_globals_align, and, where needed,
// tw_globals_construct (constructors, and initial values that only the running thread knows: pointers between such
// variables and L1 addresses).
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/ReplaceConstant.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"
#include "passes.hpp"

namespace tilewright {

using namespace llvm;

namespace {

struct Fixup {
    GlobalVariable* variable;
    uint64_t offset_bytes;
    Constant* value;
};

struct Block {
    SetVector<GlobalVariable*> members;
    DenseMap<GlobalVariable*, uint64_t> offset_bytes;
    Align align{16};
    std::vector<Fixup> fixups;
};

bool refers_to(const Constant* constant, const SetVector<GlobalVariable*>& members) {
    if (const auto* variable = dyn_cast<GlobalVariable>(constant))
        return members.contains(const_cast<GlobalVariable*>(variable));
    if (isa<GlobalValue>(constant) || isa<BlockAddress>(constant)) return false;
    return any_of(constant->operands(),
                  [&](const Use& operand) { return refers_to(cast<Constant>(operand.get()), members); });
}

// A constant table whose address is taken as a number: the 32-bit address must lead back to it, so it lives beside the
// variables, in the core's own address space.
bool address_is_number(const Value* value) {
    return any_of(value->users(), [](const User* user) {
        if (isa<PtrToIntInst>(user)) return true;
        const auto* expression = dyn_cast<ConstantExpr>(user);
        if (expression == nullptr) return false;
        return expression->getOpcode() == Instruction::PtrToInt || address_is_number(expression);
    });
}

SetVector<GlobalVariable*> find_members(Module& module) {
    SetVector<GlobalVariable*> members;
    const auto candidate = [](const GlobalVariable& variable) {
        return variable.hasInitializer() && !variable.getName().starts_with("llvm.") &&
               !variable.hasAvailableExternallyLinkage();
    };
    for (GlobalVariable& variable : module.globals()) {
        if (!candidate(variable)) continue;
        if (!variable.isConstant() || has_inttoptr(variable.getInitializer()) || address_is_number(&variable))
            members.insert(&variable);
    }
    // Constants that point at variables differ from thread to thread as well.
    for (bool grown = true; grown;) {
        grown = false;
        for (GlobalVariable& variable : module.globals()) {
            if (candidate(variable) && !members.contains(&variable) && refers_to(variable.getInitializer(), members)) {
                grown = members.insert(&variable);
            }
        }
    }
    return members;
}

// The part of an initial value that is the same for every thread; the rest becomes fix-ups and reads as zero here.
Constant* shared_part(Constant* value, GlobalVariable* variable, uint64_t offset_bytes, Block& block,
                      const DataLayout& layout) {
    if (!has_inttoptr(value) && !refers_to(value, block.members)) return value;
    const auto part = [&](unsigned i, uint64_t at) {
        return shared_part(cast<Constant>(value->getOperand(i)), variable, offset_bytes + at, block, layout);
    };
    SmallVector<Constant*> parts;
    if (auto* fields = dyn_cast<ConstantStruct>(value)) {
        const StructLayout* where = layout.getStructLayout(fields->getType());
        for (unsigned i = 0; i < fields->getNumOperands(); ++i) parts.push_back(part(i, where->getElementOffset(i)));
        return ConstantStruct::get(fields->getType(), parts);
    }
    if (auto* elements = dyn_cast<ConstantArray>(value)) {
        const uint64_t stride = layout.getTypeAllocSize(elements->getType()->getElementType());
        for (unsigned i = 0; i < elements->getNumOperands(); ++i) parts.push_back(part(i, i * stride));
        return ConstantArray::get(elements->getType(), parts);
    }
    block.fixups.push_back({variable, offset_bytes, value});
    return Constant::getNullValue(value->getType());
}

// Lays the members out and returns the image's initial value.
Constant* lay_out(Block& block, Module& module) {
    const DataLayout& layout = module.getDataLayout();
    LLVMContext& context = module.getContext();
    std::vector<Constant*> parts;
    uint64_t end = 0;
    const auto pad_to = [&](uint64_t offset) {
        if (offset > end)
            parts.push_back(Constant::getNullValue(ArrayType::get(Type::getInt8Ty(context), offset - end)));
        end = offset;
    };
    for (GlobalVariable* variable : block.members) {
        const Align align = std::max(layout.getPreferredAlign(variable), variable->getAlign().valueOrOne());
        block.align = std::max(block.align, align);
        pad_to(alignTo(end, align));
        block.offset_bytes[variable] = end;
        parts.push_back(shared_part(variable->getInitializer(), variable, 0, block, layout));
        end += layout.getTypeAllocSize(variable->getValueType());
    }
    pad_to(alignTo(end, block.align));
    return ConstantStruct::getAnon(context, parts, /*Packed=*/true);
}

std::vector<Function*> take_constructors(Module& module) {
    std::vector<std::pair<uint64_t, Function*>> ordered;
    if (GlobalVariable* list = module.getNamedGlobal("llvm.global_ctors")) {
        if (auto* entries = dyn_cast<ConstantArray>(list->getInitializer())) {
            for (Use& entry : entries->operands()) {
                auto* fields = cast<ConstantStruct>(entry.get());
                auto* function = dyn_cast<Function>(fields->getOperand(1)->stripPointerCasts());
                if (function != nullptr)
                    ordered.emplace_back(cast<ConstantInt>(fields->getOperand(0))->getZExtValue(), function);
            }
        }
        list->eraseFromParent();
    }
    stable_sort(ordered, less_first());
    std::vector<Function*> functions;
    for (const auto& [priority, function] : ordered) functions.push_back(function);
    return functions;
}

Function* make_construct(Module& module, const Block& block, const std::vector<Function*>& constructors) {
    LLVMContext& context = module.getContext();
    auto* construct = Function::Create(FunctionType::get(Type::getVoidTy(context), false), GlobalValue::ExternalLinkage,
                                       "tw_globals_construct", module);
    construct->addFnAttr(Attribute::getWithUWTableKind(context, UWTableKind::Async));
    IRBuilder<> builder(BasicBlock::Create(context, "entry", construct));
    for (const Fixup& fixup : block.fixups) {
        // The same constants: the replacement that follows turns them into this thread's addresses.
        Value* slot = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), fixup.variable, fixup.offset_bytes);
        builder.CreateAlignedStore(fixup.value, slot, Align(1));
    }
    for (Function* constructor : constructors) builder.CreateCall(constructor);
    builder.CreateRetVoid();
    return construct;
}

// A member's address in the running thread's block, computed once at the top of each function that uses it.
class Addresses {
public:
    explicit Addresses(const Block& block) : block_(block) {}
    Value* of(GlobalVariable* variable, Function* function) {
        Value*& address = known_[{variable, function}];
        if (address == nullptr) {
            Value*& base = bases_[function];
            IRBuilder<> builder(function->getContext());
            if (base == nullptr) {
                builder.SetInsertPoint(&function->getEntryBlock(),
                                       function->getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
                base = load_globals(builder);
            }
            builder.SetInsertPoint(cast<Instruction>(base)->getNextNode());
            address =
                builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), base, block_.offset_bytes.lookup(variable));
        }
        return address;
    }

private:
    const Block& block_;
    DenseMap<Function*, Value*> bases_;
    DenseMap<std::pair<GlobalVariable*, Function*>, Value*> known_;
};

void replace_uses(const Block& block) {
    SmallVector<Constant*> constants(block.members.begin(), block.members.end());
    convertUsersOfConstantsToInstructions(constants);
    Addresses addresses(block);
    for (GlobalVariable* variable : block.members) {
        SmallVector<Use*> uses;
        for (Use& use : variable->uses()) uses.push_back(&use);
        for (Use* use : uses) {
            auto* instruction = dyn_cast<Instruction>(use->getUser());
            if (instruction == nullptr) continue;  // an initial value: gone with its variable
            Value* address = addresses.of(variable, instruction->getFunction());
            auto* intrinsic = dyn_cast<IntrinsicInst>(instruction);
            if (intrinsic != nullptr && intrinsic->getIntrinsicID() == Intrinsic::threadlocal_address) {
                intrinsic->replaceAllUsesWith(address);
                intrinsic->eraseFromParent();
            } else {
                use->set(address);
            }
        }
    }
}

void erase_originals(const Block& block) {
    for (GlobalVariable* variable : block.members) variable->setInitializer(nullptr);
    for (GlobalVariable* variable : block.members) {
        variable->removeDeadConstantUsers();
        if (variable->use_empty()) {
            variable->eraseFromParent();
            continue;
        }
        variable->getContext().emitError("tilewright: the variable " + variable->getName() +
                                         " is used in a way that cannot be kept apart per thread");
        variable->setInitializer(Constant::getNullValue(variable->getValueType()));
    }
}

}  // namespace

PreservedAnalyses GlobalsPass::run(Module& module, ModuleAnalysisManager&) {
    Block block;
    const std::vector<Function*> constructors = take_constructors(module);
    block.members = find_members(module);
    if (block.members.empty() && constructors.empty()) return PreservedAnalyses::all();
    removeFromUsedLists(module, [&](Constant* used) {
        auto* variable = dyn_cast<GlobalVariable>(used);
        return variable != nullptr && block.members.contains(variable);
    });
    Constant* initial = lay_out(block, module);
    SmallVector<GlobalValue*> exported;
    if (!block.fixups.empty() || !constructors.empty()) exported.push_back(make_construct(module, block, constructors));
    replace_uses(block);
    erase_originals(block);

    const auto number = [&](const char* name, uint64_t value) {
        auto* constant = ConstantInt::get(Type::getInt64Ty(module.getContext()), value);
        exported.push_back(
            new GlobalVariable(module, constant->getType(), true, GlobalValue::ExternalLinkage, constant, name));
    };
    number("tw_globals_bytes", module.getDataLayout().getTypeAllocSize(initial->getType()));
    number("tw_globals_align", block.align.value());
    auto* image =
        new GlobalVariable(module, initial->getType(), true, GlobalValue::ExternalLinkage, initial, "tw_globals_image");
    image->setAlignment(block.align);
    exported.push_back(image);
    for (GlobalValue* symbol : exported) {
        symbol->setVisibility(GlobalValue::DefaultVisibility);
        symbol->setDSOLocal(false);
    }
    appendToUsed(module, exported);
    return PreservedAnalyses::none();
}

}  // namespace tilewright
