// Things taken for each other: two CBs of a kernel, of which the one is too small for what goes into it and the other
// has room that nobody uses; two numbers that another kernel of the core has the other way round.
#include <fmt/format.h>

#include <regex>

#include "doctor/argument_source.hpp"
#include "doctor/mend.hpp"

namespace tilewright::doctor {

namespace {

// The only place where the kernel's text gives a name the number of this CB: "cb_mean = 3".
std::optional<std::pair<size_t, size_t>> named_number(const KernelText& source, uint32_t cb) {
    const std::regex constant(fmt::format(R"(\b\w*(?:cb|dfb)\w*\s*=\s*({})\b)", cb));
    const std::string& code = source.code();
    auto it = std::sregex_iterator(code.begin(), code.end(), constant);
    if (it == std::sregex_iterator()) return std::nullopt;
    const std::pair<size_t, size_t> found(it->position(1), it->position(1) + it->length(1));
    return ++it == std::sregex_iterator() ? std::optional(found) : std::nullopt;
}

// The only compile-time argument that the text names as a CB and that has this number.
std::optional<size_t> named_argument(const KernelText& source, const std::vector<uint32_t>& args, uint32_t cb) {
    static const std::regex argument(R"(\b\w*(?:cb|dfb)\w*\s*=\s*get_compile_time_arg_val\((\d+)\))");
    const std::string& code = source.code();
    std::optional<size_t> found;
    for (auto it = std::sregex_iterator(code.begin(), code.end(), argument); it != std::sregex_iterator(); ++it) {
        const size_t index = std::stoul((*it)[1].str());
        if (index >= args.size() || args[index] != cb) continue;
        if (found) return std::nullopt;
        found = index;
    }
    return found;
}

std::optional<Proposal> exchanged(const program::ProgramDescriptor& program, uint32_t kernel, uint32_t a, uint32_t b) {
    TextChange change(program, kernel);
    const auto at_a = named_number(change.source(), a), at_b = named_number(change.source(), b);
    if (at_a && at_b) {
        change.replace(at_a->first, at_a->second, std::to_string(b));
        change.replace(at_b->first, at_b->second, std::to_string(a));
        return change.made(fmt::format("{}: c_{} and c_{} in each other's place", change.where(at_a->first), a, b));
    }
    const std::vector<uint32_t>& args = program.kernels[kernel].compile_time_args;
    const auto arg_a = named_argument(change.source(), args, a), arg_b = named_argument(change.source(), args, b);
    if (!arg_a || !arg_b) return std::nullopt;
    Proposal proposal = with_compile_time_arg(program, kernel, *arg_a, b);
    Proposal both = with_compile_time_arg(proposal.program, kernel, *arg_b, a);
    both.changes.insert(both.changes.begin(), proposal.changes.begin(), proposal.changes.end());
    both.words = fmt::format("pass c_{} and c_{} in each other's place, as compile-time args {} and {} of {}", a, b,
                             *arg_a, *arg_b, program.kernels[kernel].display_name());
    return both;
}

// The runtime arguments of a kernel on a core that the source gives a name of their own.
std::map<std::string, uint32_t> named_places(const program::ProgramDescriptor& program, uint32_t kernel,
                                             LogicalCore core) {
    const program::KernelDescriptor& of = program.kernels[kernel];
    const auto args = of.runtime_args.find(core);
    std::map<std::string, uint32_t> places;
    if (args == of.runtime_args.end()) return places;
    for (const NamedArgument& argument : argument_source(of, program.era)->arguments) {
        const bool runtime = argument.key.kind == ArgumentKind::Runtime && argument.key.index < args->second.size();
        if (runtime && argument.whole && !argument.name.empty()) places.emplace(argument.name, argument.key.index);
    }
    return places;
}

// On every core where they have these two values.
Proposal with_swapped(const program::ProgramDescriptor& program, uint32_t kernel, uint32_t i, uint32_t j, uint32_t a,
                      uint32_t b) {
    Proposal proposal{{}, program, {}, 0, /*rival=*/true};
    program::KernelDescriptor& changed = proposal.program.kernels[kernel];
    for (auto& [core, args] : changed.runtime_args) {
        if (i < args.size() && j < args.size() && args[i] == a && args[j] == b) std::swap(args[i], args[j]);
    }
    const std::string name = changed.display_name();
    proposal.words =
        fmt::format("pass {} and {} in each other's place, as runtime args {} and {} of {}", a, b, i, j, name);
    proposal.changes.push_back({"runtime argument", fmt::format("{}, runtime args {} and {}", name, i, j),
                                fmt::format("{}, {}", a, b), fmt::format("{}, {}", b, a)});
    return proposal;
}

// A number that another kernel of the core has under the same name, and this one under another: both in each other's
// place; under none: that number.
void add_alike(const program::ProgramDescriptor& program, LogicalCore core, uint32_t k, uint32_t other,
               std::vector<Proposal>& list) {
    const auto mine = named_places(program, k, core), theirs = named_places(program, other, core);
    const auto& own = program.kernels[k].runtime_args.at(core);
    for (const auto& [name, i] : mine) {
        const auto there = theirs.find(name);
        if (there == theirs.end()) continue;
        const uint32_t wanted = program.kernels[other].runtime_args.at(core)[there->second];
        if (wanted == own[i]) continue;
        for (const auto& [second, j] : mine) {
            const bool alike = theirs.contains(second);  // then it is not the one that was meant
            if (j != i && !alike && own[j] == wanted) list.push_back(with_swapped(program, k, i, j, own[i], wanted));
        }
        if (wanted < own[i]) continue;  // of two counts the smaller one is the likelier mistake
        list.push_back(with_runtime_arg(program, k, {core}, i, wanted));
        list.back().rival = true;
    }
}

}  // namespace

std::vector<Proposal> mend_exchange(const Case& hang, const Replay& replay, uint32_t core_index, uint32_t cb) {
    std::vector<Proposal> list;
    const CoreLedger* core = replay.ledger->find(core_index);
    if (core == nullptr) return list;
    const LogicalCore where = hang.card.worker(core_index).logical();
    for (uint32_t other = 0; other < TW_MAX_CBS; ++other) {
        const CbLedger& there = core->cbs[other];
        const uint32_t here = hang.capacity(core_index, cb);
        if (other == cb || !there.used() || hang.capacity(core_index, other) <= here || there.peak > here) continue;
        for (uint32_t kernel = 0; kernel < hang.program.kernels.size(); ++kernel) {
            if (!contains(hang.program.kernels[kernel].cores, where)) continue;
            if (auto proposal = exchanged(hang.program, kernel, cb, other)) list.push_back(std::move(*proposal));
        }
    }
    return list;
}

std::vector<Proposal> mend_swapped(const Case& hang, uint32_t core_index) {
    constexpr size_t kMost = 4;
    const program::ProgramDescriptor& program = hang.program;
    const LogicalCore core = hang.card.worker(core_index).logical();
    std::vector<Proposal> list;
    for (uint32_t k = 0; k < program.kernels.size(); ++k) {
        const auto mine = named_places(program, k, core);
        for (uint32_t other = 0; other < program.kernels.size() && list.size() < kMost; ++other) {
            if (other == k) continue;
            const auto theirs = named_places(program, other, core);
            for (const auto& [first, i] : mine) {
                for (const auto& [second, j] : mine) {
                    if (second <= first || !theirs.contains(first) || !theirs.contains(second)) continue;
                    const auto& own = program.kernels[k].runtime_args.at(core);
                    const auto& of = program.kernels[other].runtime_args.at(core);
                    const uint32_t a = own[i], b = own[j];
                    if (a != b && of[theirs.at(first)] == b && of[theirs.at(second)] == a)
                        list.push_back(with_swapped(program, k, i, j, a, b));
                }
            }
        }
    }
    for (uint32_t k = 0; k < program.kernels.size() && list.empty(); ++k) {
        for (uint32_t other = 0; other < program.kernels.size(); ++other) {
            if (other != k && program.kernels[k].runtime_args.contains(core)) add_alike(program, core, k, other, list);
        }
    }
    return list;
}

}  // namespace tilewright::doctor
