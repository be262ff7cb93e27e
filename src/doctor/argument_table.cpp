// Tables of arguments: made, written, and put into findings.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "checks/arguments_read.hpp"
#include "doctor/arguments.hpp"
#include "engine/hang.hpp"

namespace tilewright::doctor {

namespace {
constexpr size_t kRowsMax = 16;      // in text
constexpr size_t kKernelsMax = 3;    // of a hang
constexpr size_t kFindingsMax = 32;  // of a run
constexpr size_t kSentencesMax = 4;  // in the text of a finding

const char* kind_words(ArgumentKind kind) {
    switch (kind) {
        case ArgumentKind::Runtime: return "runtime";
        case ArgumentKind::Common: return "common runtime";
        case ArgumentKind::CompileTime: return "compile-time";
        case ArgumentKind::Named: return "compile-time";
    }
    return "";
}

// The live tensor that begins at this address; small numbers are counts.
std::string tensor_at(card::Card& card, uint32_t value) {
    constexpr uint32_t kLeastAddress = 1024;
    if (value < kLeastAddress) return {};
    for (const card::Allocator* memory : {&card.dram_allocator(), &card.l1_allocator()}) {
        const card::Allocation* found = memory->starts_at(value);
        if (found != nullptr) return found->words();
    }
    return {};
}

std::string accessor_remark(const std::vector<uint32_t>& words, uint32_t first, program::Era era) {
    const uint32_t flags = words[first];
    std::string text =
        fmt::format("{}, {}", (flags & 2) != 0 ? "DRAM" : "L1", (flags & 1) != 0 ? "sharded" : "interleaved");
    if (era != program::Era::Jan2026 && (flags & 128) == 0 && first + 1 < words.size())
        text += fmt::format(", pages of {} B", words[first + 1]);
    return text;
}

// What the other cores have in this place, if that is one number and not this core's.
std::string others_words(const engine::Run& run, const engine::Fiber& fiber, uint32_t index, uint32_t mine) {
    std::map<uint32_t, size_t> finished, all;
    for (const auto& core : run.cores) {
        if (core->core == fiber.core_run->core) continue;
        for (const auto& other : core->fibers) {
            if (other->kernel_index != fiber.kernel_index) continue;
            const auto words = other->kernel->runtime_args.find(core->core->logical());
            if (words == other->kernel->runtime_args.end() || index >= words->second.size()) continue;
            ++all[words->second[index]];
            if (other->finished()) ++finished[words->second[index]];
            break;  // compute kernels run as three threads
        }
    }
    const auto one = [&](const std::map<uint32_t, size_t>& values) {
        return values.size() == 1 && values.begin()->first != mine;
    };
    const auto number = [](size_t count, const char* rest) {
        return count == 1 ? fmt::format("the one core {}", rest) : fmt::format("the {} cores {}", count, rest);
    };
    if (one(all)) {
        const auto [value, count] = *all.begin();
        return count == 1 ? fmt::format("the other core has {}", value)
                          : fmt::format("the other {} cores have {}", count, value);
    }
    if (!fiber.finished() && one(finished)) {
        const auto [value, count] = *finished.begin();
        return fmt::format("{} {} {}", number(count, "that finished"), count == 1 ? "has" : "have", value);
    }
    return {};
}

class TableMaker {
public:
    TableMaker(const engine::Run& run, const engine::Fiber& fiber, const std::vector<uint32_t>& lines)
        : run_(run), fiber_(fiber), lines_(lines) {
        table_.kernel = fiber.kernel->display_name();
        table_.thread = fiber.name();
        table_.core = fiber.core_run->core->logical();
        table_.ended = fiber.finished();
        table_.source = argument_source(*fiber.kernel, run.program.era);
    }

    ArgumentTable make() {
        const program::KernelDescriptor& kernel = *fiber_.kernel;
        const auto own = kernel.runtime_args.find(table_.core);
        if (own != kernel.runtime_args.end()) {
            for (uint32_t i = 0; i < own->second.size(); ++i) {
                ArgumentRow& row = add({ArgumentKind::Runtime, i}, own->second[i]);
                row.read = checks::argument_was_read(fiber_, i, false);
                row.others = others_words(run_, fiber_, i, row.value);
            }
        }
        for (uint32_t i = 0; i < kernel.common_runtime_args.size(); ++i) {
            add({ArgumentKind::Common, i}, kernel.common_runtime_args[i]).read =
                checks::argument_was_read(fiber_, i, true);
        }
        for (uint32_t i = 0; i < kernel.named_compile_time_args.size(); ++i)
            add({ArgumentKind::Named, i}, kernel.named_compile_time_args[i].second).name =
                kernel.named_compile_time_args[i].first;
        for (uint32_t i = 0; i < kernel.compile_time_args.size();) {
            const ArgumentKey key{ArgumentKind::CompileTime, i};
            ArgumentRow& row = add(key, kernel.compile_time_args[i]);
            if (const AccessorWords* words = table_.source->accessor_at(key); words != nullptr && words->first == i) {
                row.words = words->count;
                row.name = words->name;
                row.tensor.clear();
                row.loop = nullptr;
                row.accessor = accessor_remark(kernel.compile_time_args, i, run_.program.era);
            }
            i += row.words;
        }
        return std::move(table_);
    }

private:
    ArgumentRow& add(ArgumentKey key, uint32_t value) {
        ArgumentRow row;
        row.key = key;
        row.value = value;
        if (const NamedArgument* named = table_.source->find(key)) row.name = named->name;
        if (lines_.empty()) row.loop = table_.source->loop_bounded_by(key);
        for (const uint32_t line : lines_) {
            if (row.loop == nullptr) row.loop = table_.source->loop_bounded_by(key, line);
        }
        if (row.loop == nullptr) row.tensor = tensor_at(run_.card, value);
        table_.rows.push_back(std::move(row));
        return table_.rows.back();
    }

    const engine::Run& run_;
    const engine::Fiber& fiber_;
    const std::vector<uint32_t>& lines_;
    ArgumentTable table_;
};

std::string value_words(const ArgumentRow& row) {
    if (!row.tensor.empty() || row.value > 0xFFFFF) {
        std::string text = fmt::format("{:#x}", row.value);
        if (row.tensor.empty() && row.value >= 0xFFFF0000u)
            text += fmt::format(" ({})", static_cast<int32_t>(row.value));
        return text;
    }
    return std::to_string(row.value);
}

std::string remarks(const ArgumentTable& table, const ArgumentRow& row) {
    std::vector<std::string> all;
    if (!row.tensor.empty()) all.push_back("= the address of " + row.tensor);
    if (!row.accessor.empty()) all.push_back("accessor: " + row.accessor);
    if (row.loop != nullptr)
        all.push_back(fmt::format("bounds the loop in line {} ({})", row.loop->line, row.loop->condition));
    if (row.read == false) all.push_back(table.ended ? "never read" : "not read so far");
    if (!row.others.empty()) all.push_back(row.others);
    std::string text;
    for (const std::string& remark : all) text += (text.empty() ? "" : "; ") + remark;
    return text;
}

// Lines of the kernel's own file in which a stack stands.
std::vector<uint32_t> lines_in_kernel(const std::vector<Frame>& stack) {
    std::vector<uint32_t> lines;
    const Place place{{}, {}, {}, stack};
    const Frame* own = place.line();
    if (own == nullptr) return lines;
    for (const Frame& frame : stack) {
        if (frame.file == own->file && frame.line != 0) lines.push_back(frame.line);
    }
    return lines;
}

// "num_tiles (runtime argument 1) = 13: bounds the loop in line 7 (i < num_tiles); the other 5 cores have 12".
std::string sentence_of(const ArgumentTable& table, const ArgumentRow& row) {
    const std::string place = row.key.kind == ArgumentKind::Named
                                  ? fmt::format("{} argument", kind_words(row.key.kind))
                                  : fmt::format("{} argument {}", kind_words(row.key.kind), row.key.index);
    return fmt::format("{} = {}: {}", row.name.empty() ? place : fmt::format("{} ({})", row.name, place),
                       value_words(row), remarks(table, row));
}

// Findings about pages and addresses: the numbers that steer them are arguments as a rule.
bool is_about_addresses(const std::string& code) { return code >= "TW2122" && code <= "TW2125"; }

const engine::Fiber* fiber_of(const engine::Run& run, const Place& place) {
    for (const auto& core : run.cores) {
        if (core->core->logical().str() != place.core) continue;
        for (const auto& fiber : core->fibers) {
            if (fiber->name() == place.thread) return fiber.get();
        }
    }
    return nullptr;
}
}  // namespace

ArgumentTable argument_table(const engine::Run& run, const engine::Fiber& fiber, const std::vector<uint32_t>& lines) {
    return TableMaker(run, fiber, lines).make();
}

std::vector<std::string> ArgumentTable::lines() const {
    std::vector<std::string> text;
    if (rows.empty()) return text;
    text.push_back(fmt::format("arguments of {} on core {}", thread, core.str()));
    const auto place_of = [](const ArgumentRow& row) {
        std::string place = fmt::format("{} {}", kind_words(row.key.kind), row.key.index);
        if (row.words > 1) place += fmt::format("-{}", row.key.index + row.words - 1);
        return row.key.kind == ArgumentKind::Named ? std::string(kind_words(row.key.kind)) : place;
    };
    size_t place_width = 0, name_width = 0, value_width = 0;
    for (const ArgumentRow& row : rows) {
        place_width = std::max(place_width, place_of(row).size());
        name_width = std::max(name_width, row.name.size());
        if (row.accessor.empty()) value_width = std::max(value_width, value_words(row).size());
    }
    // Where there are many, those that nothing can be said about are left out first.
    size_t plain_left = kRowsMax;
    for (const ArgumentRow& row : rows) {
        if (!remarks(*this, row).empty() && plain_left > 0) --plain_left;
    }
    size_t left_out = 0;
    for (const ArgumentRow& row : rows) {
        const std::string remark = remarks(*this, row);
        if (text.size() > kRowsMax || (remark.empty() && rows.size() > kRowsMax && plain_left == 0)) {
            ++left_out;
            continue;
        }
        if (remark.empty() && rows.size() > kRowsMax) --plain_left;
        std::string line = fmt::format("  {:<{}}  {:<{}}  {:<{}}  {}", place_of(row), place_width, row.name, name_width,
                                       row.accessor.empty() ? value_words(row) : "", value_width, remark);
        line.erase(line.find_last_not_of(' ') + 1);
        text.push_back(std::move(line));
    }
    if (left_out != 0) text.push_back(fmt::format("  and {} more", left_out));
    return text;
}

nlohmann::json ArgumentTable::to_json() const {
    nlohmann::json list = nlohmann::json::array();
    for (const ArgumentRow& row : rows) {
        nlohmann::json entry = {{"kind", row.key.kind == ArgumentKind::Named ? "named" : kind_words(row.key.kind)},
                                {"index", row.key.index},
                                {"value", row.value}};
        if (row.words > 1) entry["words"] = row.words;
        if (!row.name.empty()) entry["name"] = row.name;
        if (row.read) entry["read"] = *row.read;
        if (!row.tensor.empty()) entry["tensor"] = row.tensor;
        if (!row.accessor.empty()) entry["accessor"] = row.accessor;
        if (row.loop != nullptr) entry["loop"] = {{"line", row.loop->line}, {"condition", row.loop->condition}};
        if (!row.others.empty()) entry["others"] = row.others;
        list.push_back(std::move(entry));
    }
    return {{"kernel", kernel}, {"thread", thread}, {"core", core.str()}, {"arguments", std::move(list)}};
}

void add_arguments(const Case& hang, const engine::Run& run, size_t at, Finding& finding) {
    std::set<uint32_t> kernels;
    auto data = nlohmann::json::array();
    const auto add = [&](uint32_t core_index, uint32_t processor) {
        const engine::CoreRun* core = run.core_by_index[core_index];
        if (core == nullptr || kernels.size() == kKernelsMax) return;
        for (const auto& fiber : core->fibers) {
            // A replay runs compute kernels as three threads where the run may have had one.
            const bool same =
                fiber->thread.processor == processor || (is_compute(fiber->thread.processor) && is_compute(processor));
            if (!same || !kernels.insert(fiber->kernel_index).second) continue;
            std::vector<uint32_t> lines;
            if (const auto stuck = hang.find(core_index, processor))
                lines = lines_in_kernel(hang.blocked[*stuck].stack);
            const ArgumentTable table = argument_table(run, *fiber, lines);
            for (std::string& line : table.lines()) finding.seen.push_back(std::move(line));
            if (!table.rows.empty()) data.push_back(table.to_json());
        }
    };
    add(hang.stuck[at].core_index, hang.stuck[at].processor);
    for (const Dependency& link : hang.chain(at)) add(link.core_index, link.processor);
    // Nobody is known to be waited for: it is one of the core's other kernels, if anybody.
    if (kernels.size() < 2) {
        for (const auto& fiber : run.core_by_index[hang.stuck[at].core_index]->fibers)
            add(hang.stuck[at].core_index, fiber->thread.processor);
    }
    if (!data.empty()) finding.arguments = std::make_shared<const nlohmann::json>(std::move(data));
}

void add_arguments(engine::Run& run, std::vector<Finding>& findings) {
    size_t left = kFindingsMax;
    for (Finding& finding : findings) {
        if (finding.severity == Severity::Note || finding.arguments || left == 0) continue;
        const engine::Fiber* fiber = fiber_of(run, finding.place);
        if (fiber == nullptr) continue;
        --left;
        const ArgumentTable table = argument_table(run, *fiber, lines_in_kernel(finding.place.stack));
        if (!table.rows.empty()) {
            finding.arguments = std::make_shared<const nlohmann::json>(nlohmann::json::array({table.to_json()}));
            size_t sentences = is_about_addresses(finding.code) ? kSentencesMax : 0;
            for (const ArgumentRow& row : table.rows) {
                if ((row.loop == nullptr && row.others.empty()) || sentences == 0) continue;
                finding.seen.push_back(sentence_of(table, row));
                --sentences;
            }
        }
    }
}

}  // namespace tilewright::doctor
