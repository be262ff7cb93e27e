// What a finding of a check speaks of, as a change: an init, a barrier, a call dropped or put in front, a capacity.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <regex>

#include "base/round_up.hpp"
#include "doctor/mend.hpp"
#include "program/thread_name.hpp"

namespace tilewright::doctor {

namespace {

// Whether the thread that a finding names is one of this kernel's; where it names none, it may be.
bool runs_as(const program::KernelDescriptor& kernel, const std::string& thread) {
    if (thread.empty()) return true;
    for (uint32_t processor = 0; processor < kProcessors; ++processor) {
        const auto as = static_cast<TwProcessor>(processor);
        if (program::runs_on(kernel, as) && program::thread_name(kernel, as) == thread) return true;
    }
    return false;
}

class FindingMender {
public:
    FindingMender(const program::ProgramDescriptor& program, card::Card& card, const Finding& finding)
        : program_(program), card_(card), finding_(finding) {
        if (const Frame* at = finding.place.line()) file_ = at->file, line_ = at->line;
        for (uint32_t k = 0; k < program.kernels.size(); ++k) {
            if (program.kernels[k].display_name() != finding.place.kernel) continue;
            const std::vector<LogicalCore> cores = cores_of(program.kernels[k].cores);
            const bool here = std::any_of(cores.begin(), cores.end(),
                                          [&](const LogicalCore& core) { return core.str() == finding.place.core; });
            // Kernels without a file all have the same name: the thread tells them apart.
            if ((here && runs_as(program.kernels[k], finding.place.thread)) || !kernel_) kernel_ = k;
        }
    }

    std::vector<Proposal> all() {
        const std::string& code = finding_.code;
        if (code == "TW2004" || code == "TW2003") larger();
        if (!kernel_) return std::move(list_);
        // Two reads into one place (TW2108) are not among them: a barrier between would only make sure that the first
        // is lost.
        if (code == "TW2103" || code == "TW2109" || code == "TW2110" || code == "TW2112")
            in_front("noc_async_read_barrier();");
        if (code == "TW2106" || code == "TW2111") {
            in_front("noc_async_writes_flushed();");
            in_front("noc_async_write_barrier();");
        }
        if (code == "TW2105") at_the_end();
        if (code == "TW2304") {
            drop_on_line({"tile_regs_acquire"});
            in_front("tile_regs_commit();");
        }
        if (code == "TW2302") in_front("tile_regs_acquire();");
        if (code == "TW2303") in_front("tile_regs_wait();");
        if (code == "TW2001") paired("push_back", "reserve_back");
        if (code == "TW2002") paired("pop_front", "wait_front");
        if (code == "TW2405") waited();
        if (code == "TW2401" || code == "TW2404" || code == "TW2402") init();
        if (code == "TW2403") in_front("reduce_uninit();");
        if (code == "TW2104") receivers();
        if (code == "TW2410") corners();
        if (code == "TW2102") coordinates();
        return std::move(list_);
    }

private:
    const program::ProgramDescriptor& program_;
    card::Card& card_;
    const Finding& finding_;
    std::optional<uint32_t> kernel_;
    std::string file_;
    uint32_t line_ = 0;
    std::vector<Proposal> list_;

    // Where the statement of the finding begins.
    std::optional<size_t> statement(const KernelText& source) const {
        const auto begin = source.line_begin(file_, line_);
        if (!begin) return std::nullopt;
        const std::string& code = source.code();
        size_t at = *begin;
        while (at < code.size() && (code[at] == ' ' || code[at] == '\t')) ++at;
        // The head of a loop or a brace is no statement to put something in front of.
        if (code.compare(at, 4, "for ") == 0 || code.compare(at, 4, "for(") == 0 || code[at] == '}' || code[at] == '{')
            return std::nullopt;
        return at;
    }

    void in_front(const std::string& text) {
        TextChange change(program_, *kernel_);
        const auto at = statement(change.source());
        if (!at) return;
        change.insert(*at, text + " ");
        list_.push_back(change.made(fmt::format("{}: {} before this line", change.where(*at), text)));
    }

    void drop_on_line(const std::vector<std::string>& names) {
        const TextChange base(program_, *kernel_);
        for (const Call& call : base.source().calls_on_line(file_, line_, names)) {
            TextChange change(program_, *kernel_);
            change.drop(call);
            list_.push_back(change.made(fmt::format("{}: leave out this {}", change.where(call.begin), call.name)));
        }
    }

    void at_the_end() {
        const bool reads = finding_.message.find("(0 reads") == std::string::npos;
        const bool writes = finding_.message.find("0 writes)") == std::string::npos;
        const std::string text = std::string(reads ? "noc_async_read_barrier();" : "") + (reads && writes ? " " : "") +
                                 (writes ? "noc_async_write_barrier();" : "");
        TextChange change(program_, *kernel_);
        const size_t main = change.source().code().find("kernel_main");
        const size_t open = main == std::string::npos ? main : change.source().code().find('{', main);
        if (open == std::string::npos) return;
        int depth = 0;
        for (size_t i = open; i < change.source().code().size(); ++i) {
            const char c = change.source().code()[i];
            depth += c == '{' ? 1 : c == '}' ? -1 : 0;
            if (depth != 0) continue;
            change.insert(i, text + " ");
            list_.push_back(change.made(fmt::format("{}: {} before the kernel ends", change.where(i), text)));
            return;
        }
    }

    // A push without a reserve, a pop without a wait: the partner in front of it, with the same arguments; or the
    // number of the partner that stands there.
    void paired(const std::string& verb, const std::string& partner) {
        const TextChange base(program_, *kernel_);
        const KernelText& source = base.source();
        for (const Call& call : source.calls_on_line(file_, line_, {"cb_" + verb, verb})) {
            std::string text = source.code().substr(call.begin, call.close + 1 - call.begin);
            const size_t word = text.find(verb);
            if (word == std::string::npos || call.arguments.empty()) continue;
            // The nearest partner on the same CB in front of it, with another number.
            std::optional<Call> near;
            for (const Call& other : source.calls({"cb_" + partner, partner})) {
                if (other.begin > call.begin || other.arguments.size() != call.arguments.size()) continue;
                if (other.arguments.size() == 2 && other.argument(source.code(), 0) != call.argument(source.code(), 0))
                    continue;
                near = other;
            }
            const size_t last = call.arguments.size() - 1;
            if (near && near->argument(source.code(), last) != call.argument(source.code(), last)) {
                TextChange change(program_, *kernel_);
                change.replace(call.arguments[last].first, call.arguments[last].second,
                               near->argument(source.code(), last));
                list_.push_back(
                    change.made(fmt::format("{}: {} with {} pages, as in {}", change.where(call.begin), call.name,
                                            near->argument(source.code(), last), change.where(near->begin))));
            }
            text.replace(word, verb.size(), partner);
            TextChange change(program_, *kernel_);
            change.insert(call.begin, text + "; ");
            list_.push_back(change.made(fmt::format("{}: {} before this line", change.where(call.begin), text)));
            TextChange without(program_, *kernel_);
            without.drop(call);
            list_.push_back(without.made(fmt::format("{}: leave out this {}", without.where(call.begin), call.name)));
        }
    }

    // A tile call on a page that nobody waited for: its first argument is the CB.
    void waited() {
        const auto name = call_name();
        if (!name) return;
        TextChange change(program_, *kernel_);
        for (const Call& call : change.source().calls_on_line(file_, line_, {*name})) {
            if (call.arguments.empty()) continue;
            const std::string text = fmt::format("cb_wait_front({}, 1);", call.argument(change.source().code(), 0));
            in_front(text);
        }
    }

    // The tile call of the line: the name in front of the first parenthesis that belongs to a call ending in _tile(s).
    std::optional<std::string> call_name() const {
        const TextChange base(program_, *kernel_);
        const auto begin = base.source().line_begin(file_, line_);
        if (!begin) return std::nullopt;
        const std::string line = base.source().code().substr(*begin, base.source().line_end(*begin) - *begin);
        static const std::regex tile(R"(\b(\w*tiles?\w*)\s*(<[^;()]*>)?\s*\()");
        std::smatch match;
        if (!std::regex_search(line, match, tile)) return std::nullopt;
        return match[1].str();
    }

    // The init that belongs to the tile call of the line, as far as names tell.
    void init() {
        const std::optional<std::string> name = call_name();
        if (!name) return;
        const TextChange base(program_, *kernel_);
        const std::vector<Call> calls = base.source().calls_on_line(file_, line_, {*name});
        if (calls.empty()) return;
        const Call& call = calls.front();
        const KernelText& source = base.source();
        const auto argument = [&](size_t i) { return call.argument(source.code(), i); };
        const std::string a = argument(0), b = argument(1);
        const std::string angle = call.name.find('<') == std::string::npos ? "" : call.name.substr(call.name.find('<'));
        std::vector<std::string> texts;
        if (*name == "copy_tile") texts = {fmt::format("copy_tile_to_dst_init_short({});", a)};
        if (*name == "transpose_wh_tile" || *name == "transpose_tile")
            texts = {fmt::format("transpose_wh_init_short({});", a)};
        for (const char* op : {"add", "sub", "mul"}) {
            if (*name == fmt::format("{}_tiles", op)) texts = {fmt::format("{}_tiles_init({}, {});", op, a, b)};
            for (const char* dim : {"rows", "cols", "scalar"}) {
                if (*name == fmt::format("{}_tiles_bcast_{}", op, dim))
                    texts = {fmt::format("{}_bcast_{}_init_short({}, {});", op, dim, a, b)};
            }
            if (*name == fmt::format("{}_tiles_bcast", op)) {
                const std::string upper = angle.find("ROW") != std::string::npos   ? "rows"
                                          : angle.find("COL") != std::string::npos ? "cols"
                                                                                   : "scalar";
                texts = {fmt::format("{}_bcast_{}_init_short({}, {});", op, upper, a, b)};
            }
        }
        if (*name == "matmul_tiles") texts = {fmt::format("mm_init_short({}, {});", a, b)};
        if (texts.empty() && name->ends_with("_tile")) texts = {fmt::format("{}_init();", *name)};
        // An init of the same kind that stands there already, with the dimension of the call.
        same_kind(call);
        for (const std::string& text : texts) in_front(text);
    }

    // ROW, COL, SCALAR (rows, cols, scalar) of the tile call put into the last init in front of it.
    void same_kind(const Call& call) {
        const TextChange base(program_, *kernel_);
        const std::string& code = base.source().code();
        static const std::regex inits(R"(\b(\w*init\w*)\s*(<[^;()]*>)?\s*\()");
        size_t found = std::string::npos, end = 0;
        for (auto it = std::sregex_iterator(code.begin(), code.end(), inits); it != std::sregex_iterator(); ++it) {
            const auto at = static_cast<size_t>(it->position());
            if (at >= call.begin) break;
            const std::string text = it->str();
            static const std::regex dimension(R"(rows|cols|scalar|ROW|COL|SCALAR|SUM|MAX|AVG)");
            if (std::regex_search(text, dimension)) found = at, end = at + text.size();
        }
        if (found == std::string::npos) return;
        const auto word_of = [](const std::string& text, const std::vector<std::string>& words) -> std::string {
            for (const std::string& word : words) {
                if (text.find(word) != std::string::npos) return word;
            }
            return {};
        };
        std::string text = code.substr(found, end - found);
        const std::string before = text;
        for (const std::vector<std::string>& words :
             {std::vector<std::string>{"rows", "cols", "scalar"}, {"ROW", "COL", "SCALAR"}, {"SUM", "MAX", "AVG"}}) {
            const std::string wanted = word_of(call.name, words), have = word_of(text, words);
            if (!wanted.empty() && !have.empty() && wanted != have) text.replace(text.find(have), have.size(), wanted);
        }
        if (text == before) return;
        TextChange change(program_, *kernel_);
        change.replace(found, end, text);
        list_.push_back(change.made(fmt::format("{}: {} instead of {}", change.where(found),
                                                text.substr(0, text.size() - 1), before.substr(0, before.size() - 1))));
    }

    // The next numbers of pages that every block of the CB divides.
    void larger() {
        static const std::regex named(R"(\bc_(\d+))"), asked(R"(, (\d+)\))");
        std::smatch cb, pages;
        if (!std::regex_search(finding_.message, cb, named) || !std::regex_search(finding_.message, pages, asked))
            return;
        const auto index = static_cast<uint32_t>(std::stoul(cb[1].str()));
        const auto block = static_cast<uint32_t>(std::stoul(pages[1].str()));
        for (const program::CbDescriptor& descriptor : program_.cbs) {
            for (const program::CbFormat& format : descriptor.formats) {
                if (format.index != index || format.page_bytes == 0 || block == 0) continue;
                const uint32_t now = descriptor.total_bytes / format.page_bytes;
                for (uint32_t more = round_up(now + 1, block); more <= now + 3 * block; more += block) {
                    list_.push_back(with_capacities(program_, {{index, more}},
                                                    fmt::format("grow c_{} from {} to {} pages", index, now, more)));
                }
                return;
            }
        }
    }

    void receivers() {
        static const std::regex has(R"(the rectangle has (\d+))");
        std::smatch match;
        if (!std::regex_search(finding_.message, match, has)) return;
        const auto count = static_cast<uint32_t>(std::stoul(match[1].str()));
        const TextChange base(program_, *kernel_);
        for (const Call& call : base.source().calls_on_line(
                 file_, line_,
                 {"noc_async_write_multicast", "noc_async_write_multicast_loopback_src", "noc_semaphore_set_multicast",
                  "noc_semaphore_set_multicast_loopback_src", "noc_semaphore_inc_multicast"})) {
            const size_t index = call.name.find("semaphore") == std::string::npos ? 3 : 2;
            if (call.arguments.size() <= index) continue;
            std::vector<LogicalCore> cores;
            for (const LogicalCore& core : cores_of(program_.kernels[*kernel_].cores)) {
                if (core.str() == finding_.place.core) cores.push_back(core);
            }
            if (auto proposal = with_number(program_, *kernel_, cores, call.arguments[index].first,
                                            call.arguments[index].second, count, "count receivers:"))
                list_.push_back(std::move(*proposal));
        }
    }

    // Start and end of the rectangle change places.
    void corners() {
        TextChange change(program_, *kernel_);
        const KernelText& source = change.source();
        size_t first = std::string::npos;
        for (const Call& call : source.calls({"get_noc_multicast_addr"})) {
            if (call.arguments.size() < 4) continue;
            for (size_t i = 0; i < 4; ++i)
                change.replace(call.arguments[i].first, call.arguments[i].second,
                               call.argument(source.code(), (i + 2) % 4));
            first = std::min(first, call.begin);
        }
        if (!change.empty())
            list_.push_back(change.made(
                fmt::format("{}: pass the end of the rectangle first, its start second", change.where(first))));
    }

    // Two arguments one behind the other that are a core of the grid: where that core is on the NoC.
    void coordinates() {
        for (const auto& [core, args] : program_.kernels[*kernel_].runtime_args) {
            if (core.str() != finding_.place.core) continue;
            for (size_t i = 0; i + 1 < args.size(); ++i) {
                const LogicalCore meant{args[i], args[i + 1]};
                if (!card_.has_core(meant)) continue;
                const card::NocXy at = card_.virtual_core(meant);
                Proposal proposal{{}, program_, {}, 0};
                for (auto& [other, words] : proposal.program.kernels[*kernel_].runtime_args) {
                    if (i + 1 >= words.size()) continue;
                    const LogicalCore there{words[i], words[i + 1]};
                    if (!card_.has_core(there)) continue;
                    const card::NocXy place = card_.virtual_core(there);
                    words[i] = place.x, words[i + 1] = place.y;
                }
                proposal.words = fmt::format(
                    "pass NoC coordinates as runtime args {} and {} of {} (core {} is at ({},{})), not those of the "
                    "grid",
                    i, i + 1, program_.kernels[*kernel_].display_name(), meant.str(), at.x, at.y);
                proposal.changes.push_back({"runtime argument", fmt::format("runtime args {} and {}", i, i + 1),
                                            meant.str(), fmt::format("({},{})", at.x, at.y)});
                list_.push_back(std::move(proposal));
            }
        }
    }
};

}  // namespace

std::vector<Proposal> mend_finding(const program::ProgramDescriptor& program, card::Card& card,
                                   const Finding& finding) {
    return FindingMender(program, card, finding).all();
}

}  // namespace tilewright::doctor
