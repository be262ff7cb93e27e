// What DPRINT, ASSERT, WAYPOINT and the profiler macros do. See debug.hpp.
#include "calls/debug.hpp"

#include <array>
#include <atomic>
#include <cctype>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <memory>
#include <mutex>
#include <sstream>
#include <unordered_map>

#include "engine/strict.hpp"
#include "base/environment.hpp"
#include "base/error.hpp"
#include "engine/run_state.hpp"

namespace tilewright::calls {

namespace {

constexpr std::array<std::string_view, 6> kProcessorNames = {"BR", "NC", "TR0", "TR1", "TR2", "TR"};

constexpr uint32_t bit(TwProcessor processor) { return 1u << processor; }

// "3,4" or "(3,4)" at the front of `text`, which is shortened by it.
bool take_core(std::string_view& text, LogicalCore& core) {
    const bool bracket = !text.empty() && text.front() == '(';
    if (bracket) text.remove_prefix(1);
    auto take_number = [&](uint32_t& number) {
        size_t digits = 0;
        number = 0;
        while (digits < text.size() && digits < 6 && std::isdigit(static_cast<unsigned char>(text[digits]))) {
            number = number * 10 + static_cast<uint32_t>(text[digits++] - '0');
        }
        text.remove_prefix(digits);
        return digits > 0;
    };
    if (!take_number(core.x) || text.empty() || text.front() != ',') return false;
    text.remove_prefix(1);
    if (!take_number(core.y)) return false;
    if (bracket) {
        if (text.empty() || text.front() != ')') return false;
        text.remove_prefix(1);
    }
    return true;
}

CoreRanges parse_cores(std::string_view text) {
    const auto refuse = [given = text] {
        return Error("TW4501", "TT_METAL_DPRINT_CORES is \"" + std::string(given) + "\", which names no cores",
                     "give one core (0,0), a list (0,0),(0,1), a rectangle (0,0)-(3,0), or all", Exit::Usage);
    };
    CoreRanges ranges;
    while (true) {
        LogicalCore first, last;
        if (!take_core(text, first)) throw refuse();
        last = first;
        if (!text.empty() && text.front() == '-') {
            text.remove_prefix(1);
            if (!take_core(text, last) || last.x < first.x || last.y < first.y) throw refuse();
        }
        ranges.push_back({first, last});
        if (text.empty()) return ranges;
        if (text.front() != ',') throw refuse();
        text.remove_prefix(1);
    }
}

uint32_t parse_processors(std::string_view text) {
    if (text.empty() || text == "all") return ~0u;
    uint32_t bits = 0;
    while (!text.empty()) {
        const size_t end = text.find_first_of("+,");
        const std::string_view name = text.substr(0, end);
        bool known = false;
        for (uint32_t i = 0; i < kProcessorNames.size(); ++i) {
            if (name == kProcessorNames[i]) bits |= 1u << i, known = true;
        }
        if (!known) {
            throw Error("TW4502", "TT_METAL_DPRINT_RISCVS names \"" + std::string(name) + "\", which is no processor",
                        "use BR, NC, TR0, TR1, TR2, joined by +", Exit::Usage);
        }
        text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    }
    // One fused thread plays all three compute processors.
    if (bits & (bit(TW_UNPACK) | bit(TW_MATH) | bit(TW_PACK))) bits |= bit(TW_FUSED);
    return bits;
}

// Output and half-finished lines. One lock: prints are for people, and few.
struct PrintState {
    std::mutex mutex;
    PrintSelection selection;
    bool prefix = true;
    std::ostream* out = &std::cout;
    std::unique_ptr<std::ofstream> file;
    struct Line {
        std::string prefix;
        std::string text;
    };
    std::unordered_map<const TwThread*, Line> lines;

    PrintState() { load_environment(); }
    void load_environment() {
        selection = PrintSelection::from_environment();
        prefix = environment::text("TT_METAL_DPRINT_PREPEND_DEVICE_CORE_RISC") != "0";
        out = &std::cout;
        file.reset();
        if (const std::string path = environment::text("TT_METAL_DPRINT_FILE"); selection.any() && !path.empty()) {
            file = std::make_unique<std::ofstream>(path);
            if (!*file) {
                throw Error("TW4503", "TT_METAL_DPRINT_FILE is \"" + path + "\", which cannot be written",
                            "give a file in an existing folder", Exit::Environment);
            }
            out = file.get();
        }
    }
    void write(const Line& line) { *out << line.prefix << line.text << '\n'; }
    void flush_all() {
        for (auto& [thread, line] : lines) {
            if (!line.text.empty()) write(line);
        }
        lines.clear();
        out->flush();
    }
};

PrintState& print_state() {
    static PrintState state;
    return state;
}

std::atomic<DebugSink*> debug_sink{nullptr};

}  // namespace

PrintSelection::PrintSelection(std::string_view cores, std::string_view processors)
    : processors_(parse_processors(processors)) {
    if (cores == "all" || cores == "worker") {
        all_ = true;
    } else if (!cores.empty() && cores != "dispatch") {  // there are no dispatch cores: nothing to print
        ranges_ = parse_cores(cores);
    }
}

PrintSelection PrintSelection::from_environment() {
    return PrintSelection(environment::text("TT_METAL_DPRINT_CORES"), environment::text("TT_METAL_DPRINT_RISCVS"));
}

bool PrintSelection::contains(LogicalCore core, TwProcessor processor) const {
    return (processors_ & bit(processor)) != 0 && (all_ || tilewright::contains(ranges_, core));
}

std::string_view processor_name(TwProcessor processor) {
    const auto index = static_cast<size_t>(processor);
    return index < kProcessorNames.size() ? kProcessorNames[index] : "?";
}

void set_print_output(PrintSelection selection, std::ostream* out, bool prefix) {
    PrintState& state = print_state();
    const std::lock_guard lock(state.mutex);
    state.flush_all();
    state.selection = std::move(selection);
    state.prefix = prefix;
    state.out = out == nullptr ? &std::cout : out;
    state.file.reset();
}

void reset_print_output() {
    PrintState& state = print_state();
    const std::lock_guard lock(state.mutex);
    state.flush_all();
    state.load_environment();
}

void flush_prints() {
    PrintState& state = print_state();
    const std::lock_guard lock(state.mutex);
    state.flush_all();
}

void set_debug_sink(DebugSink* sink) { debug_sink = sink; }

namespace {
DebugSink* sink_of_run() {
    DebugSink* sink = debug_sink;
    return sink != nullptr && !engine::current_run().silent ? sink : nullptr;
}
}  // namespace

void run_ended() { flush_prints(); }

namespace {

// A stream whose text goes to a function whenever it is flushed.
class SendingStream : public std::stringbuf {
public:
    explicit SendingStream(std::function<void(std::string_view)> to) : to_(std::move(to)) {}
    int sync() override {
        if (!view().empty()) to_(view());
        str({});
        return 0;
    }

private:
    std::function<void(std::string_view)> to_;
};

}  // namespace

void send_prints(std::function<void(std::string_view)> to) {
    PrintState& state = print_state();
    const std::lock_guard lock(state.mutex);
    static auto* stream = new std::ostream(new SendingStream(std::move(to)));  // one for the process's life
    state.out = stream;
}

void print_text(std::string_view text) {
    PrintState& state = print_state();
    const std::lock_guard lock(state.mutex);
    *state.out << text << std::flush;
}

}  // namespace tilewright::calls

using namespace tilewright;

extern "C" {

uint32_t tw_print_enabled(void) {
    const calls::PrintState& state = calls::print_state();
    if (!state.selection.any() || engine::current_run().silent) return 0;
    return state.selection.contains({tw_self->logical_x, tw_self->logical_y},
                                    static_cast<TwProcessor>(tw_self->processor));
}

void tw_print(const char* text, uint32_t bytes) {
    if (!tw_print_enabled()) return;
    calls::PrintState& state = calls::print_state();
    const std::lock_guard lock(state.mutex);
    calls::PrintState::Line& line = state.lines[tw_self];
    if (state.prefix && line.prefix.empty()) {
        line.prefix = "0:(x=" + std::to_string(tw_self->logical_x) + ",y=" + std::to_string(tw_self->logical_y) +
                      "):" + std::string(calls::processor_name(static_cast<TwProcessor>(tw_self->processor))) + ": ";
    }
    for (std::string_view rest(text, bytes); !rest.empty();) {
        const size_t end = rest.find('\n');
        line.text += rest.substr(0, end);
        if (end == std::string_view::npos) break;
        state.write(line);
        line.text.clear();
        rest.remove_prefix(end + 1);
    }
    state.out->flush();
}

void tw_assert_failed(const char* condition, const char* file, uint32_t line) {
    if (!engine::current_run().options.asserts) return;
    Finding finding;
    finding.code = "TW2501";
    finding.message = "ASSERT(" + std::string(condition) + ") failed at " + file + ":" + std::to_string(line);
    finding.why = "the kernel states that this holds; on the card a failed assertion stops the processor there";
    finding.fix = "look at the values the condition names at this place, or correct the condition";
    engine::fail_fiber(std::move(finding));
}

void tw_waypoint(const char* text) { engine::current_fiber().waypoint = text; }

void tw_zone_begin(const char* name) {
    if (calls::DebugSink* sink = calls::sink_of_run()) sink->zone_begin(*tw_self, name);
}

void tw_zone_end(void) {
    if (calls::DebugSink* sink = calls::sink_of_run()) sink->zone_end(*tw_self);
}

void tw_record(const char* name, uint64_t value) {
    if (calls::DebugSink* sink = calls::sink_of_run()) sink->record(*tw_self, name, value);
}

}  // extern "C"
