// Making changed copies of programs.
#include "doctor/proposal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <regex>

namespace tilewright::doctor {

namespace {

std::string trimmed(const std::string& text) {
    const size_t first = text.find_first_not_of(" \t\n"), last = text.find_last_not_of(" \t\n");
    return first == std::string::npos ? "" : text.substr(first, last - first + 1);
}

std::string core_words(const std::vector<LogicalCore>& cores) {
    if (cores.empty()) return {};
    if (cores.size() == 1) return fmt::format(" on core {}", cores.front().str());
    return fmt::format(" on {} cores", cores.size());
}

}  // namespace

TextChange::TextChange(const program::ProgramDescriptor& program, uint32_t kernel)
    : program_(program), kernel_(kernel), source_(program.kernels[kernel]) {}

void TextChange::replace(size_t begin, size_t end, std::string with) {
    edits_.push_back({begin, end, std::move(with)});
}

void TextChange::drop(const Call& call) {
    const std::string& code = source_.code();
    size_t end = call.close + 1;
    if (end < code.size() && code[end] == ';') ++end;
    // Not the line itself: the numbers of those behind it stay.
    replace(call.begin, end, call.statement ? "" : "(void)0");
}

std::string TextChange::where(size_t position) const {
    const TextPlace place = source_.place(position);
    const program::KernelDescriptor& kernel = program_.kernels[kernel_];
    std::string file = place.file;
    if (file.empty()) file = kernel.name.empty() ? "inline_kernel.cpp" : kernel.name + ".cpp";
    return fmt::format("{}:{}", file, place.line);
}

Proposal TextChange::made(std::string words, int rank) const {
    Proposal proposal{std::move(words), program_, {}, rank};
    std::vector<Edit> edits = edits_;
    std::stable_sort(edits.begin(), edits.end(), [](const Edit& a, const Edit& b) { return a.begin > b.begin; });
    std::string text = source_.text();
    for (const Edit& edit : edits) {
        proposal.changes.push_back(
            {"text", where(edit.begin), text.substr(edit.begin, edit.end - edit.begin), edit.with});
        text.replace(edit.begin, edit.end - edit.begin, edit.with);
    }
    std::reverse(proposal.changes.begin(), proposal.changes.end());
    KernelText::put(proposal.program.kernels[kernel_], source_, std::move(text));
    return proposal;
}

Proposal with_capacities(const program::ProgramDescriptor& program, const std::map<uint32_t, uint32_t>& pages,
                         std::string words) {
    Proposal proposal{std::move(words), program, {}, 0};
    for (program::CbDescriptor& cb : proposal.program.cbs) {
        for (const program::CbFormat& format : cb.formats) {
            const auto it = pages.find(format.index);
            if (it == pages.end() || format.page_bytes == 0) continue;
            const uint32_t bytes = std::max(cb.total_bytes, it->second * format.page_bytes);
            if (bytes == cb.total_bytes) continue;
            proposal.changes.push_back({"capacity", fmt::format("c_{}", format.index),
                                        fmt::format("{} pages", cb.total_bytes / format.page_bytes),
                                        fmt::format("{} pages", it->second)});
            cb.total_bytes = bytes;
        }
    }
    return proposal;
}

Proposal with_runtime_arg(const program::ProgramDescriptor& program, uint32_t kernel,
                          const std::vector<LogicalCore>& cores, size_t index, uint32_t value, int rank) {
    const std::string name = program.kernels[kernel].display_name();
    Proposal proposal{{}, program, {}, rank};
    std::string before;
    for (const LogicalCore& core : cores) {
        const auto args = proposal.program.kernels[kernel].runtime_args.find(core);
        if (args == proposal.program.kernels[kernel].runtime_args.end() || index >= args->second.size()) continue;
        before = std::to_string(args->second[index]);
        args->second[index] = value;
    }
    proposal.words =
        fmt::format("pass {} instead of {} as runtime arg {} of {}{}", value, before, index, name, core_words(cores));
    proposal.changes.push_back({"runtime argument", fmt::format("{}{}, runtime arg {}", name, core_words(cores), index),
                                before, std::to_string(value)});
    return proposal;
}

Proposal with_compile_time_arg(const program::ProgramDescriptor& program, uint32_t kernel, size_t index, uint32_t value,
                               int rank) {
    const std::string name = program.kernels[kernel].display_name();
    Proposal proposal{{}, program, {}, rank};
    uint32_t& word = proposal.program.kernels[kernel].compile_time_args.at(index);
    proposal.words = fmt::format("pass {} instead of {} as compile-time arg {} of {}", value, word, index, name);
    proposal.changes.push_back({"compile-time argument", fmt::format("{}, compile-time arg {}", name, index),
                                std::to_string(word), std::to_string(value)});
    word = value;
    return proposal;
}

Proposal with_semaphore_value(const program::ProgramDescriptor& program, uint32_t id, std::optional<LogicalCore> core,
                              uint32_t value, int rank) {
    Proposal proposal{{}, program, {}, rank};
    std::vector<program::SemaphoreDescriptor>& list = proposal.program.semaphores;
    uint32_t before = 0;
    for (size_t i = 0; i < list.size(); ++i) {
        if (list[i].id != id || (core && !contains(list[i].cores, *core))) continue;
        before = list[i].initial_value;
        if (!core) {
            list[i].initial_value = value;
            continue;
        }
        // This core on its own, the others as they were.
        program::SemaphoreDescriptor own{id, {{*core, *core}}, value};
        CoreRanges others;
        for (const LogicalCore& other : cores_of(list[i].cores)) {
            if (other != *core) others.push_back({other, other});
        }
        if (others.empty()) {
            list[i].initial_value = value;
        } else {
            list[i].cores = std::move(others);
            list.push_back(std::move(own));
        }
        break;
    }
    const std::string where =
        core ? fmt::format("semaphore {} on core {}", id, core->str()) : fmt::format("semaphore {}", id);
    proposal.words = fmt::format("create {} with {} instead of {}", where, value, before);
    proposal.changes.push_back({"semaphore", where, std::to_string(before), std::to_string(value)});
    return proposal;
}

Origin origin_of(const KernelText& source, const std::string& expression) {
    static const std::regex number(R"((0[xX][0-9a-fA-F]+|\d+)[uUlL]*)");
    static const std::regex runtime(R"(get_arg_val\s*<[^>]*>\s*\(\s*(\d+)\s*\))");
    static const std::regex compile_time(R"(get_compile_time_arg_val\s*\(\s*(\d+)\s*\))");
    static const std::regex name(R"([A-Za-z_]\w*)");
    std::string text = trimmed(expression);
    std::smatch match;
    for (int depth = 0; depth < 4; ++depth) {
        if (std::regex_match(text, match, number))
            return {Origin::Kind::Number, 0, static_cast<uint32_t>(std::stoul(match[1].str(), nullptr, 0))};
        if (std::regex_match(text, match, runtime))
            return {Origin::Kind::RuntimeArg, static_cast<uint32_t>(std::stoul(match[1].str())), 0};
        if (std::regex_match(text, match, compile_time))
            return {Origin::Kind::CompileTimeArg, static_cast<uint32_t>(std::stoul(match[1].str())), 0};
        if (!std::regex_match(text, name)) return {};
        // Its definition, where there is one.
        const std::regex definition("\\b" + text + R"(\s*(=|\{)\s*([^;,{}]+)[;,}])");
        const std::string& code = source.code();
        auto it = std::sregex_iterator(code.begin(), code.end(), definition);
        if (it == std::sregex_iterator()) return {};
        const std::string value = trimmed((*it)[2].str());
        if (++it != std::sregex_iterator() || value == text) return {};  // changed later on
        text = value;
    }
    return {};
}

std::optional<Proposal> with_number(const program::ProgramDescriptor& program, uint32_t kernel,
                                    const std::vector<LogicalCore>& cores, size_t begin, size_t end, uint32_t value,
                                    const std::string& meaning, int rank) {
    TextChange change(program, kernel);
    const std::string expression = change.source().code().substr(begin, end - begin);
    const Origin origin = origin_of(change.source(), expression);
    if (origin.kind == Origin::Kind::RuntimeArg) {
        for (const LogicalCore& core : cores) {
            const auto args = program.kernels[kernel].runtime_args.find(core);
            if (args == program.kernels[kernel].runtime_args.end() || origin.index >= args->second.size())
                return std::nullopt;
        }
        return with_runtime_arg(program, kernel, cores, origin.index, value, rank);
    }
    if (origin.kind == Origin::Kind::CompileTimeArg && origin.index < program.kernels[kernel].compile_time_args.size())
        return with_compile_time_arg(program, kernel, origin.index, value, rank);
    change.replace(begin, end, std::to_string(value));
    return change.made(fmt::format("{}: {} {} instead of {}", change.where(begin), meaning, value, expression), rank);
}

}  // namespace tilewright::doctor
