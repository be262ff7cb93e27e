// Compute threads: hand-overs of DST sections that do not pair up, and calls in an order that cannot work.
#include <fmt/format.h>

#include <algorithm>
#include <regex>

#include "doctor/mend.hpp"

namespace tilewright::doctor {

namespace {
using engine::DstCall;

const char* name_of(DstCall call) {
    switch (call) {
        case DstCall::Acquire: return "tile_regs_acquire";
        case DstCall::Commit: return "tile_regs_commit";
        case DstCall::Wait: return "tile_regs_wait";
        case DstCall::Release: break;
    }
    return "tile_regs_release";
}

// The closing brace of the block around a position.
size_t block_end(const std::string& code, size_t position) {
    int depth = 0;
    for (size_t i = position; i < code.size(); ++i) {
        if (code[i] == '{') ++depth;
        if (code[i] == '}' && --depth < 0) return i;
    }
    return std::string::npos;
}

// Calls that open a section which is never closed, and calls that open one while one is open.
struct Unpaired {
    std::vector<CallLine> never_closed;  // the opening call
    std::vector<CallLine> again;         // the second opening call
    std::vector<CallLine> extra;         // closing calls with nothing to close
};

Unpaired unpaired(const Case& hang, const Ledger& ledger, uint32_t core_index, uint32_t processor, DstCall opens,
                  DstCall closes) {
    Unpaired found;
    const CoreLedger* core = ledger.find(core_index);
    if (core == nullptr) return found;
    const auto add = [&](std::vector<CallLine>& list, uint32_t site) {
        CallLine line = line_of_site(hang, ledger, core_index, processor, site);
        const bool known = std::any_of(list.begin(), list.end(), [&](const CallLine& other) {
            return other.file == line.file && other.line == line.line;
        });
        if (!known) list.push_back(std::move(line));
    };
    const CoreLedger::Section* open = nullptr;
    for (const CoreLedger::Section& section : core->sections[processor]) {
        if (section.call == opens) {
            if (open != nullptr) add(found.never_closed, open->site), add(found.again, section.site);
            open = &section;
        } else if (section.call == closes) {
            if (open == nullptr) add(found.extra, section.site);
            open = nullptr;
        }
    }
    // A thread that stands in the opening call has not opened anything.
    const auto stands = hang.find(core_index, processor);
    const bool opening = stands && (hang.stuck[*stands].wait.kind == engine::WaitKind::DstFree ||
                                    hang.stuck[*stands].wait.kind == engine::WaitKind::DstCommitted);
    if (open != nullptr && !opening) add(found.never_closed, open->site);
    return found;
}

// `call` at every place where the block after an opening call can be left without it.
void close_after(std::vector<Proposal>& list, const Case& hang, const CallLine& opening, DstCall opens, DstCall call,
                 const std::vector<std::string>& before_these) {
    const std::string text = fmt::format("{}();", name_of(call));
    const TextChange base(hang.program, opening.kernel);
    const KernelText& source = base.source();
    const std::vector<Call> starts = source.calls_on_line(opening.file, opening.line, {name_of(opens)});
    if (starts.empty()) return;
    const size_t begin = starts.front().close, end = block_end(source.code(), begin);
    if (end == std::string::npos) return;
    // A way out in the middle.
    static const std::regex leaves(R"(\b(continue|return|break)\s*;)");
    const std::string block = source.code().substr(begin, end - begin);
    for (auto it = std::sregex_iterator(block.begin(), block.end(), leaves); it != std::sregex_iterator(); ++it) {
        const size_t at = begin + static_cast<size_t>(it->position());
        TextChange change(hang.program, opening.kernel);
        change.replace(at, at + static_cast<size_t>(it->length()), fmt::format("{{ {} {} }}", text, it->str()));
        list.push_back(change.made(fmt::format("{}: {} before this {}", change.where(at), text, (*it)[1].str())));
    }
    // In front of what needs it.
    for (const Call& next : source.calls(before_these)) {
        if (next.begin < begin) continue;
        TextChange change(hang.program, opening.kernel);
        change.insert(next.begin, text + " ");
        list.push_back(change.made(fmt::format("{}: {} before {}", change.where(next.begin), text, next.name)));
        break;
    }
    TextChange change(hang.program, opening.kernel);
    change.insert(end, text + " ");
    list.push_back(change.made(
        fmt::format("{}: {} at the end of the block that begins there", change.where(starts.front().begin), text)));
}

void leave_out(std::vector<Proposal>& list, const Case& hang, const CallLine& line, DstCall call) {
    const TextChange base(hang.program, line.kernel);
    for (const Call& found : base.source().calls_on_line(line.file, line.line, {name_of(call)})) {
        TextChange change(hang.program, line.kernel);
        change.drop(found);
        list.push_back(change.made(fmt::format("{}: leave out this {}", change.where(found.begin), name_of(call))));
    }
}

}  // namespace

std::vector<Proposal> mend_sections(const Case& hang, const Ledger& ledger, uint32_t core_index) {
    std::vector<Proposal> list;
    const Unpaired math = unpaired(hang, ledger, core_index, TW_MATH, DstCall::Acquire, DstCall::Commit);
    const Unpaired pack = unpaired(hang, ledger, core_index, TW_PACK, DstCall::Wait, DstCall::Release);
    for (const CallLine& line : math.never_closed)
        close_after(list, hang, line, DstCall::Acquire, DstCall::Commit,
                    {"tile_regs_wait", "cb_pop_front", "pack_tile"});
    for (const CallLine& line : pack.never_closed)
        close_after(list, hang, line, DstCall::Wait, DstCall::Release, {"cb_push_back"});
    for (const CallLine& line : math.again) leave_out(list, hang, line, DstCall::Acquire);
    for (const CallLine& line : math.extra) leave_out(list, hang, line, DstCall::Commit);
    for (const CallLine& line : pack.extra) leave_out(list, hang, line, DstCall::Release);
    for (const CallLine& line : pack.again) leave_out(list, hang, line, DstCall::Wait);
    // MATH has acquired and PACK was never asked: the other half of the hand-over is missing as a whole.
    const CoreLedger* core = ledger.find(core_index);
    if (core != nullptr && core->sections[TW_PACK].empty() && !core->sections[TW_MATH].empty()) {
        CallLine commit;
        for (const CoreLedger::Section& section : core->sections[TW_MATH]) {
            if (section.call == DstCall::Commit) commit = line_of_site(hang, ledger, core_index, TW_MATH, section.site);
        }
        const TextChange base(hang.program, commit.kernel);
        for (const Call& call : base.source().calls_on_line(commit.file, commit.line, {"tile_regs_commit"})) {
            TextChange change(hang.program, commit.kernel);
            change.insert(call.close + 2, " tile_regs_wait(); tile_regs_release();");
            list.push_back(change.made(fmt::format("{}: tile_regs_wait() and tile_regs_release() after this commit",
                                                   change.where(call.begin))));
        }
    }
    return list;
}

std::vector<Proposal> mend_order(const Case& hang, size_t thread) {
    std::vector<Proposal> list;
    const Stuck& stuck = hang.stuck[thread];
    const bool waits = stuck.wait.kind == engine::WaitKind::CbWait;
    const Place place{{}, {}, {}, hang.blocked[thread].stack};
    const Frame* at = place.line();
    if (at == nullptr) return list;
    const TextChange base(hang.program, stuck.kernel);
    const KernelText& source = base.source();
    const std::vector<Call> here =
        source.calls_on_line(at->file, at->line, {waits ? "cb_wait_front" : "cb_reserve_back"});
    for (const Call& call : here) {
        if (!call.statement || call.arguments.empty()) continue;
        const std::string cb = call.argument(source.code(), 0);
        const std::string text = source.code().substr(call.begin, call.close + 2 - call.begin);
        for (const Call& other : source.calls({waits ? "cb_push_back" : "cb_pop_front"})) {
            if (!other.statement || other.argument(source.code(), 0) != cb || other.begin < call.begin) continue;
            TextChange change(hang.program, stuck.kernel);
            if (waits) {
                change.drop(call);
                change.insert(other.close + 2, " " + text);
                list.push_back(change.made(fmt::format("{}: {} after the cb_push_back that makes it true ({})",
                                                       change.where(call.begin), text, change.where(other.begin))));
            } else {
                change.insert(call.begin, source.code().substr(other.begin, other.close + 2 - other.begin) + " ");
                change.drop(other);
                list.push_back(change.made(fmt::format("{}: pop {} before this reserve, not after it ({})",
                                                       change.where(call.begin), cb, change.where(other.begin))));
            }
            break;
        }
    }
    return list;
}

}  // namespace tilewright::doctor
