// The search for a number among a kernel's arguments.
#include "doctor/arguments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace tilewright::doctor {

namespace {
struct CountArgument {
    std::string name;
    uint64_t value;
    bool bounds_loop;
};

// Counts are small; addresses are not.
constexpr uint64_t kCountMax = 1'000'000;

std::vector<CountArgument> counts_of(const program::KernelDescriptor& kernel, LogicalCore core, program::Era era) {
    const auto source = argument_source(kernel, era);
    std::vector<CountArgument> list;
    const auto add = [&](ArgumentKey key, std::string words, uint64_t value) {
        if (value == 0 || value > kCountMax || source->accessor_at(key) != nullptr) return;
        if (const NamedArgument* named = source->find(key); named != nullptr && named->whole)
            words = fmt::format("{} ({})", named->name, words);
        list.push_back({std::move(words), value, source->loop_bounded_by(key) != nullptr});
    };
    const auto unique = kernel.runtime_args.find(core);
    if (unique != kernel.runtime_args.end()) {
        for (uint32_t i = 0; i < unique->second.size(); ++i)
            add({ArgumentKind::Runtime, i}, fmt::format("runtime arg {}", i), unique->second[i]);
    }
    for (uint32_t i = 0; i < kernel.common_runtime_args.size(); ++i) {
        add({ArgumentKind::Common, i}, fmt::format("common runtime arg {}", i), kernel.common_runtime_args[i]);
    }
    for (uint32_t i = 0; i < kernel.named_compile_time_args.size(); ++i) {
        const auto& [name, value] = kernel.named_compile_time_args[i];
        add({ArgumentKind::Named, i}, fmt::format("compile-time arg \"{}\"", name), value);
    }
    for (uint32_t i = 0; i < kernel.compile_time_args.size(); ++i) {
        add({ArgumentKind::CompileTime, i}, fmt::format("compile-time arg {}", i), kernel.compile_time_args[i]);
    }
    std::stable_partition(list.begin(), list.end(), [](const CountArgument& count) { return count.bounds_loop; });
    return list;
}
}  // namespace

std::string number_from_arguments(const program::KernelDescriptor& kernel, LogicalCore core, uint64_t number,
                                  program::Era era) {
    if (number == 0) return {};
    const std::vector<CountArgument> list = counts_of(kernel, core, era);
    for (const CountArgument& a : list) {
        if (a.value == number) return fmt::format("{} = {}", a.name, a.value);
    }
    for (size_t i = 0; i < list.size(); ++i) {
        if (list[i].value == 1 || number % list[i].value != 0) continue;
        for (size_t j = i + 1; j < list.size(); ++j) {
            if (list[j].value == 1) continue;
            if (list[i].value * list[j].value == number) {
                return fmt::format("{} x {} = {} x {}", list[i].name, list[j].name, list[i].value, list[j].value);
            }
        }
    }
    for (size_t i = 0; i < list.size(); ++i) {
        if (list[i].value == 1 || number % list[i].value != 0) continue;
        for (size_t j = i + 1; j < list.size(); ++j) {
            if (list[j].value == 1 || number % (list[i].value * list[j].value) != 0) continue;
            for (size_t k = j + 1; k < list.size(); ++k) {
                if (list[k].value == 1 || list[i].value * list[j].value * list[k].value != number) continue;
                return fmt::format("{} x {} x {} = {} x {} x {}", list[i].name, list[j].name, list[k].name,
                                   list[i].value, list[j].value, list[k].value);
            }
        }
    }
    return {};
}

}  // namespace tilewright::doctor
