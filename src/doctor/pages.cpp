// Pages that never come or are never taken: starved, unit mismatch, imbalance.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "doctor/arguments.hpp"
#include "doctor/counts.hpp"
#include "doctor/mend.hpp"
#include "doctor/verdict.hpp"
#include "tile/formats/format.hpp"

namespace tilewright::doctor {

namespace {
using engine::CbCall;
using engine::WaitKind;

std::string number_with_source(const Case& hang, const Replay& replay, uint32_t core_index, uint32_t processor,
                               const Count& count, uint64_t total) {
    const Thread* thread = replay.thread(core_index, processor);
    if (replay.cut) return fmt::format("page after page, {} and more", total);
    std::string text = pages(total);
    if (count.calls > 1) text += fmt::format(" in {} calls", count.calls);
    if (thread == nullptr) return text;
    const program::KernelDescriptor& kernel = hang.program.kernels[thread->kernel];
    for (uint64_t number : {total, count.calls}) {
        const std::string from = number_from_arguments(kernel, thread->core, number);
        if (!from.empty()) return text + fmt::format(" ({})", from);
    }
    return text;
}

struct Sides {
    int producer = -1;  // processors; -1 nobody, -2 several
    int consumer = -1;
    Count pushes, pops, waits;
};

Sides sides_of(const CbLedger& cb) {
    Sides sides;
    sides.producer = cb.producer();
    sides.consumer = cb.consumer();
    for (uint32_t i = 0; i < kProcessors; ++i) {
        sides.pushes.pages += cb.pushes[i].pages, sides.pushes.calls += cb.pushes[i].calls;
        sides.pops.pages += cb.pops[i].pages, sides.pops.calls += cb.pops[i].calls;
        sides.waits.pages += cb.waits[i].pages, sides.waits.calls += cb.waits[i].calls;
    }
    return sides;
}

// Names one side of a CB of this core.
struct Who {
    const Case& hang;
    uint32_t core_index;
    std::string operator()(int processor) const {
        return processor >= 0    ? hang.thread_name(core_index, static_cast<uint32_t>(processor))
               : processor == -1 ? "nobody"
                                 : "several threads";
    }
};

// The page is no tile, yet a compute thread counts its pages: one side counts sticks, the other tiles.
bool counts_differ_in_unit(const Case& hang, uint32_t core_index, uint32_t cb, const Sides& sides, uint64_t pushed,
                           uint64_t wanted) {
    const bool one_compute = (sides.producer >= 0 && is_compute(static_cast<uint32_t>(sides.producer))) !=
                             (sides.consumer >= 0 && is_compute(static_cast<uint32_t>(sides.consumer)));
    if (!one_compute || pushed == 0 || wanted == 0 || pushed == wanted) return false;
    const program::CbDescriptor* descriptor = hang.cb_descriptor(core_index, cb);
    if (descriptor == nullptr) return false;
    for (const program::CbFormat& format : descriptor->formats) {
        if (format.index != cb) continue;
        const bool tile_pages =
            format.page_bytes == tile::tile_bytes(format.format, format.tile.height, format.tile.width);
        const uint32_t rows = format.tile.height;
        if (!tile_pages) return pushed % rows == 0 || wanted % rows == 0;
        return pushed == wanted * rows || wanted == pushed * rows;
    }
    return false;
}

// The first round in which the pages pushed differ from the pages taken.
struct Drift {
    uint64_t round = 0;  // from 1; 0: none found
    uint32_t pushed = 0, popped = 0;
};

Drift first_drift(const CbLedger& cb) {
    std::vector<uint32_t> pushes, pops;
    for (const Act& act : cb.acts) {
        if (act.call == CbCall::Push) pushes.push_back(act.pages);
        if (act.call == CbCall::Pop) pops.push_back(act.pages);
    }
    const size_t rounds = std::min(pushes.size(), pops.size());
    for (size_t i = 0; i < rounds; ++i) {
        if (pushes[i] != pops[i]) return {i + 1, pushes[i], pops[i]};
    }
    return {rounds + 1, rounds < pushes.size() ? pushes[rounds] : 0, rounds < pops.size() ? pops[rounds] : 0};
}

// Source lines from which a call is made; an unrolled loop makes it from many places of one line.
std::vector<std::string> lines_of(const Case& hang, const CbLedger& cb, CbCall call) {
    std::vector<uint32_t> sites;
    std::vector<std::string> lines;
    for (const Act& act : cb.acts) {
        if (act.call != call || std::find(sites.begin(), sites.end(), act.site) != sites.end()) continue;
        sites.push_back(act.site);
        std::string line = hang.site_line(act.site);
        if (std::find(lines.begin(), lines.end(), line) == lines.end()) lines.push_back(std::move(line));
    }
    return lines;
}

std::string joined(const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines) text += (text.empty() ? "" : ", ") + line;
    return text;
}

// The thread that pushes to this CB on other cores, where this core runs the same kernel; -1: none.
int producer_elsewhere(const Case& hang, uint32_t core_index, uint32_t cb) {
    for (const Thread& thread : hang.fed.threads) {
        const CoreLedger* core = hang.ledger().find(thread.core_index);
        if (core == nullptr || core->cbs[cb].pushes[thread.processor].calls == 0) continue;
        const Thread* here = hang.fed.thread(core_index, thread.processor);
        if (here != nullptr && here->kernel == thread.kernel) return static_cast<int>(thread.processor);
    }
    return -1;
}

bool all_finished(const Replay& replay, uint32_t core_index, const std::array<Count, kProcessors>& who) {
    for (uint32_t i = 0; i < kProcessors; ++i) {
        const Thread* thread = who[i].calls == 0 ? nullptr : replay.thread(core_index, i);
        if (thread != nullptr && !thread->finished) return false;
    }
    return true;
}

// The thread that stands at this CB in the real run; a consumer first.
size_t shows_at(const Case& hang, uint32_t core_index, uint32_t cb, WaitKind kind) {
    std::optional<size_t> other, on_core;
    for (size_t i = 0; i < hang.stuck.size(); ++i) {
        const Stuck& stuck = hang.stuck[i];
        const bool same_cb =
            stuck.wait.index == cb && (stuck.wait.kind == WaitKind::CbWait || stuck.wait.kind == WaitKind::CbReserve);
        if (stuck.core_index == core_index && same_cb && stuck.wait.kind == kind) return i;
        if (stuck.core_index == core_index && same_cb) other = i;
        if (stuck.core_index == core_index && !on_core) on_core = i;
    }
    return other ? *other : on_core.value_or(0);
}

void unit_mismatch(Verdict& verdict, const Case& hang, uint32_t core_index, uint32_t cb, const Sides& sides,
                   uint64_t pushed, uint64_t wanted) {
    const Who who{hang, core_index};
    verdict.code = "TW1003";
    verdict.kind = "unit mismatch";
    const std::string name = hang.cb_name(core_index, cb);
    uint32_t page_bytes = 0;
    uint32_t tile_bytes = 0;
    for (const program::CbFormat& format : hang.cb_descriptor(core_index, cb)->formats) {
        if (format.index != cb) continue;
        page_bytes = format.page_bytes;
        tile_bytes = tile::tile_bytes(format.format, format.tile.height, format.tile.width);
    }
    verdict.message = fmt::format("the two sides of {} count in different units: {} pushes {}, {} wants {}", name,
                                  who(sides.producer), pushed, who(sides.consumer), wanted);
    if (page_bytes != tile_bytes) {
        verdict.why = fmt::format("a page of {} is {} B, a stick; the compute kernel counts tiles of {} B", name,
                                  page_bytes, tile_bytes);
        verdict.hint =
            fmt::format("give {} pages of {} B and count tiles on both sides (one push of Wt pages per 32 sticks)",
                        name, tile_bytes);
    } else {
        verdict.why = fmt::format("a page of {} is a tile of {} B; the data-movement kernel counts its 32 sticks", name,
                                  tile_bytes);
        verdict.hint = "reserve and push once per tile row, after its 32 sticks have arrived";
    }
}

std::optional<Verdict> judge_deficit(const Case& hang, uint32_t core_index, uint32_t cb) {
    const Who who{hang, core_index};
    const CbLedger& ledger = hang.cb(core_index, cb);
    if (ledger.reach <= ledger.pushed) return std::nullopt;
    if (!all_finished(hang.fed, core_index, ledger.pushes)) return std::nullopt;
    Sides sides = sides_of(ledger);
    if (sides.producer == -1) sides.producer = producer_elsewhere(hang, core_index, cb);
    if (ledger.producer() == -1) {
        // Nobody pushes: certain only if everybody else on the core came to the end.
        for (const Thread& thread : hang.fed.threads) {
            if (thread.core_index == core_index && !thread.finished) return std::nullopt;
        }
    }
    Verdict verdict;
    verdict.cb = cb;
    verdict.proposals = mend_pages(hang, hang.fed, core_index, cb);
    verdict.at = shows_at(hang, core_index, cb, WaitKind::CbWait);
    const Stuck& stuck = hang.stuck[verdict.at];
    const std::string name = hang.cb_name(core_index, cb);
    const std::string consumer =
        stuck.wait.index == cb ? hang.thread_name(stuck.core_index, stuck.processor) : who(sides.consumer);
    if (counts_differ_in_unit(hang, core_index, cb, sides, ledger.pushed, ledger.reach)) {
        unit_mismatch(verdict, hang, core_index, cb, sides, ledger.pushed, ledger.reach);
        verdict.proposals.clear();  // fewer rounds would do, and leave sticks out
        return verdict;
    }
    // Numbers that another kernel has under the same names may be what is wrong, and not the counts made of them.
    for (Proposal& proposal : mend_swapped(hang, core_index)) verdict.proposals.push_back(std::move(proposal));
    verdict.code = "TW1002";
    verdict.kind = "starved";
    if (sides.producer == -1) {
        verdict.message = fmt::format("{} waits for {} of {}, to which no thread of the core pushes", consumer,
                                      pages(std::max<uint64_t>(stuck.wait.wanted, 1)), name);
        verdict.why = fmt::format(
            "no kernel on this core calls cb_push_back on {}: a wrong index, a push left out, or a push "
            "compiled for another thread",
            name);
        verdict.hint = fmt::format("push to {} where its pages are made, or wait on the CB that is pushed to", name);
        return verdict;
    }
    const std::string produced = number_with_source(
        hang, hang.fed, core_index, static_cast<uint32_t>(std::max(sides.producer, 0)), sides.pushes, ledger.pushed);
    const uint32_t taker = static_cast<uint32_t>(sides.consumer >= 0 ? sides.consumer : stuck.processor);
    const std::string asked = number_with_source(hang, hang.fed, core_index, taker, sides.waits, ledger.reach);
    verdict.seen.push_back(fmt::format("{} pushes {}", who(sides.producer), produced));
    verdict.seen.push_back(fmt::format("{} asks for {}", who(sides.consumer), asked));
    const CoreLedger* as_is = hang.as_is.ledger->find(core_index);
    const uint64_t had = as_is == nullptr ? ledger.pushed : as_is->cbs[cb].pushed;
    const uint64_t next = (as_is == nullptr ? 0 : as_is->cbs[cb].popped) + stuck.wait.wanted;
    if (sides.consumer == -2) {
        verdict.message = fmt::format("{} has two consumers, which want {} between them; {} pushes {}", name,
                                      pages(ledger.reach), who(sides.producer), ledger.pushed);
        verdict.why = "each page is freed by whoever pops first: the other never sees it";
        verdict.hint = "give each consumer a CB of its own, and push every page to both";
        return verdict;
    }
    const std::vector<std::string> pop_lines = lines_of(hang, ledger, CbCall::Pop);
    const bool once = sides.pushes.calls == 1 && sides.waits.calls > 1 && ledger.popped > ledger.pushed &&
                      sides.pops.pages == sides.pops.calls * sides.pushes.pages;
    const bool rate =
        sides.pushes.calls == sides.pops.calls && sides.pushes.calls > 1 && ledger.pushed != ledger.popped;
    const bool popped_twice = pop_lines.size() > 1 && ledger.popped > ledger.pushed;
    if (once || rate || popped_twice) {
        const Drift drift = first_drift(ledger);
        verdict.code = "TW1004";
        verdict.kind = "imbalance";
        verdict.message = fmt::format("{} pushes {} to {}, {} pops {}: the counts drift apart", who(sides.producer),
                                      pages(ledger.pushed), name, who(sides.consumer), ledger.popped);
        verdict.seen.push_back(fmt::format("round {} is the first that differs: {} pushed, {} popped (popped at {})",
                                           drift.round, drift.pushed, drift.popped, joined(pop_lines)));
        if (once) {
            const bool constant = takes_another(hang.fed, core_index, cb, sides.consumer);
            verdict.why =
                constant ? fmt::format("{} is filled once and used in every round, but the first round pops it", name)
                         : fmt::format("{} is filled once, and {} takes a page in each of {} rounds", name,
                                       who(sides.consumer), sides.pops.calls);
            verdict.hint = constant ? fmt::format("pop {} once, after the loop, or not at all", name)
                                    : fmt::format("push {} as often as it is popped", name);
        } else if (popped_twice) {
            verdict.why = "pages are popped by one part of the kernel and waited for again by another";
            verdict.hint =
                "pop after the last use only: let the first user keep the pages (a no-pop policy), or push them twice";
        } else {
            verdict.why = fmt::format("a round pushes {} and pops {}", pages(drift.pushed), drift.popped);
            verdict.hint = "use the same number of pages per round on both sides";
        }
        return verdict;
    }
    verdict.message = fmt::format("{} waits for page {} of {}; {} {}", consumer, next, name, who(sides.producer),
                                  all_finished(hang.as_is, core_index, ledger.pushes)
                                      ? fmt::format("ended after {}", had)
                                      : fmt::format("pushes no more than {}", ledger.pushed));
    if (hang.fed.cut) {
        verdict.why = fmt::format("{} makes {}, {} asks for more and more: its loop has no end", who(sides.producer),
                                  pages(ledger.pushed), who(sides.consumer));
    } else {
        verdict.why = fmt::format("{} makes {}, {} wants {}: {} short", who(sides.producer), pages(ledger.pushed),
                                  who(sides.consumer), ledger.reach, ledger.reach - ledger.pushed);
        for (const std::string& remark : count_remarks(hang, hang.fed, core_index, cb)) verdict.why += "; " + remark;
    }
    verdict.hint = "derive both counts from one value";
    return verdict;
}
}  // namespace

std::string ledger_line(const Case& hang, const Ledger& ledger, uint32_t core_index, uint32_t cb) {
    const CoreLedger* core = ledger.find(core_index);
    if (core == nullptr) return {};
    const CbLedger& line = core->cbs[cb];
    const Sides sides = sides_of(line);
    const Who who{hang, core_index};
    return fmt::format("{}: pushed {} by {}, waited for up to page {} and popped {} by {}, peak {} of {}",
                       hang.cb_name(core_index, cb), line.pushed, who(sides.producer), line.reach, line.popped,
                       who(sides.consumer), line.peak, hang.capacity(core_index, cb));
}

std::optional<Verdict> judge_surplus(const Case& hang, const Replay& replay) {
    for (const auto& [cb, grown] : replay.grown) {
        for (const Thread& thread : replay.threads) {
            const CoreLedger* core = replay.ledger->find(thread.core_index);
            if (core == nullptr) continue;
            const CbLedger& ledger = core->cbs[cb];
            const uint64_t left = ledger.pushed > ledger.popped ? ledger.pushed - ledger.popped : 0;
            if (left <= hang.capacity(thread.core_index, cb) || !all_finished(replay, thread.core_index, ledger.pops))
                continue;
            // All of it waited for at once and kept: constants, which need room for themselves.
            if (replay.finished && ledger.popped == 0 && ledger.reach == ledger.pushed) continue;
            const Sides sides = sides_of(ledger);
            const Who who{hang, thread.core_index};
            if (sides.consumer == -1 && !replay.finished) continue;
            Verdict verdict;
            verdict.cb = cb;
            verdict.at = shows_at(hang, thread.core_index, cb, WaitKind::CbReserve);
            verdict.proposals = mend_pages(hang, replay, thread.core_index, cb);
            const std::string name = hang.cb_name(thread.core_index, cb);
            if (counts_differ_in_unit(hang, thread.core_index, cb, sides, ledger.pushed, ledger.popped)) {
                unit_mismatch(verdict, hang, thread.core_index, cb, sides, ledger.pushed, ledger.popped);
                verdict.proposals.clear();
                return verdict;
            }
            for (Proposal& proposal : mend_swapped(hang, thread.core_index))
                verdict.proposals.push_back(std::move(proposal));
            verdict.code = "TW1004";
            verdict.kind = "imbalance";
            verdict.seen.push_back(fmt::format(
                "{} pushes {}", who(sides.producer),
                number_with_source(hang, replay, thread.core_index, static_cast<uint32_t>(std::max(sides.producer, 0)),
                                   sides.pushes, ledger.pushed)));
            if (sides.consumer == -1) {
                verdict.message =
                    fmt::format("{} pushes {} to {}, which is {} deep and has no consumer", who(sides.producer),
                                pages(ledger.pushed), name, pages(hang.capacity(thread.core_index, cb)));
                std::set<std::string> others;
                for (const Thread& other : replay.threads) {
                    const auto processor = static_cast<int>(other.processor);
                    if (other.core_index == thread.core_index && processor != sides.producer)
                        others.insert(who(processor));
                }
                if (!others.empty())
                    verdict.seen.push_back(fmt::format("{} never wait for {}", fmt::join(others, ", "), name));
                verdict.why =
                    "nobody on this core waits for or pops these pages, so they pile up until the buffer is full";
                verdict.hint = fmt::format("wait for and pop {} where it is used, or do not fill it", name);
                return verdict;
            }
            verdict.seen.push_back(fmt::format(
                "{} pops {}", who(sides.consumer),
                number_with_source(hang, replay, thread.core_index, static_cast<uint32_t>(std::max(sides.consumer, 0)),
                                   sides.pops, ledger.popped)));
            const Drift drift = first_drift(ledger);
            verdict.message = fmt::format("{} pushes {} to {}, {} pops only {}: {} stay behind", who(sides.producer),
                                          pages(ledger.pushed), name, who(sides.consumer), ledger.popped, pages(left));
            if (drift.round != 0) {
                verdict.seen.push_back(fmt::format("round {} is the first that differs: {} pushed, {} popped",
                                                   drift.round, drift.pushed, drift.popped));
            }
            verdict.why = "pages nobody pops fill the buffer, and the producer waits for room that never comes";
            for (const std::string& remark : count_remarks(hang, replay, thread.core_index, cb))
                verdict.why += "; " + remark;
            verdict.hint = sides.pops.calls == 0 ? fmt::format("cb_pop_front({}) after the pages were used", name)
                                                 : "push as many pages as are popped: check the two loop bounds";
            return verdict;
        }
    }
    return std::nullopt;
}

// Every CB whose two sides disagree, once per pair of kernels; the first is the verdict, the others are told beside it.
std::optional<Verdict> judge_pages(const Case& hang) {
    std::optional<Verdict> first;
    std::set<uint32_t> told;
    for (const Replay::Fed& fed : hang.fed.fed) {
        if (told.contains(fed.cb)) continue;
        auto verdict = judge_deficit(hang, fed.core_index, fed.cb);
        if (!verdict) continue;
        told.insert(fed.cb);
        if (!first) {
            first = std::move(verdict);
        } else if (!hang.fed.cut) {
            first->also.push_back(fmt::format("[{}] {}", verdict->code, verdict->message));
        }
    }
    auto surplus = judge_surplus(hang, hang.fed);
    if (!first) return surplus;
    if (surplus && surplus->cb && !told.contains(*surplus->cb))
        first->also.push_back(fmt::format("[{}] {}", surplus->code, surplus->message));
    return first;
}

std::optional<Verdict> judge_overpop(const Case& hang) {
    for (size_t i = 0; i < hang.stuck.size(); ++i) {
        const Stuck& stuck = hang.stuck[i];
        if (stuck.wait.kind != WaitKind::CbReserve && stuck.wait.kind != WaitKind::CbWait) continue;
        const CoreLedger* core = hang.as_is.ledger->find(stuck.core_index);
        if (core == nullptr) continue;
        const uint32_t cb = stuck.wait.index;
        const CbLedger& ledger = core->cbs[cb];
        if (ledger.popped <= ledger.pushed) continue;
        const Who who{hang, stuck.core_index};
        const int popper = ledger.only(ledger.pops);
        const std::string name = hang.cb_name(stuck.core_index, cb);
        Verdict verdict;
        verdict.code = "TW1009";
        verdict.kind = "popped too often";
        verdict.at = i;
        verdict.cb = cb;
        verdict.message = fmt::format("{} pops {} of {}, to which only {} went", who(popper), pages(ledger.popped),
                                      name, ledger.pushed);
        verdict.why = "the counters hold 16 bits: popping what is not there makes the buffer look full for ever";
        verdict.hint = fmt::format("pop each page of {} once, after it was waited for", name);
        // The pop with which it begins.
        uint64_t pushed = 0, popped = 0;
        for (const Act& act : ledger.acts) {
            if (act.call == CbCall::Push) pushed += act.pages;
            if (act.call != CbCall::Pop) continue;
            popped += act.pages;
            if (popped <= pushed) continue;
            const Thread* thread = hang.as_is.thread(stuck.core_index, act.processor);
            verdict.place = Place{stuck.core.str(), who(act.processor),
                                  thread == nullptr ? "" : hang.program.kernels[thread->kernel].display_name(),
                                  hang.as_is.ledger->site(act.site).frames()};
            verdict.seen.push_back(fmt::format("the first pop too many is at {}: {} pushed until then, {} popped",
                                               hang.as_is_line(act.site), pushed, popped));
            break;
        }
        verdict.proposals = mend_overpop(hang, hang.as_is, stuck.core_index, cb);
        return verdict;
    }
    return std::nullopt;
}

}  // namespace tilewright::doctor
