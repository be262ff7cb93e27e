// What the rules of the mutation bench share: the kernel they work on, as text, and the list they add to. Internal to
// src/doctor and src/workshop.
#pragma once

#include <optional>
#include <regex>

#include "doctor/kernel_text.hpp"
#include "doctor/mutants.hpp"

namespace tilewright::doctor {

class MutantMaker {
public:
    MutantMaker(const program::ProgramDescriptor& program, const std::map<uint32_t, KernelUse>& use,
                const std::set<uint64_t>& addresses)
        : descriptor(program), addresses(addresses), use_(use) {}

    const program::ProgramDescriptor& descriptor;
    const std::set<uint64_t>& addresses;
    std::vector<Mutant> mutants;

    // The kernel that rules for kernels work on.
    void take(uint32_t kernel);
    uint32_t index() const { return kernel_; }
    const program::KernelDescriptor& kernel() const { return descriptor.kernels[kernel_]; }
    const KernelText& source() const { return *source_; }
    const std::string& code() const { return source_->code(); }

    // A mistake of the host, in the program as a whole or in what it gives this kernel.
    Mutant& add(const std::string& rule, const std::string& change);
    Mutant& add_to_kernel(const std::string& rule, const std::string& change);
    // A mistake in the kernel's text.
    void replace(const std::string& rule, size_t begin, size_t end, const std::string& with);
    void plus_one(const std::string& rule, size_t begin, size_t end);
    void minus_one(const std::string& rule, size_t begin, size_t end);
    void drop(const std::string& rule, const Call& call) { replace(rule, call.begin, call.close + 1, ""); }
    // Calls that are statements: act(match, begin, open, close).
    template <class Do>
    void each_call(const std::string& pattern, Do act) {
        const std::regex regex(pattern);
        const std::string& text = code();
        for (auto it = std::sregex_iterator(text.begin(), text.end(), regex); it != std::sregex_iterator(); ++it) {
            const size_t begin = static_cast<size_t>(it->position());
            const size_t end = begin + static_cast<size_t>(it->length()) - 1;
            const std::optional<Call> call = source_->call_at(begin, end);
            if (call && call->statement) act(*it, begin, call->open, call->close);
        }
    }

private:
    const std::map<uint32_t, KernelUse>& use_;
    uint32_t kernel_ = 0;
    std::optional<KernelText> source_;

    void place(Mutant& mutant, size_t position) const;
    bool used(size_t position) const;
};

// The rules, by family. Of the kernel that the maker has taken:
void mutate_pages(MutantMaker& maker);       // mutants.cpp
void mutate_setup(MutantMaker& maker);       // mutants.cpp
void mutate_loops(MutantMaker& maker);       // mutants.cpp
void mutate_indices(MutantMaker& maker);     // mutants.cpp
void mutate_signals(MutantMaker& maker);     // mutants_signals.cpp
void mutate_multicasts(MutantMaker& maker);  // mutants_signals.cpp
void mutate_arguments(MutantMaker& maker);   // mutants_host.cpp
void mutate_dst(MutantMaker& maker);         // mutants_host.cpp
// Of the descriptor:
void mutate_buffers(MutantMaker& maker);     // mutants_host.cpp
void mutate_formats(MutantMaker& maker);     // mutants_host.cpp
void mutate_semaphores(MutantMaker& maker);  // mutants_host.cpp

}  // namespace tilewright::doctor
