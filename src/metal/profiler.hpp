// The device profiler on top of the clock: programs that were timed wait here until somebody reads the profiler.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "clock/timing.hpp"
#include "tt-metalium/experimental/profiler.hpp"

namespace tilewright::metal {

// A program that ran with the clock on. `start`: cycles since the device was opened.
struct TimedProgram {
    uint64_t runtime_id = 0;
    uint64_t start = 0;
    uint32_t available_cores = 0;
    std::shared_ptr<const clock::Timing> timing;
};

// Where a logical core stands in a profiler's log.
using CorePlace = std::function<std::pair<uint32_t, uint32_t>(LogicalCore)>;

// "BRISC", "NCRISC", "TRISC_0" (UNPACK), "TRISC_1" (MATH), "TRISC_2" (PACK).
const char* profiler_name(TwProcessor processor);

// The analyses that the vendor's tools make of a program, by their names. The card has no firmware: what is asked of
// it is that of the kernels.
tt::tt_metal::experimental::ProgramAnalysisData analyse(const TimedProgram& program);

// The first two lines of profile_log_device.csv, and a program's lines: kernels and zones, start and end.
void write_log_head(std::ostream& out, const std::string& arch, double clock_ghz, uint32_t cores);
void write_log(std::ostream& out, const TimedProgram& program, uint32_t chip, const CorePlace& place);

tt::tt_metal::experimental::KernelDurationSummary summarise(const std::vector<uint64_t>& durations_ns, uint64_t from,
                                                            uint64_t to, uint32_t buckets);

// What a device has timed since the profiler was last read, and its own time.
class Profiler {
public:
    // A program without an id of the host's (0) gets the number of its launch.
    void add(uint64_t runtime_id, uint32_t available_cores, std::shared_ptr<const clock::Timing> timing);
    // Makes what was added the latest data of the chip and appends it to the log file.
    void read(uint32_t chip, uint32_t cores, const CorePlace& place);
    // The newest program that was timed; null before the first.
    const std::shared_ptr<const clock::Timing>& last() const { return last_; }

private:
    std::vector<TimedProgram> waiting_;
    std::shared_ptr<const clock::Timing> last_;
    uint64_t now_ = 0;
    uint64_t launches_ = 0;
};

}  // namespace tilewright::metal
