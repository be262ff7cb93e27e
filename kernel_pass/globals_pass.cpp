// File-scope and function-static variables live in a thread's private memory on the card: every core and thread has its
// own, initialised at each launch. They are gathered into one block; uses go through the thread's `globals` pointer.
// The module exports tw_globals_image (initial bytes), tw_globals_bytes, and tw_globals_construct (constructors and
// pointers between such variables).
#include "llvm/IR/Constants.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/ReplaceConstant.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"
#include "passes.hpp"

namespace tilewright {

using namespace llvm;

namespace {

bool is_kernel_variable(const GlobalVariable& variable) {
    return variable.hasInitializer() && !variable.isConstant() && !variable.getName().starts_with("llvm.") &&
           !variable.getName().starts_with("tw_");
}

struct Block {
    StructType* type = nullptr;
    std::vector<GlobalVariable*> members;
    DenseMap<GlobalVariable*, unsigned> index;
};

// A member's address in the running thread's block.
Value* member_address(IRBuilder<>& builder, const Block& block, GlobalVariable* variable) {
    Value* base = load_field(builder, builder.getPtrTy(), kOffsetGlobals);
    return builder.CreateStructGEP(block.type, base, block.index.lookup(variable));
}

void replace_uses(const Block& block) {
    SmallVector<Constant*> constants(block.members.begin(), block.members.end());
    convertUsersOfConstantsToInstructions(constants);
    for (GlobalVariable* variable : block.members) {
        DenseMap<Function*, Value*> address_in;
        SmallVector<Use*> uses;
        for (Use& use : variable->uses()) uses.push_back(&use);
        for (Use* use : uses) {
            auto* instruction = dyn_cast<Instruction>(use->getUser());
            if (instruction == nullptr) continue;  // an initialiser; fixed up at construction
            Function* function = instruction->getFunction();
            Value*& address = address_in[function];
            if (address == nullptr) {
                IRBuilder<> builder(&*function->getEntryBlock().getFirstInsertionPt());
                address = member_address(builder, block, variable);
            }
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

// Finds references to members inside an initialiser; `path` leads to them.
void collect_fixups(Constant* constant, std::vector<unsigned>& path, const Block& block,
                    std::vector<std::pair<std::vector<unsigned>, Constant*>>& fixups) {
    if (auto* aggregate = dyn_cast<ConstantAggregate>(constant)) {
        for (unsigned i = 0; i < aggregate->getNumOperands(); ++i) {
            path.push_back(i);
            collect_fixups(aggregate->getOperand(i), path, block, fixups);
            path.pop_back();
        }
        return;
    }
    if (!constant->getType()->isPointerTy()) return;
    auto* base = dyn_cast<GlobalVariable>(constant->stripInBoundsConstantOffsets());
    if (base != nullptr && block.index.count(base) != 0) fixups.emplace_back(path, constant);
}

}  // namespace

PreservedAnalyses GlobalsPass::run(Module& module, ModuleAnalysisManager&) {
    LLVMContext& context = module.getContext();
    Block block;
    for (GlobalVariable& variable : module.globals()) {
        if (!is_kernel_variable(variable)) continue;
        block.index[&variable] = static_cast<unsigned>(block.members.size());
        block.members.push_back(&variable);
    }

    // Constructors run once per thread instance.
    std::vector<Function*> constructors;
    if (GlobalVariable* list = module.getNamedGlobal("llvm.global_ctors")) {
        if (auto* entries = dyn_cast<ConstantArray>(list->getInitializer())) {
            for (Use& entry : entries->operands()) {
                auto* fields = cast<ConstantStruct>(entry.get());
                if (auto* function = dyn_cast<Function>(fields->getOperand(1)->stripPointerCasts())) constructors.push_back(function);
            }
        }
        list->eraseFromParent();
    }
    if (block.members.empty() && constructors.empty()) return PreservedAnalyses::all();

    std::vector<Type*> types;
    std::vector<Constant*> initialisers;
    std::vector<std::vector<std::pair<std::vector<unsigned>, Constant*>>> fixups;
    for (GlobalVariable* variable : block.members) {
        types.push_back(variable->getValueType());
        initialisers.push_back(variable->getInitializer());
        std::vector<unsigned> path;
        fixups.emplace_back();
        collect_fixups(variable->getInitializer(), path, block, fixups.back());
    }
    block.type = StructType::create(context, types, "tw.globals");

    auto* construct = Function::Create(FunctionType::get(Type::getVoidTy(context), false), GlobalValue::ExternalLinkage,
                                       "tw_globals_construct", module);
    IRBuilder<> builder(BasicBlock::Create(context, "entry", construct));
    for (unsigned i = 0; i < block.members.size(); ++i) {
        for (const auto& [path, target] : fixups[i]) {
            // Store the same constant: the replacement below turns it into the instance's address.
            std::vector<Value*> indices{builder.getInt32(0)};
            for (unsigned step : path) indices.push_back(builder.getInt32(step));
            Value* slot = builder.CreateInBoundsGEP(types[i], block.members[i], indices);
            builder.CreateStore(target, slot);
        }
    }
    for (Function* constructor : constructors) builder.CreateCall(constructor);
    builder.CreateRetVoid();

    replace_uses(block);

    auto* bytes = ConstantInt::get(Type::getInt64Ty(context), module.getDataLayout().getTypeAllocSize(block.type));
    auto* size = new GlobalVariable(module, bytes->getType(), true, GlobalValue::ExternalLinkage, bytes, "tw_globals_bytes");
    // References between members stay as references to the originals, which remain as unused storage.
    auto* image = new GlobalVariable(module, block.type, true, GlobalValue::ExternalLinkage,
                                     ConstantStruct::get(block.type, initialisers), "tw_globals_image");
    image->setAlignment(Align(16));
    for (GlobalValue* exported : {static_cast<GlobalValue*>(size), static_cast<GlobalValue*>(image), static_cast<GlobalValue*>(construct)}) {
        exported->setVisibility(GlobalValue::DefaultVisibility);
        exported->setDSOLocal(false);
    }
    appendToUsed(module, {size, image, construct});
    return PreservedAnalyses::none();
}

}  // namespace tilewright
