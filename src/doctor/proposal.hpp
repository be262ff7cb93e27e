// A change that would mend a program, as data: what it is in words and the program with the change made. Nothing here
// says that it helps; trial.hpp finds out.
// Internal to src/doctor and src/workshop.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "doctor/kernel_text.hpp"
#include "program/descriptor.hpp"

namespace tilewright::doctor {

struct Change {
    std::string what;   // "capacity", "text", "runtime argument", "compile-time argument", "semaphore"
    std::string where;  // "c_0", "writer.cpp:12", "writer, core (0,0), runtime arg 1"
    std::string before, after;
};

struct Proposal {
    std::string words;  // "grow c_0 from 4 to 6 pages"
    program::ProgramDescriptor program;
    std::vector<Change> changes;
    int rank = 0;  // alternatives of one rank are told beside each other, where both are proven
    // Something of its own speaks for it (two kernels that name their arguments alike): where the program then finishes
    // with other results, no other change is proven, as those before may be what is wrong.
    bool rival = false;
};

// Replaces pieces of a kernel's text.
class TextChange {
public:
    TextChange(const program::ProgramDescriptor& program, uint32_t kernel);
    const KernelText& source() const { return source_; }
    void replace(size_t begin, size_t end, std::string with);
    void insert(size_t at, std::string with) { replace(at, at, std::move(with)); }
    // A statement with its line, if it has it for itself.
    void drop(const Call& call);
    bool empty() const { return edits_.empty(); }
    std::string where(size_t position) const;  // "writer.cpp:12"
    Proposal made(std::string words, int rank = 0) const;

private:
    struct Edit {
        size_t begin, end;
        std::string with;
    };
    const program::ProgramDescriptor& program_;
    uint32_t kernel_;
    KernelText source_;
    std::vector<Edit> edits_;
};

// Capacities by CB index, in pages; every CB descriptor with the index grows to at least that.
Proposal with_capacities(const program::ProgramDescriptor& program, const std::map<uint32_t, uint32_t>& pages,
                         std::string words);
// One runtime argument, on these cores (as the words say it).
Proposal with_runtime_arg(const program::ProgramDescriptor& program, uint32_t kernel,
                          const std::vector<LogicalCore>& cores, size_t index, uint32_t value, int rank = 0);
Proposal with_compile_time_arg(const program::ProgramDescriptor& program, uint32_t kernel, size_t index, uint32_t value,
                               int rank = 0);
// The initial value of a semaphore on one core, or on all of its cores.
Proposal with_semaphore_value(const program::ProgramDescriptor& program, uint32_t id, std::optional<LogicalCore> core,
                              uint32_t value, int rank = 0);

// What an expression of a kernel stands for: an argument it was given, or nothing that is known.
struct Origin {
    enum class Kind : uint8_t { Unknown, Number, RuntimeArg, CompileTimeArg } kind = Kind::Unknown;
    uint32_t index = 0;  // of the argument
    uint32_t value = 0;  // Number
};
Origin origin_of(const KernelText& source, const std::string& expression);

// A call of the same statement with another number in place of the argument: the argument's own origin is changed
// where it is one of the kernel's arguments, else the text.
std::optional<Proposal> with_number(const program::ProgramDescriptor& program, uint32_t kernel,
                                    const std::vector<LogicalCore>& cores, size_t begin, size_t end, uint32_t value,
                                    const std::string& meaning, int rank = 0);

}  // namespace tilewright::doctor
