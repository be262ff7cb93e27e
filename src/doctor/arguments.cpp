// The search for a number among a kernel's arguments.
#include "doctor/arguments.hpp"

#include <fmt/format.h>

#include <vector>

namespace tilewright::doctor {

namespace {
struct Argument {
    std::string name;
    uint64_t value;
};

// Counts are small; addresses are not.
constexpr uint64_t kCountMax = 1'000'000;

std::vector<Argument> arguments_of(const program::KernelDescriptor& kernel, LogicalCore core) {
    std::vector<Argument> list;
    const auto add = [&](std::string name, uint64_t value) {
        if (value != 0 && value <= kCountMax) list.push_back({std::move(name), value});
    };
    const auto unique = kernel.runtime_args.find(core);
    if (unique != kernel.runtime_args.end()) {
        for (size_t i = 0; i < unique->second.size(); ++i) add(fmt::format("runtime arg {}", i), unique->second[i]);
    }
    for (size_t i = 0; i < kernel.common_runtime_args.size(); ++i) {
        add(fmt::format("common runtime arg {}", i), kernel.common_runtime_args[i]);
    }
    for (const auto& [name, value] : kernel.named_compile_time_args)
        add(fmt::format("compile-time arg \"{}\"", name), value);
    for (size_t i = 0; i < kernel.compile_time_args.size(); ++i) {
        add(fmt::format("compile-time arg {}", i), kernel.compile_time_args[i]);
    }
    return list;
}
}  // namespace

std::string number_from_arguments(const program::KernelDescriptor& kernel, LogicalCore core, uint64_t number) {
    if (number == 0) return {};
    const std::vector<Argument> list = arguments_of(kernel, core);
    for (const Argument& a : list) {
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
