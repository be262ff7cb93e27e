// TW2203: runtime arguments are set that a kernel reads on no core.
#include <algorithm>

#include "checks/arguments_read.hpp"
#include "checks/check.hpp"

namespace tilewright::checks::arguments_unread {

struct Read {
    explicit Read(const Fiber&) {}
    std::vector<uint8_t> by_index, common;

    static void mark(std::vector<uint8_t>& read, size_t index) {
        if (read.size() <= index) read.resize(index + 1);
        read[index] = 1;
    }
};

namespace {
void read(const ArgumentRead& use) {
    Read& read = of<Read>(use.fiber);
    Read::mark(use.common ? read.common : read.by_index, use.index);
}

// Through a pointer: get_arg_addr.
void load(const L1Use& use) {
    const TwThread& thread = use.fiber.thread;
    const auto mark = [&](uint32_t begin, uint32_t count, std::vector<uint8_t> Read::* list) {
        if (use.address + use.bytes <= begin || use.address >= begin + 4 * count) return;
        const uint32_t first = use.address < begin ? 0 : (use.address - begin) / 4;
        const uint32_t last = std::min((use.address + use.bytes - 1 - begin) / 4, count - 1);
        for (uint32_t i = first; i <= last; ++i) Read::mark(of<Read>(use.fiber).*list, i);
    };
    mark(thread.rta_addr, thread.rta_count, &Read::by_index);
    mark(thread.crta_addr, thread.crta_count, &Read::common);
}

void look_at(Run& run, uint32_t kernel_index) {
    const std::string kernel = run.program.kernels[kernel_index].display_name();
    std::vector<uint8_t> read;
    size_t set = 0;
    for (const auto& core : run.cores) {
        for (const auto& fiber : core->fibers) {
            if (fiber->kernel_index != kernel_index) continue;
            const auto& here = of<Read>(*fiber).by_index;
            set = std::max<size_t>(set, fiber->thread.rta_count);
            if (read.size() < here.size()) read.resize(here.size());
            for (size_t i = 0; i < here.size(); ++i) read[i] |= here[i];
        }
    }
    std::string unread;
    for (size_t i = 0; i < set; ++i) {
        if (i >= read.size() || read[i] == 0) unread += (unread.empty() ? "" : ", ") + std::to_string(i);
    }
    // A kernel that reads none takes its arguments by address.
    if (unread.empty() || std::find(read.begin(), read.end(), 1) == read.end()) return;
    Finding finding;
    finding.code = "TW2203";
    finding.severity = Severity::Note;
    finding.place.kernel = kernel;
    finding.message = fmt::format("runtime argument{} {} of {} never read on any core",
                                  unread.find(',') == std::string::npos ? "" : "s", unread, kernel);
    finding.why = "host and kernel may disagree about the order of the arguments";
    finding.fix = "remove the argument, or check the indices";
    run.add_finding(std::move(finding));
}

void end(const RunEnd& end) {
    for (uint32_t i = 0; i < end.run.program.kernels.size(); ++i) look_at(end.run, i);
}
}  // namespace

void listen(Events& on) {
    keep<Read, Fiber>(on);
    on.argument_read.add(read);
    on.load.add(load);
    on.run_end.add(end);
}

}  // namespace tilewright::checks::arguments_unread

namespace tilewright::checks {

std::optional<bool> argument_was_read(const Fiber& fiber, uint32_t index, bool common) {
    if (fiber.check_states.empty()) return std::nullopt;
    const auto& state = of<arguments_unread::Read>(fiber);
    const std::vector<uint8_t>& read = common ? state.common : state.by_index;
    return index < read.size() && read[index] != 0;
}

}  // namespace tilewright::checks
