// What a kernel may not do, refused by name: call the host's functions, touch its variables, hide instructions in
// assembly, run code when it is loaded, move the pointer to its own context. The engine reads the errors
// (src/engine/build/refusal.cpp): "tilewright-gate|KIND|NAME|FILE|LINE|FUNCTION".
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/Path.h"
#include "passes.hpp"

namespace tilewright {

using namespace llvm;

namespace {

// Functions without a state and without an effect but on the memory they are given: compilers make calls of them, and
// the card's own library has them.
bool is_harmless(StringRef name) {
    static const StringSet<> kMemory = {"memcpy", "memmove", "memset",   "memcmp",
                                        "bcmp",   "strlen",  "snprintf", "strtof"};
    static const StringSet<> kMathematics = {
        "acos",  "acosh",  "asin",  "asinh",  "atan",  "atan2", "atanh",     "cbrt",      "ceil",  "copysign",  "cos",
        "cosh",  "erf",    "erfc",  "exp",    "exp2",  "expm1", "fabs",      "fdim",      "floor", "fma",       "fmax",
        "fmin",  "fmod",   "frexp", "hypot",  "ilogb", "ldexp", "lgamma",    "llrint",    "log",   "log10",     "log1p",
        "log2",  "logb",   "lrint", "lround", "modf",  "nan",   "nearbyint", "nextafter", "pow",   "remainder", "rint",
        "round", "scalbn", "sin",   "sinh",   "sqrt",  "tan",   "tanh",      "tgamma",    "trunc", "llround"};
    if (name.starts_with("tw_") || kMemory.contains(name) || kMathematics.contains(name)) return true;
    return (name.ends_with("f") || name.ends_with("l")) && kMathematics.contains(name.drop_back());
}

// "nop", and texts without an instruction.
bool is_harmless_assembly(StringRef text) {
    SmallVector<StringRef, 4> lines;
    text.split(lines, '\n');
    return all_of(lines, [](StringRef line) {
        line = line.split('#').first.trim().rtrim(';').trim();
        return line.empty() || line == "nop" || line == "pause";
    });
}

// Of the processor that kernels run on here: its flags, segments, rounding and stack pointer are the engine's.
bool is_of_this_machine(StringRef intrinsic) {
    for (const char* beginning : {"llvm.x86.",
                                  "llvm.thread.pointer",
                                  "llvm.read_register",
                                  "llvm.read_volatile_register",
                                  "llvm.write_register",
                                  "llvm.eh.",
                                  "llvm.set.rounding",
                                  "llvm.set.fp",
                                  "llvm.reset.fp",
                                  "llvm.addressofreturnaddress",
                                  "llvm.frameaddress",
                                  "llvm.localaddress",
                                  "llvm.sponentry",
                                  "llvm.swift.",
                                  "llvm.coro.",
                                  "llvm.init.trampoline",
                                  "llvm.adjust.trampoline",
                                  "llvm.clear_cache",
                                  "llvm.experimental.gc",
                                  "llvm.experimental.patchpoint",
                                  "llvm.experimental.stackmap"}) {
        if (intrinsic.starts_with(beginning)) return true;
    }
    return false;
}

// GS, FS and SS: memory of the host thread. (32-bit pointers have spaces of their own, too, and are plain.)
bool is_segment(unsigned address_space) { return address_space >= 256 && address_space <= 258; }

class Gate {
public:
    explicit Gate(Module& module) : module_(module) {}

    void look() {
        for (Function& function : module_) {
            if (function.isIntrinsic() && is_of_this_machine(function.getName())) refuse_users("machine", function);
            // What is declared as an error has a message of its own.
            if (function.isDeclaration() && !function.isIntrinsic() && !is_harmless(function.getName()) &&
                !function.hasFnAttribute("dontcall-error"))
                refuse_users("function", function);
        }
        for (GlobalVariable& variable : module_.globals()) {
            if (variable.isDeclaration() && !variable.getName().starts_with("tw_")) refuse_users("variable", variable);
            if (runs_at_load(variable.getSection())) refuse("load", variable.getName(), nullptr);
        }
        for (Function& function : module_) {
            if (runs_at_load(function.getSection())) refuse("load", function.getName(), nullptr);
            // The linker gives these names a meaning: they run at load.
            if (!function.isDeclaration() && (function.getName() == "_init" || function.getName() == "_fini"))
                refuse("load", function.getName(), nullptr);
            for (Instruction& at : instructions(function)) look_at(at);
        }
        if (const GlobalVariable* ends = module_.getNamedGlobal("llvm.global_dtors");
            ends != nullptr && ends->hasInitializer() && !ends->getInitializer()->isNullValue())
            refuse("load", "a destructor, which runs when it is unloaded", nullptr);
        for (GlobalIFunc& resolved : module_.ifuncs()) refuse("load", resolved.getName(), nullptr);
        if (!module_.getModuleInlineAsm().empty()) refuse("assembly", "asm at file scope", nullptr);
    }

private:
    static bool runs_at_load(StringRef section) {
        return section.starts_with(".init") || section.starts_with(".fini") || section.starts_with(".preinit") ||
               section.starts_with(".ctors") || section.starts_with(".dtors") || section.starts_with(".interp");
    }

    void look_at(Instruction& at) {
        if (const auto* call = dyn_cast<CallBase>(&at); call != nullptr && call->isInlineAsm()) {
            const auto* code = cast<InlineAsm>(call->getCalledOperand());
            if (!is_harmless_assembly(code->getAsmString())) refuse("assembly", code->getAsmString(), &at);
        }
        const Value* touched = getLoadStorePointerOperand(&at);
        if (const auto* swap = dyn_cast<AtomicCmpXchgInst>(&at)) touched = swap->getPointerOperand();
        if (const auto* change = dyn_cast<AtomicRMWInst>(&at)) touched = change->getPointerOperand();
        if (touched != nullptr && is_segment(touched->getType()->getPointerAddressSpace()))
            refuse("machine", "a segment of the processor", &at);
        if (const auto* moved = dyn_cast<MemIntrinsic>(&at);
            moved != nullptr &&
            (is_segment(moved->getDestAddressSpace()) ||
             (isa<MemTransferInst>(moved) && is_segment(cast<MemTransferInst>(moved)->getSourceAddressSpace()))))
            refuse("machine", "a segment of the processor", &at);
        if (const auto* store = dyn_cast<StoreInst>(&at)) {
            const Value* to = store->getPointerOperand();
            if (const auto* address = dyn_cast<IntrinsicInst>(to);
                address != nullptr && address->getIntrinsicID() == Intrinsic::threadlocal_address)
                to = address->getArgOperand(0);
            if (to->getName() == "tw_self") refuse("variable", "tw_self", &at);
        }
    }

    void refuse_users(const char* kind, GlobalValue& value) {
        bool any = false;
        SmallVector<const User*, 8> users(value.user_begin(), value.user_end());
        SmallPtrSet<const User*, 8> seen;
        while (!users.empty()) {
            const User* user = users.pop_back_val();
            if (!seen.insert(user).second) continue;
            if (const auto* at = dyn_cast<Instruction>(user)) {
                refuse(kind, value.getName(), at);
                any = true;
            } else {
                users.append(user->user_begin(), user->user_end());
            }
        }
        if (!any && !value.use_empty()) refuse(kind, value.getName(), nullptr);
    }

    // The outermost place is the kernel's own line; what it called in headers lies inside.
    void refuse(const char* kind, StringRef name, const Instruction* at) {
        std::string file, function;
        unsigned line = 0;
        if (at != nullptr) {
            function = at->getFunction()->getName();
            if (const DILocation* place = at->getDebugLoc()) {
                file = place->getFilename();
                if (!sys::path::is_absolute(file) && !file.empty() && !place->getDirectory().empty() &&
                    file.find('/') != std::string::npos)
                    file = (place->getDirectory() + "/" + file).str();
                line = place->getLine();
                if (const DISubprogram* in = place->getScope()->getSubprogram()) function = in->getName().str();
            }
        }
        std::string one_line = name.str();
        for (char& c : one_line) {
            if (c == '\n' || c == '|') c = ' ';
        }
        module_.getContext().emitError("tilewright-gate|" + Twine(kind) + "|" + one_line + "|" + file + "|" +
                                       Twine(line) + "|" + function);
    }

    Module& module_;
};

}  // namespace

PreservedAnalyses GatePass::run(Module& module, ModuleAnalysisManager&) {
    if (module.getNamedGlobal("tw_gate_open") != nullptr) return PreservedAnalyses::all();
    Gate(module).look();
    // Data is data and code is code, whatever a kernel says about where to put it.
    for (GlobalObject& object : module.global_objects()) {
        if (!object.getName().starts_with("llvm.")) object.setSection("");  // lists of the compiler's own
    }
    return PreservedAnalyses::none();
}

}  // namespace tilewright
