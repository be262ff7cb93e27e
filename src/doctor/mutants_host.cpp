// Mistakes of the host: arguments, circular buffers, formats, semaphores.
#include <fmt/format.h>

#include "doctor/argument_source.hpp"
#include "doctor/mutant_maker.hpp"

namespace tilewright::doctor {

namespace {

constexpr size_t kArgumentsMost = 24;      // of a kernel that are changed one by one
constexpr uint32_t kCountMost = 1u << 20;  // beyond it a number is no count: bits of a float, an address

std::string named(const ArgumentSource& source, ArgumentKey key) {
    const NamedArgument* known = source.find(key);
    return known == nullptr || known->name.empty() ? "" : fmt::format(" ({})", known->name);
}

// The arguments of one core off by one or in each other's place: a core in the middle, which has neighbours.
void off_by_one(MutantMaker& maker, const ArgumentSource& source) {
    const auto& all = maker.kernel().runtime_args;
    if (all.empty()) return;
    const auto& [core, args] = *std::next(all.begin(), static_cast<ptrdiff_t>(all.size() / 2));
    const auto add = [&, at = core](const char* rule, const std::string& change) -> std::vector<uint32_t>& {
        Mutant& mutant = maker.add_to_kernel(rule, fmt::format("core {}: {}", at.str(), change));
        mutant.core = at;
        return mutant.program.kernels[maker.index()].runtime_args[at];
    };
    const auto name = [&](uint32_t i) { return named(source, {ArgumentKind::Runtime, i}); };
    for (uint32_t i = 0; i < args.size() && i < kArgumentsMost; ++i) {
        if (!maker.addresses.contains(args[i])) {
            add("runtime arg + 1", fmt::format("runtime arg {}{} = {} + 1", i, name(i), args[i]))[i] += 1;
            if (args[i] != 0)
                add("runtime arg - 1", fmt::format("runtime arg {}{} = {} - 1", i, name(i), args[i]))[i] -= 1;
        }
        if (i + 1 == args.size() || args[i] == args[i + 1]) continue;
        auto& words = add("swap runtime args", fmt::format("runtime args {}{} and {}{}: {} and {}", i, name(i), i + 1,
                                                           name(i + 1), args[i], args[i + 1]));
        std::swap(words[i], words[i + 1]);
    }
}

// The address of one tensor where another's belongs, on every core.
void other_tensors(MutantMaker& maker, const ArgumentSource& source) {
    std::set<uint32_t> known;
    for (const program::KernelDescriptor& kernel : maker.descriptor.kernels) {
        for (const auto& [core, args] : kernel.runtime_args) {
            for (uint32_t word : args) {
                if (maker.addresses.contains(word)) known.insert(word);
            }
        }
    }
    const auto& all = maker.kernel().runtime_args;
    if (all.empty()) return;
    const std::vector<uint32_t>& first = all.begin()->second;
    for (uint32_t i = 0; i < first.size(); ++i) {
        if (!known.contains(first[i])) continue;
        for (uint32_t other : known) {
            if (other == first[i]) continue;
            Mutant& mutant = maker.add_to_kernel(
                "another tensor's address", fmt::format("runtime arg {}{} = {:#x} instead of {:#x}", i,
                                                        named(source, {ArgumentKind::Runtime, i}), other, first[i]));
            for (auto& [core, args] : mutant.program.kernels[maker.index()].runtime_args) {
                if (i < args.size() && args[i] == first[i]) args[i] = other;
            }
        }
    }
}

void compile_time(MutantMaker& maker, const ArgumentSource& source) {
    const auto& args = maker.kernel().compile_time_args;
    for (uint32_t i = 0; i < args.size() && i < kArgumentsMost; ++i) {
        const ArgumentKey key{ArgumentKind::CompileTime, i};
        const NamedArgument* argument = source.find(key);
        if (argument == nullptr || source.accessor_at(key) != nullptr) continue;
        if (args[i] > kCountMost) continue;
        // Indices of CBs are swapped, not counted.
        if (argument->name.find("cb") != std::string::npos || argument->name.find("dfb") != std::string::npos) continue;
        Mutant& mutant = maker.add_to_kernel(
            "compile-time arg + 1", fmt::format("compile-time arg {} ({}) = {} + 1", i, argument->name, args[i]));
        mutant.program.kernels[maker.index()].compile_time_args[i] += 1;
    }
}

void forget_argument(MutantMaker& maker) {
    bool any = false;
    for (const auto& [core, args] : maker.kernel().runtime_args) any |= !args.empty();
    if (!any) return;
    Mutant& mutant = maker.add_to_kernel("drop runtime arg", "the last one");
    for (auto& [core, args] : mutant.program.kernels[maker.index()].runtime_args) {
        if (!args.empty()) args.pop_back();
    }
}

}  // namespace

void mutate_arguments(MutantMaker& maker) {
    const auto source = argument_source(maker.kernel(), maker.descriptor.era);
    forget_argument(maker);
    off_by_one(maker, *source);
    other_tensors(maker, *source);
    compile_time(maker, *source);
}

void mutate_dst(MutantMaker& maker) {
    if (!maker.kernel().is_compute()) return;
    Mutant& mutant = maker.add_to_kernel("flip fp32 DST", "fp32_dest_acc_en");
    bool& wide = std::get<program::ComputeConfig>(mutant.program.kernels[maker.index()].config).fp32_dest_acc_en;
    wide = !wide;
    mutant.change = fmt::format("fp32_dest_acc_en = {}", wide);
}

void mutate_buffers(MutantMaker& maker) {
    for (size_t i = 0; i < maker.descriptor.cbs.size(); ++i) {
        const program::CbDescriptor& cb = maker.descriptor.cbs[i];
        if (cb.placed || cb.formats.size() != 1) continue;
        const uint32_t page = cb.formats[0].page_bytes;
        if (page == 0 || cb.total_bytes / page < 2) continue;
        const uint32_t before = cb.total_bytes / page;
        for (const uint32_t after : std::set<uint32_t>{before / 2, before - 1}) {
            Mutant& mutant =
                maker.add("shrink CB", fmt::format("c_{} from {} to {} pages", cb.formats[0].index, before, after));
            mutant.cb = static_cast<int>(cb.formats[0].index);
            mutant.program.cbs[i].total_bytes = after * page;
        }
    }
}

void mutate_formats(MutantMaker& maker) {
    using program::DataFormat;
    for (size_t i = 0; i < maker.descriptor.cbs.size(); ++i) {
        const program::CbDescriptor& cb = maker.descriptor.cbs[i];
        if (cb.formats.size() != 1) continue;
        const program::CbFormat& format = cb.formats[0];
        if (format.format != DataFormat::Float32 && format.format != DataFormat::Float16_b) continue;
        const bool wide = format.format == DataFormat::Float32;
        const auto add = [&](const char* rule) -> program::CbDescriptor& {
            Mutant& mutant = maker.add(rule, fmt::format("c_{} is {} instead of {}", format.index,
                                                         wide ? "bfloat16" : "float32", wide ? "float32" : "bfloat16"));
            mutant.cb = static_cast<int>(format.index);
            mutant.program.cbs[i].formats[0].format = wide ? DataFormat::Float16_b : DataFormat::Float32;
            return mutant.program.cbs[i];
        };
        add("CB format");
        if (cb.placed || format.page_bytes % 2 != 0) continue;
        program::CbDescriptor& adapted = add("CB format and page size");
        adapted.formats[0].page_bytes = wide ? format.page_bytes / 2 : format.page_bytes * 2;
        adapted.total_bytes = wide ? cb.total_bytes / 2 : cb.total_bytes * 2;
    }
}

void mutate_semaphores(MutantMaker& maker) {
    for (size_t i = 0; i < maker.descriptor.semaphores.size(); ++i) {
        const program::SemaphoreDescriptor& semaphore = maker.descriptor.semaphores[i];
        Mutant& mutant =
            maker.add("semaphore value + 1", fmt::format("semaphore {} begins with {} instead of {}", semaphore.id,
                                                         semaphore.initial_value + 1, semaphore.initial_value));
        mutant.semaphore = static_cast<int>(semaphore.id);
        mutant.program.semaphores[i].initial_value += 1;
    }
}

}  // namespace tilewright::doctor
