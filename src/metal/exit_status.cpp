// A process that leaves findings of severity error behind does not end with 0.
#include "metal/exit_status.hpp"

#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <unistd.h>

#include <atomic>

#include "base/environment.hpp"
#include "tilewright/device.hpp"

namespace tilewright {

namespace {

std::atomic<uint64_t> errors_seen{0};
std::atomic<bool> errors_fail{true};
std::atomic<pid_t> seen_by{0};  // a child made by fork() ends as its parent's code says

void at_exit(int status, void*) {
    const unsigned long long count = errors_seen.load();
    if (status != 0 || count == 0 || !errors_fail.load() || seen_by.load() != ::getpid()) return;
    std::cout.flush();
    std::fflush(nullptr);
    std::fprintf(stderr,
                 "tilewright: %llu finding%s of severity error: exit status 1 (TILEWRIGHT_FINDINGS_EXIT=0 leaves it "
                 "as it was)\n",
                 count, count == 1 ? "" : "s");
    std::fflush(stderr);
    ::_exit(static_cast<int>(Exit::Finding));
}

// As the library is loaded, so that everything which registers itself later has ended before.
[[maybe_unused]] const int registered = ::on_exit(at_exit, nullptr);

}  // namespace

void set_findings_exit(bool on) { errors_fail = on; }

void metal::count_findings(const std::vector<Finding>& findings) {
    for (const Finding& finding : findings) {
        if (finding.severity != Severity::Error) continue;
        if (environment::choice("TILEWRIGHT_FINDINGS_EXIT", {"0", "1"}) == 0) return;
        seen_by = ::getpid();
        ++errors_seen;
    }
}

}  // namespace tilewright
