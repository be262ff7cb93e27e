// Two sides of a CB that count differently: counts, rounds, calls dropped, moved or added.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <regex>
#include <set>

#include "doctor/mend.hpp"

namespace tilewright::doctor {

namespace {
using engine::CbCall;

const std::vector<std::string> kPush = {"cb_push_back", "push_back"}, kReserve = {"cb_reserve_back", "reserve_back"};
const std::vector<std::string> kPop = {"cb_pop_front", "pop_front"}, kWait = {"cb_wait_front", "wait_front"};

const std::vector<std::string>& names_of_call(CbCall call) {
    switch (call) {
        case CbCall::Push: return kPush;
        case CbCall::Reserve: return kReserve;
        case CbCall::Pop: return kPop;
        case CbCall::Wait: break;
    }
    return kWait;
}

const char* verb(CbCall call) {
    switch (call) {
        case CbCall::Push: return "push";
        case CbCall::Reserve: return "reserve";
        case CbCall::Pop: return "pop";
        case CbCall::Wait: break;
    }
    return "wait for";
}

// Everything about one side: its kernel, its lines and how many pages they deal with.
struct Side {
    bool known = false;
    uint32_t kernel = 0;
    std::vector<CallLine> ask, give;  // reserve and push, or wait and pop
    uint64_t rounds = 0;              // calls that give (or ask, where nothing is given)
    uint32_t pages = 0;               // of each; 0: they differ
};

class Mender {
public:
    Mender(const Case& hang, const Replay& replay, uint32_t core_index, uint32_t cb)
        : hang_(hang), replay_(replay), core_(core_index), cb_(cb), ledger_(replay.ledger->find(core_index)->cbs[cb]) {
        producer_ = side(CbCall::Reserve, CbCall::Push);
        consumer_ = side(CbCall::Wait, CbCall::Pop);
        find_cores();
    }

    std::vector<Proposal> all() {
        const uint64_t made = ledger_.pushed, taken = std::max(ledger_.reach, ledger_.popped);
        if (!producer_.known || producer_.give.empty()) {
            nobody_pushes();
            return std::move(list_);
        }
        if (!consumer_.known) return {};
        if (consumer_.give.empty()) {
            add_pop();
            return std::move(list_);
        }
        wait_as_popped();
        popped_early(made);
        popped_twice(made);
        popped_once(made);
        // What other CBs of the core count says which side is right, where it says anything.
        const bool made_elsewhere = seen_elsewhere(made), taken_elsewhere = seen_elsewhere(taken);
        const bool may_shrink = made_elsewhere || !taken_elsewhere;
        const bool may_grow = taken_elsewhere || !made_elsewhere;
        if (may_grow) push_in_the_loop(taken);
        if (same_rounds()) {
            if (may_shrink) counts(consumer_, producer_.pages, {CbCall::Wait, CbCall::Pop});
            if (may_grow) counts(producer_, consumer_.pages, {CbCall::Reserve, CbCall::Push});
        }
        const uint64_t wanted = ledger_.popped < ledger_.pushed ? ledger_.popped : taken;
        const int rank =
            same_rounds() && producer_.rounds > 1 ? 1 : 0;  // where the rounds agree, they are not what is wrong
        if (may_grow) rounds(producer_, wanted, rank);
        if (may_shrink) rounds(consumer_, made, rank);
        return std::move(list_);
    }

    std::vector<Proposal> overpop() {
        if (!consumer_.known) return {};
        for (const CallLine& pop : consumer_.give) {
            for (const CallLine& wait : consumer_.ask) {
                if (pop.uniform && wait.uniform && pop.pages > wait.pages)
                    count_on_line(pop, CbCall::Pop, wait.pages, 0);
            }
        }
        drop_each(consumer_.give, CbCall::Pop);
        return std::move(list_);
    }

private:
    const Case& hang_;
    const Replay& replay_;
    uint32_t core_, cb_;
    const CbLedger& ledger_;
    Side producer_, consumer_;
    std::vector<LogicalCore> cores_;  // with the same counts here
    std::vector<Proposal> list_;

    std::string name() const { return hang_.cb_name(core_, cb_); }

    Side side(CbCall ask, CbCall give) const {
        Side side;
        side.ask = call_lines(hang_, *replay_.ledger, core_, cb_, ask);
        side.give = call_lines(hang_, *replay_.ledger, core_, cb_, give);
        const std::vector<CallLine>& lines = side.give.empty() ? side.ask : side.give;
        if (lines.empty()) return side;
        side.known = true;
        side.kernel = lines.front().kernel;
        side.pages = lines.front().pages;
        for (const CallLine& line : lines) {
            if (line.kernel != side.kernel) side.known = false;
            if (!line.uniform || line.pages != side.pages) side.pages = 0;
            side.rounds += line.calls;
        }
        return side;
    }

    // Cores whose kernels are these and whose counts are the same: one change serves them all.
    void find_cores() {
        for (const Thread& thread : replay_.threads) {
            const CoreLedger* other = replay_.ledger->find(thread.core_index);
            if (other == nullptr) continue;
            const CbLedger& there = other->cbs[cb_];
            if (there.pushed == ledger_.pushed && there.popped == ledger_.popped && there.reach == ledger_.reach &&
                std::find(cores_.begin(), cores_.end(), thread.core) == cores_.end())
                cores_.push_back(thread.core);
        }
    }

    bool same_rounds() const {
        return producer_.pages != 0 && consumer_.pages != 0 && producer_.pages != consumer_.pages &&
               producer_.rounds == consumer_.rounds;
    }

    // Another CB of the core that balances has this total or this number of rounds.
    bool seen_elsewhere(uint64_t total) const {
        const CoreLedger& core = *replay_.ledger->find(core_);
        for (uint32_t i = 0; i < TW_MAX_CBS; ++i) {
            const CbLedger& other = core.cbs[i];
            if (i == cb_ || other.pushed != other.popped || other.injected != 0 || other.pushed == 0) continue;
            if (other.pushed == total) return true;
        }
        return false;
    }

    void add(std::optional<Proposal> proposal) {
        if (proposal) list_.push_back(std::move(*proposal));
    }

    // The calls of one line that work on this CB: where several CBs are handled on a line, those whose number fits.
    std::vector<Call> calls_of(const TextChange& change, const CallLine& line, CbCall call) const {
        return change.source().calls_on_line(line.file, line.line, names_of_call(call));
    }

    void count_on_line(const CallLine& line, CbCall call, uint32_t pages, int rank) {
        TextChange change(hang_.program, line.kernel);
        for (const Call& found : calls_of(change, line, call)) {
            if (found.arguments.empty()) continue;
            const auto [begin, end] = found.arguments.back();
            add(with_number(hang_.program, line.kernel, cores_, begin, end, pages, verb(call), rank));
        }
    }

    // Another number of pages in every call of one side.
    void counts(const Side& side, uint32_t pages, const std::vector<CbCall>& calls) {
        if (pages == 0) return;
        TextChange change(hang_.program, side.kernel);
        size_t first = std::string::npos;
        std::optional<Proposal> by_argument;
        for (CbCall call : calls) {
            for (const CallLine& line : call == calls.front() ? side.ask : side.give) {
                for (const Call& found : calls_of(change, line, call)) {
                    if (found.arguments.empty()) continue;
                    const auto [begin, end] = found.arguments.back();
                    const Origin origin =
                        origin_of(change.source(), found.argument(change.source().code(), found.arguments.size() - 1));
                    if (origin.kind == Origin::Kind::RuntimeArg || origin.kind == Origin::Kind::CompileTimeArg)
                        by_argument = with_number(hang_.program, side.kernel, cores_, begin, end, pages, "", 0);
                    change.replace(begin, end, std::to_string(pages));
                    first = std::min(first, begin);
                }
            }
        }
        if (by_argument) return add(std::move(by_argument));
        if (change.empty()) return;
        list_.push_back(change.made(fmt::format("{}: {} and {} {} of {} at a time instead of {}", change.where(first),
                                                verb(calls[0]), verb(calls[1]), ::tilewright::doctor::pages(pages),
                                                name(), side.pages)));
    }

    // Another number of rounds of the loops around one side.
    void rounds(const Side& side, uint64_t total, int rank) {
        if (side.pages == 0 || side.rounds == 0 || total % side.pages != 0 || total == 0) return;
        const uint64_t wanted = total / side.pages;
        if (wanted == side.rounds) return;
        TextChange change(hang_.program, side.kernel);
        const KernelText& source = change.source();
        const std::vector<CallLine>& lines = side.give.empty() ? side.ask : side.give;
        if (lines.size() != 1) return;
        const auto begin = source.line_begin(lines[0].file, lines[0].line);
        if (!begin) return;
        size_t at = *begin + source.indent(*begin).size();
        for (int depth = 0; depth < 3; ++depth) {
            const auto loop = source.loop_around(at);
            if (!loop) break;
            const std::string bound = source.code().substr(loop->rounds_begin, loop->rounds_end - loop->rounds_begin);
            const bool outermost = !source.loop_around(loop->begin);
            const uint64_t now = value_of(source, side.kernel, bound);
            uint64_t next = 0;
            if (now != 0 && now * wanted % side.rounds == 0) next = now * wanted / side.rounds;
            if (now == 0 && outermost && depth == 0) next = wanted;
            if (next != 0 && next <= UINT32_MAX && !bound.empty()) {
                add(with_number(hang_.program, side.kernel, cores_, loop->rounds_begin, loop->rounds_end,
                                static_cast<uint32_t>(next), "rounds:", rank));
            }
            at = loop->begin;
        }
    }

    uint64_t value_of(const KernelText& source, uint32_t kernel, const std::string& expression) const {
        const Origin origin = origin_of(source, expression);
        const program::KernelDescriptor& descriptor = hang_.program.kernels[kernel];
        if (origin.kind == Origin::Kind::Number) return origin.value;
        if (origin.kind == Origin::Kind::CompileTimeArg && origin.index < descriptor.compile_time_args.size())
            return descriptor.compile_time_args[origin.index];
        if (origin.kind != Origin::Kind::RuntimeArg) return 0;
        const auto args = descriptor.runtime_args.find(hang_.card.worker(core_).logical());
        if (args == descriptor.runtime_args.end() || origin.index >= args->second.size()) return 0;
        return args->second[origin.index];
    }

    // A wait for more (or fewer) pages than the pop behind it takes, while the totals of pushes and pops agree.
    void wait_as_popped() {
        if (ledger_.popped != ledger_.pushed || consumer_.ask.size() != 1 || consumer_.give.size() != 1) return;
        const CallLine& wait = consumer_.ask[0];
        const CallLine& pop = consumer_.give[0];
        if (wait.uniform && pop.uniform && wait.calls == pop.calls && wait.pages != pop.pages)
            count_on_line(wait, CbCall::Wait, pop.pages, 0);
    }

    // Filled once and used in every round beside something else that comes in every round: a constant.
    void popped_early(uint64_t made) {
        if (producer_.rounds != 1 || consumer_.give.size() != 1 || ledger_.popped <= made) return;
        if (!takes_other_pages(consumer_.give[0].processor)) return;
        TextChange change(hang_.program, consumer_.kernel);
        const KernelText& source = change.source();
        const std::vector<Call> pops = calls_of(change, consumer_.give[0], CbCall::Pop);
        if (pops.size() != 1 || !pops[0].statement) return;
        const auto loop = source.loop_around(pops[0].begin);
        if (!loop) return;
        const std::string text = source.code().substr(pops[0].begin, pops[0].close + 2 - pops[0].begin);
        change.drop(pops[0]);
        const std::string at = change.where(pops[0].begin);
        list_.push_back(change.made(
            fmt::format("{}: do not pop {} there, it is filled once and used in every round", at, name()), 1));
        change.insert(loop->body_end + 1, "\n" + source.indent(loop->begin) + text);
        list_.insert(list_.end() - 1, change.made(fmt::format("{}: pop {} after the loop, not in it", at, name())));
    }

    // The thread pops another CB as often: what comes of its rounds differs even if this page stays the same.
    bool takes_other_pages(uint32_t processor) const {
        const CoreLedger& core = *replay_.ledger->find(core_);
        for (uint32_t i = 0; i < TW_MAX_CBS; ++i) {
            if (i != cb_ && core.cbs[i].pops[processor].calls != 0 &&
                core.cbs[i].pops[processor].calls >= ledger_.pops[processor].calls)
                return true;
        }
        return false;
    }

    void drop_each(const std::vector<CallLine>& lines, CbCall call) {
        for (const CallLine& line : lines) {
            TextChange change(hang_.program, line.kernel);
            for (const Call& found : calls_of(change, line, call)) {
                TextChange one(hang_.program, line.kernel);
                one.drop(found);
                list_.push_back(
                    one.made(fmt::format("{}: leave out {}", one.where(found.begin),
                                         one.source().code().substr(found.begin, found.close + 1 - found.begin))));
            }
        }
    }

    // Several lines pop, and more than there is: one of them is too early.
    void popped_twice(uint64_t made) {
        if (consumer_.give.size() < 2 || ledger_.popped <= made) return;
        drop_each(consumer_.give, CbCall::Pop);
    }

    // Pushed in every round, waited for in every round, popped once.
    void popped_once(uint64_t made) {
        if (ledger_.popped >= made || consumer_.give.size() != 1 || consumer_.ask.empty()) return;
        TextChange change(hang_.program, consumer_.kernel);
        const KernelText& source = change.source();
        const std::vector<Call> pops = calls_of(change, consumer_.give[0], CbCall::Pop);
        if (pops.size() != 1 || !pops[0].statement || source.loop_around(pops[0].begin)) return;
        for (const CallLine& line : consumer_.ask) {
            for (const Call& wait : calls_of(change, line, CbCall::Wait)) {
                const auto loop = source.loop_around(wait.begin);
                if (!loop) continue;
                TextChange moved(hang_.program, consumer_.kernel);
                moved.drop(pops[0]);
                moved.insert(loop->body_end,
                             source.code().substr(pops[0].begin, pops[0].close + 2 - pops[0].begin) + " ");
                list_.push_back(
                    moved.made(fmt::format("{}: pop {} in the loop, in every round", moved.where(wait.begin), name())));
            }
        }
    }

    // Packed in every round and pushed once behind the loop.
    void push_in_the_loop(uint64_t taken) {
        if (producer_.give.size() != 1 || producer_.rounds != 1 || producer_.pages == 0 || taken <= producer_.pages)
            return;
        TextChange change(hang_.program, producer_.kernel);
        const KernelText& source = change.source();
        const std::vector<Call> pushes = calls_of(change, producer_.give[0], CbCall::Push);
        if (pushes.size() != 1 || !pushes[0].statement || source.loop_around(pushes[0].begin)) return;
        std::optional<KernelText::Loop> loop;
        for (const Call& work :
             source.calls({"pack_tile", "noc_async_read", "noc_async_read_tile", "noc_async_read_page"})) {
            if (work.begin < pushes[0].begin) {
                if (const auto around = source.loop_around(work.begin)) loop = around;
            }
        }
        if (!loop || loop->body_end > pushes[0].begin) return;
        change.drop(pushes[0]);
        change.insert(loop->body_end,
                      source.code().substr(pushes[0].begin, pushes[0].close + 2 - pushes[0].begin) + " ");
        if (producer_.ask.size() == 1) {
            const std::vector<Call> asks = calls_of(change, producer_.ask[0], CbCall::Reserve);
            if (asks.size() == 1 && asks[0].statement && asks[0].begin < loop->begin) {
                change.drop(asks[0]);
                change.insert(loop->body_begin,
                              " " + source.code().substr(asks[0].begin, asks[0].close + 2 - asks[0].begin));
            }
        }
        list_.push_back(
            change.made(fmt::format("{}: push {} in the loop, in every round", change.where(pushes[0].begin), name())));
    }

    // Waited for and never popped: behind the last use in every round.
    void add_pop() {
        if (consumer_.ask.empty() || consumer_.pages == 0) return;
        const CallLine& line = consumer_.ask.front();
        TextChange source_of(hang_.program, line.kernel);
        for (const Call& wait : calls_of(source_of, line, CbCall::Wait)) {
            TextChange change(hang_.program, line.kernel);
            const KernelText& source = change.source();
            const auto loop = source.loop_around(wait.begin);
            if (!loop) continue;
            std::string text = source.code().substr(wait.begin, wait.close + 1 - wait.begin);
            const size_t word = text.find("wait_front");
            text.replace(word, 10, "pop_front");
            change.insert(loop->body_end, text + "; ");
            list_.push_back(
                change.made(fmt::format("{}: {} at the end of the loop around it", change.where(wait.begin), text)));
        }
    }

    void nobody_pushes() {
        // A push that is compiled for a compute thread that does not make the page.
        for (uint32_t k = 0; k < hang_.program.kernels.size(); ++k) {
            if (!hang_.program.kernels[k].is_compute() || !runs_here(k)) continue;
            static const std::regex guarded(
                R"(\b(UNPACK|MATH)\s*\(\(\s*((?:cb_push_back|cb_reserve_back)\s*\([^;]*\))\s*\)\))");
            TextChange change(hang_.program, k);
            const std::string& code = change.source().code();
            size_t first = std::string::npos;
            for (auto it = std::sregex_iterator(code.begin(), code.end(), guarded); it != std::sregex_iterator();
                 ++it) {
                change.replace(static_cast<size_t>(it->position()), static_cast<size_t>(it->position() + it->length()),
                               (*it)[2].str());
                first = std::min(first, static_cast<size_t>(it->position()));
            }
            if (!change.empty())
                list_.push_back(change.made(
                    fmt::format("{}: push {} from PACK, which makes its pages", change.where(first), name())));
        }
        // Reserved and never pushed.
        for (const CallLine& line : producer_.ask) {
            TextChange found(hang_.program, line.kernel);
            for (const Call& reserve : calls_of(found, line, CbCall::Reserve)) {
                TextChange change(hang_.program, line.kernel);
                const KernelText& source = change.source();
                const auto loop = source.loop_around(reserve.begin);
                const size_t end = loop ? loop->body_end : source.code().rfind('}');
                if (end == std::string::npos) continue;
                std::string text = source.code().substr(reserve.begin, reserve.close + 1 - reserve.begin);
                text.replace(text.find("reserve_back"), 12, "push_back");
                change.insert(end, text + "; ");
                list_.push_back(change.made(fmt::format("{}: {} after the page is made, which was only reserved",
                                                        change.where(reserve.begin), text)));
            }
        }
        other_index();
    }

    bool runs_here(uint32_t kernel) const {
        return contains(hang_.program.kernels[kernel].cores, hang_.card.worker(core_).logical());
    }

    // Pages go into another CB, which nobody takes them from.
    void other_index() {
        const CoreLedger& core = *replay_.ledger->find(core_);
        for (uint32_t other = 0; other < TW_MAX_CBS; ++other) {
            const CbLedger& there = core.cbs[other];
            if (other == cb_ || there.pushed == 0 || there.reach + there.popped != 0) continue;
            TextChange change(hang_.program, consumer_.kernel);
            std::optional<Proposal> by_argument;
            size_t first = std::string::npos;
            std::set<size_t> done;
            for (const auto* lines : {&consumer_.ask, &consumer_.give}) {
                for (const CallLine& line : *lines) {
                    for (const Call& call :
                         calls_of(change, line, lines == &consumer_.ask ? CbCall::Wait : CbCall::Pop)) {
                        if (call.arguments.size() < 2) continue;
                        const auto [begin, end] = call.arguments.front();
                        if (origin_of(change.source(), call.argument(change.source().code(), 0)).kind ==
                            Origin::Kind::CompileTimeArg)
                            by_argument =
                                with_number(hang_.program, consumer_.kernel, cores_, begin, end, other, "", 0);
                        if (done.insert(begin).second) change.replace(begin, end, std::to_string(other));
                        first = std::min(first, begin);
                    }
                }
            }
            if (by_argument) {
                add(std::move(by_argument));
            } else if (!change.empty()) {
                list_.push_back(change.made(fmt::format("{}: wait for and pop {}, which is filled, instead of {}",
                                                        change.where(first), hang_.cb_name(core_, other), name())));
            }
        }
    }
};

}  // namespace

CallLine line_of_site(const Case& hang, const Ledger& ledger, uint32_t core_index, uint32_t processor, uint32_t site) {
    CallLine line;
    line.processor = processor;
    for (const Thread& thread : hang.as_is.threads) {
        if (thread.core_index == core_index && thread.processor == processor) line.kernel = thread.kernel;
    }
    const std::vector<Frame> frames = ledger.site(site).frames();
    const Place place{{}, {}, {}, frames};
    if (const Frame* at = place.line()) line.file = at->file, line.line = at->line;
    return line;
}

std::vector<CallLine> call_lines(const Case& hang, const Ledger& ledger, uint32_t core_index, uint32_t cb,
                                 CbCall call) {
    std::vector<CallLine> lines;
    const CoreLedger* core = ledger.find(core_index);
    if (core == nullptr) return lines;
    std::map<std::pair<uint32_t, uint32_t>, size_t> of_site;  // processor and site
    for (const Act& act : core->cbs[cb].acts) {
        if (act.call != call) continue;
        const auto known = of_site.find({act.processor, act.site});
        size_t index = known == of_site.end() ? lines.size() : known->second;
        if (known == of_site.end()) {
            CallLine line = line_of_site(hang, ledger, core_index, act.processor, act.site);
            line.pages = act.pages;
            // An unrolled loop makes calls of one line from many places.
            const auto same = std::find_if(lines.begin(), lines.end(), [&](const CallLine& other) {
                return other.kernel == line.kernel && other.processor == line.processor && other.file == line.file &&
                       other.line == line.line;
            });
            index = static_cast<size_t>(same - lines.begin());
            if (same == lines.end()) lines.push_back(std::move(line));
            of_site[{act.processor, act.site}] = index;
        }
        ++lines[index].calls;
        lines[index].uniform &= lines[index].pages == act.pages;
    }
    return lines;
}

std::vector<Proposal> mend_pages(const Case& hang, const Replay& replay, uint32_t core_index, uint32_t cb) {
    if (replay.cut || replay.ledger->find(core_index) == nullptr) return {};
    return Mender(hang, replay, core_index, cb).all();
}

std::vector<Proposal> mend_overpop(const Case& hang, const Replay& replay, uint32_t core_index, uint32_t cb) {
    if (replay.ledger->find(core_index) == nullptr) return {};
    return Mender(hang, replay, core_index, cb).overpop();
}

}  // namespace tilewright::doctor
