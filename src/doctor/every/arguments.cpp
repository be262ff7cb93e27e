// A program as one of many: its arguments changed, to see on which of them its counts depend.
#include <algorithm>
#include <fmt/format.h>

#include <random>
#include <set>

#include "doctor/every/for_every.hpp"
#include "doctor/every/sample.hpp"

namespace tilewright::doctor {

namespace {

constexpr uint32_t kChangedMost = 65'535;  // what is larger is no count
constexpr size_t kLearnRuns = 14, kVerifyRuns = 5;

struct Changeable {
    uint32_t kernel = 0;
    ArgumentKey key;
    std::string name;
};

// Words that are surely something else, by the name that the source gives them.
bool is_other_thing(std::string name) {
    std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::tolower(c); });
    for (const char* part : {"cb", "sem", "addr", "noc", "bank", "bytes", "page_size", "tile_size", "stick_size",
                             "scaler", "packed", "seed", "eps"}) {
        if (name.find(part) != std::string::npos) return true;
    }
    return false;
}

uint32_t* word_of(program::KernelDescriptor& kernel, const ArgumentKey& key) {
    switch (key.kind) {
        case ArgumentKind::CompileTime: return &kernel.compile_time_args[key.index];
        case ArgumentKind::Named: return &kernel.named_compile_time_args[key.index].second;
        case ArgumentKind::Common: return &kernel.common_runtime_args[key.index];
        case ArgumentKind::Runtime: return nullptr;  // one on each core
    }
    return nullptr;
}

// `number` gives the new value for an old one, on each core anew.
template <class Number>
void change(program::ProgramDescriptor& program, const Changeable& what, Number number) {
    program::KernelDescriptor& kernel = program.kernels[what.kernel];
    if (uint32_t* word = word_of(kernel, what.key)) {
        *word = number(*word);
        return;
    }
    for (auto& [core, words] : kernel.runtime_args) words[what.key.index] = number(words[what.key.index]);
}

bool is_address(card::Card& card, uint32_t value) {
    return value >= 1024 &&
           (card.dram_allocator().starts_at(value) != nullptr || card.l1_allocator().starts_at(value) != nullptr);
}

std::vector<Changeable> changeable(card::Card& card, const program::ProgramDescriptor& program) {
    std::vector<Changeable> list;
    for (uint32_t i = 0; i < program.kernels.size(); ++i) {
        const program::KernelDescriptor& kernel = program.kernels[i];
        const std::vector<ArgumentKey> keys = variables_of(kernel, program.era);
        for (size_t k = 0; k < keys.size(); ++k) {
            const Changeable one{i, keys[k], name_of(kernel, keys[k], program.era)};
            bool counts = !is_other_thing(one.name);
            for (const LogicalCore& core : cores_of(kernel.cores)) {
                const int64_t value = values_of(kernel, keys, core)[k];
                counts &= value <= kChangedMost && !is_address(card, static_cast<uint32_t>(value));
            }
            if (counts) list.push_back(one);
        }
    }
    return list;
}

using Counts = std::map<std::pair<LogicalCore, Deed>, int64_t>;

Counts counts_of(const ProgramSample& seen, uint32_t kernel) {
    Counts all;
    for (const KernelSample& one : seen.kernels) {
        if (one.kernel != kernel) continue;
        for (const auto& [deed, count] : one.counts) {
            if (deed.what != What::Capacity) all[{one.core, deed}] = count;
        }
    }
    return all;
}

// It changes how much, and not which CBs.
bool decides(const Counts& before, const Counts& after) {
    if (before == after) return false;
    std::set<uint32_t> used_before, used_after;
    for (const auto& [where, count] : before) {
        if (count != 0) used_before.insert(where.second.cb);
    }
    for (const auto& [where, count] : after) {
        if (count != 0) used_after.insert(where.second.cb);
    }
    return used_before == used_after;
}

MakeMember copy_of(program::ProgramDescriptor program, std::string text) {
    return [program = std::move(program), text = std::move(text)]() -> std::optional<Member> {
        return Member{text, program, {}, nullptr};
    };
}

}  // namespace

Family family_of(card::Card& card, const program::ProgramDescriptor& program, const engine::RunOptions& asked) {
    const engine::RunOptions options = sample_options(asked);
    Family family;
    family.by_argument = true;
    family.learn.push_back(copy_of(program, "as it is"));
    const ProgramSample base = sample(card, program, options);
    std::vector<Changeable> deciding;
    if (base.wrong.empty()) {
        for (const Changeable& one : changeable(card, program)) {
            // One more may make no difference where blocks are counted.
            for (const uint32_t more : {1u, 11u}) {
                program::ProgramDescriptor changed = program;
                change(changed, one, [&](uint32_t value) { return value + more; });
                const ProgramSample seen = sample(card, changed, options);
                if (!seen.wrong.empty() || !decides(counts_of(base, one.kernel), counts_of(seen, one.kernel))) continue;
                deciding.push_back(one);
                family.learn.push_back(copy_of(std::move(changed), fmt::format("{} + {}", one.name, more)));
                break;
            }
        }
    }
    std::set<std::string> names;
    for (const Changeable& one : deciding) names.insert(one.name);
    family.every = names.empty() ? "these arguments" : fmt::format("every value of {}", fmt::join(names, ", "));
    if (deciding.empty()) {
        family.remark = base.wrong.empty() ? "no other number in the arguments changes a count" : base.wrong;
        return family;
    }
    family.remark = "arguments of different kernels that are equal here are taken for one number";
    std::mt19937_64 random(5);
    for (size_t i = 0; i < kLearnRuns + kVerifyRuns; ++i) {
        const bool learn = i < kLearnRuns;
        program::ProgramDescriptor changed = program;
        for (const Changeable& one : deciding)
            change(changed, one, [&](uint32_t) { return static_cast<uint32_t>(1 + random() % (learn ? 9 : 40)); });
        (learn ? family.learn : family.verify).push_back(copy_of(std::move(changed), fmt::format("drawn {}", i)));
    }
    return family;
}

}  // namespace tilewright::doctor
