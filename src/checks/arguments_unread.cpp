// TW2203: runtime arguments are set that a kernel reads on no core.
#include <algorithm>

#include "checks/check.hpp"

namespace tilewright::checks::arguments_unread {

namespace {
struct Read {
    explicit Read(const Fiber&) {}
    std::vector<uint8_t> by_index;
};

void read(const ArgumentRead& use) {
    if (use.common) return;
    auto& read = of<Read>(use.fiber).by_index;
    if (read.size() <= use.index) read.resize(use.index + 1);
    read[use.index] = 1;
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
    on.run_end.add(end);
}

}  // namespace tilewright::checks::arguments_unread
