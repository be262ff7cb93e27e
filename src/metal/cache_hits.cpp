// What a program-cache hit left as it was.
#include "tilewright/cache_hits.hpp"

#include <fmt/format.h>

#include <map>

#include "metal/buffer_impl.hpp"
#include "metal/device_impl.hpp"
#include "metal/program_impl.hpp"

namespace tilewright {

namespace {
using program::ProgramDescriptor;
using tt::tt_metal::distributed::MeshDevice;

// Every number of a program that decides what it does, by what it is.
using Numbers = std::map<std::string, uint64_t>;

// Kernels go by number, because what they are called is no part of what they do.
constexpr std::string_view kOfKernel = "of kernel ";

std::string with_kernel_name(std::string what, const ProgramDescriptor& program) {
    const size_t at = what.find(kOfKernel);
    if (at == std::string::npos) return what;
    size_t end = at + kOfKernel.size();
    const size_t kernel = std::stoul(what.substr(end));
    while (end < what.size() && what[end] >= '0' && what[end] <= '9') ++end;
    if (kernel >= program.kernels.size()) return what;
    return what.insert(end, fmt::format(" ({})", program.kernels[kernel].display_name()));
}

void note_texts(Numbers& numbers, const std::string& what, const std::string& text) {
    numbers[what] = std::hash<std::string>{}(text);
}

Numbers numbers_of(const ProgramDescriptor& program) {
    Numbers numbers;
    for (size_t k = 0; k < program.kernels.size(); ++k) {
        const program::KernelDescriptor& kernel = program.kernels[k];
        const std::string name = fmt::format("{}{}", kOfKernel, k);
        note_texts(numbers, "the source " + name, kernel.source.text);
        const auto words = [&](const char* kind, const std::vector<uint32_t>& list, const std::string& where) {
            for (size_t i = 0; i < list.size(); ++i) numbers[fmt::format("{} {} {}{}", kind, i, name, where)] = list[i];
        };
        for (const auto& [core, list] : kernel.runtime_args) words("runtime argument", list, " on core " + core.str());
        words("common runtime argument", kernel.common_runtime_args, "");
        words("compile-time argument", kernel.compile_time_args, "");
        for (const auto& [key, value] : kernel.named_compile_time_args)
            numbers[fmt::format("compile-time argument \"{}\" {}", key, name)] = value;
        for (const auto& [key, value] : kernel.defines)
            note_texts(numbers, fmt::format("define {} {}", key, name), value);
        for (const auto& range : kernel.cores)
            numbers[fmt::format("placement on {}-{} {}", range.start.str(), range.end.str(), name)] = 1;
    }
    for (const program::CbDescriptor& cb : program.cbs) {
        std::string name;
        for (const program::CbFormat& format : cb.formats)
            name += fmt::format("{}c_{}", name.empty() ? "" : ", ", format.index);
        for (const program::CbFormat& format : cb.formats) {
            numbers[fmt::format("the page size of c_{} in {}", format.index, name)] = format.page_bytes;
            numbers[fmt::format("the format of c_{} in {}", format.index, name)] = static_cast<uint64_t>(format.format);
        }
        numbers["the size of " + name] = cb.total_bytes;
        if (cb.placed) numbers["the address of " + name] = cb.placed->address;
    }
    for (const program::SemaphoreDescriptor& semaphore : program.semaphores)
        numbers[fmt::format("the first value of semaphore {}", semaphore.id)] = semaphore.initial_value;
    return numbers;
}

bool is_text(const std::string& what) { return what.starts_with("the source") || what.starts_with("define"); }

std::string words_of(card::Card& card, const std::string& what, uint64_t number) {
    if (is_text(what)) return "another text";
    for (const card::Allocator* memory : {&card.dram_allocator(), &card.l1_allocator()}) {
        const card::Allocation* tensor = memory->starts_at(number);
        if (tensor != nullptr) return fmt::format("{:#x}, {}", number, tensor->words());
        const card::Allocation* gone = memory->freed_from(number);
        if (gone != nullptr) return fmt::format("{:#x}, {}, which was freed", number, gone->owner);
    }
    return std::to_string(number);
}

// Memory that only the fresh build had: nobody's now.
bool is_gone(card::Card& card, uint64_t fresh) {
    for (const card::Allocator* memory : {&card.dram_allocator(), &card.l1_allocator()}) {
        if (memory->starts_at(fresh) == nullptr && memory->freed_from(fresh) != nullptr) return true;
    }
    return false;
}
}  // namespace

void label_tensors(MeshDevice& device, const std::vector<std::pair<const tt::tt_metal::Buffer*, std::string>>& labels) {
    std::vector<std::pair<uint64_t, std::string>> dram, l1;
    for (const auto& [buffer, label] : labels) (buffer->is_dram() ? dram : l1).emplace_back(buffer->address(), label);
    card::Card& card = *device.impl().card;
    card.dram_allocator().set_labels(dram);
    card.l1_allocator().set_labels(l1);
}

bool compares_hits(MeshDevice& device, const tt::tt_metal::Program& cached) {
    // Modes between the two look at the first hits only: what is forgotten is forgotten every time.
    constexpr uint32_t kFirstHits = 2;
    const engine::Mode mode = device.impl().options.mode;
    if (mode == engine::Mode::Fast || device.impl().described != nullptr) return false;
    return mode == engine::Mode::Strict || cached.impl().compared_hits < kFirstHits;
}

void compare_hit(MeshDevice& device, const tt::tt_metal::Program& cached,
                 const std::function<tt::tt_metal::Program()>& build) {
    ++cached.impl().compared_hits;
    card::Card& card = *device.impl().card;
    const Numbers held = numbers_of(cached.impl().descriptor);
    Numbers fresh, again;
    try {
        fresh = numbers_of(build().impl().descriptor);
        if (fresh == held) return;
        again = numbers_of(build().impl().descriptor);
    } catch (const std::exception&) {
        return;  // a build that does not want to be made says nothing about the one that was
    }
    std::vector<std::string> differences;
    for (const auto& [what, number] : fresh) {
        const auto before = held.find(what);
        if (before != held.end() && before->second == number) continue;
        const auto second = again.find(what);
        if (second == again.end() || second->second != number || (!is_text(what) && is_gone(card, number))) continue;
        const std::string name = with_kernel_name(what, cached.impl().descriptor);
        const std::string wanted = words_of(card, what, number);
        differences.push_back(before == held.end()
                                  ? fmt::format("{} is missing; a program built anew has {}", name, wanted)
                                  : fmt::format("{} is {}; a program built anew has {}", name,
                                                words_of(card, what, before->second), wanted));
    }
    if (differences.empty()) return;
    Finding finding;
    finding.code = "TW2127";
    finding.message =
        "the program comes from the program cache, and is not the one that this call needs: " + differences.front();
    constexpr size_t kMost = 8;
    for (size_t i = 1; i < std::min(differences.size(), kMost); ++i) finding.seen.push_back(differences[i]);
    if (differences.size() > kMost) finding.seen.push_back(fmt::format("and {} more", differences.size() - kMost));
    finding.why =
        "what is neither part of the hash nor set anew on a hit stays as it was in the call that built the program";
    finding.fix = "set it in override_runtime_arguments, or make it part of the program's hash";
    engine::RunResult result;
    result.findings.push_back(finding);
    device.impl().results.add(result);
    log_error(tt::LogMetal, "{}", finding.to_text());
}

}  // namespace tilewright
