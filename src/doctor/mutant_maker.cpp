// Making one mutant, and all of them in the order of the kernels.
#include "doctor/mutant_maker.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tilewright::doctor {

void MutantMaker::take(uint32_t kernel) {
    kernel_ = kernel;
    source_.emplace(descriptor.kernels[kernel]);
}

Mutant& MutantMaker::add(const std::string& rule, const std::string& change) {
    Mutant mutant;
    mutant.rule = rule;
    mutant.change = change;
    mutant.program = descriptor;
    mutants.push_back(std::move(mutant));
    return mutants.back();
}

Mutant& MutantMaker::add_to_kernel(const std::string& rule, const std::string& change) {
    Mutant& mutant = add(rule, change);
    mutant.kernel_index = static_cast<int>(kernel_);
    mutant.kernel = kernel().display_name();
    return mutant;
}

void MutantMaker::place(Mutant& mutant, size_t position) const {
    const TextPlace at = source_->place(position);
    mutant.file = at.file;
    mutant.line = at.line;
}

// Whether a line of the function around this position led to a call on a CB; true in the kernel's own file. A function
// of a header ends with a brace in the first column.
bool MutantMaker::used(size_t position) const {
    Mutant here;
    place(here, position);
    if (here.file.empty() || here.file == std::filesystem::path(kernel().source.text).filename()) return true;
    const std::string& text = source_->text();
    const size_t before = text.rfind("\n}", position), after = text.find("\n}", position);
    const auto count = [&](size_t from, size_t to) {
        return static_cast<uint32_t>(
            std::count(text.begin() + static_cast<ptrdiff_t>(from), text.begin() + static_cast<ptrdiff_t>(to), '\n'));
    };
    // Behind the brace that ends the function before it.
    const size_t begin = std::max(before == std::string::npos ? 0 : before + 2, text.rfind("#line ", position));
    const uint32_t first = here.line - count(begin, position);
    const uint32_t last = here.line + count(position, after == std::string::npos ? text.size() : after);
    const auto known = use_.find(kernel_);
    if (known == use_.end()) return false;
    for (const auto& [file, line] : known->second.lines) {
        if (file == here.file && line >= first && line <= last) return true;
    }
    return false;
}

void MutantMaker::replace(const std::string& rule, size_t begin, size_t end, const std::string& with) {
    if (!used(begin)) return;
    Mutant& mutant = add_to_kernel(
        rule, fmt::format("{} -> {}", source_->text().substr(begin, end - begin), with.empty() ? "nothing" : with));
    place(mutant, begin);
    std::string text = source_->text();
    text.replace(begin, end - begin, with);
    KernelText::put(mutant.program.kernels[kernel_], *source_, std::move(text));
}

void MutantMaker::plus_one(const std::string& rule, size_t begin, size_t end) {
    replace(rule, begin, end, fmt::format("({}) + 1", source_->text().substr(begin, end - begin)));
}

void MutantMaker::minus_one(const std::string& rule, size_t begin, size_t end) {
    replace(rule, begin, end, fmt::format("({}) - 1", source_->text().substr(begin, end - begin)));
}

std::vector<Mutant> make_mutants(const program::ProgramDescriptor& program, const std::map<uint32_t, KernelUse>& use,
                                 const std::set<uint64_t>& addresses) {
    using Rule = void (*)(MutantMaker&);
    constexpr Rule of_kernels[] = {mutate_pages,   mutate_setup,      mutate_loops,     mutate_indices,
                                   mutate_signals, mutate_multicasts, mutate_arguments, mutate_dst};
    constexpr Rule of_descriptors[] = {mutate_buffers, mutate_formats, mutate_semaphores};
    MutantMaker maker(program, use, addresses);
    for (uint32_t kernel = 0; kernel < program.kernels.size(); ++kernel) {
        maker.take(kernel);
        for (const Rule rule : of_kernels) rule(maker);
    }
    for (const Rule rule : of_descriptors) rule(maker);
    return std::move(maker.mutants);
}

std::optional<Mutant> both(const Mutant& first, const Mutant& second) {
    if (first.kernel_index < 0 || second.kernel_index < 0 || first.kernel_index == second.kernel_index)
        return std::nullopt;
    Mutant pair = first;
    pair.rule = "two at once";
    pair.change = fmt::format("{}, {}:{}: {}; and {}, {}:{}: {}", first.rule, first.kernel, first.line, first.change,
                              second.rule, second.kernel, second.line, second.change);
    const auto index = static_cast<size_t>(second.kernel_index);
    pair.program.kernels[index] = second.program.kernels[index];
    return pair;
}

}  // namespace tilewright::doctor
