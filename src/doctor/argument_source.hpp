// How a kernel's source uses its arguments: the names it gives them, the loops they bound, the words that describe
// tensors. Internal to src/doctor.
//
// The text is read, not compiled: what is not understood is left out, and nothing is guessed.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "program/descriptor.hpp"

namespace tilewright::doctor {

enum class ArgumentKind : uint8_t { Runtime, Common, CompileTime, Named };

struct ArgumentKey {
    ArgumentKind kind = ArgumentKind::Runtime;
    uint32_t index = 0;  // Named: position in the kernel's list
    auto operator<=>(const ArgumentKey&) const = default;
};

struct NamedArgument {
    ArgumentKey key;
    std::string name;    // "num_tiles", "in.bank_base_address"; empty: used without one
    bool whole = false;  // the name stands for the argument alone, not for an expression with others
    uint32_t line = 0;
};

struct SourceLoop {
    uint32_t line = 0;  // of the for or while
    uint32_t first_line = 0, last_line = 0;
    std::string condition;                // "i < num_tiles"
    std::vector<ArgumentKey> bounded_by;  // arguments that the condition is computed from
};

// Compile-time words of a TensorAccessorArgs.
struct AccessorWords {
    uint32_t first = 0, count = 0;
    std::string name;  // "source_args"; may be empty
};

struct ArgumentSource {
    std::vector<NamedArgument> arguments;
    std::vector<SourceLoop> loops;
    std::vector<AccessorWords> accessors;

    const NamedArgument* find(ArgumentKey key) const;
    const AccessorWords* accessor_at(ArgumentKey key) const;
    // The argument bounds a loop around `line`; 0: any loop of the kernel. Null: none.
    const SourceLoop* loop_bounded_by(ArgumentKey key, uint32_t line = 0) const;
};

// Of the kernel's own file, without what it includes. Kept for as long as the same kernels are asked about.
std::shared_ptr<const ArgumentSource> argument_source(const program::KernelDescriptor& kernel, program::Era era);
// The same of a text.
ArgumentSource read_arguments(const std::string& text, const program::KernelDescriptor& kernel, program::Era era);

}  // namespace tilewright::doctor
