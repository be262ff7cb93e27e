// profile_log_device.csv: a line per start and end of a kernel or zone, in the columns of the vendor's tools.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "metal/profiler.hpp"

namespace tilewright::metal {

namespace {

// What the vendor's build calls a kernel's own zone and its firmware's.
std::string zone_of(TwProcessor processor, const char* part) {
    const char* name = processor == TW_BRISC ? "BRISC" : processor == TW_NCRISC ? "NCRISC" : "TRISC";
    return fmt::format("{}-{}", name, part);
}

// A number for a zone's name; the vendor's is a 16-bit hash of name and place.
uint32_t timer_of(std::string_view name) {
    const size_t hashed = std::hash<std::string_view>()(name);
    return hashed & 0xFFFFu;
}

struct Line {
    uint64_t cycle = 0;
    bool start = false;
    std::string zone;
    std::string file;
};

}  // namespace

void write_log_head(std::ostream& out, const std::string& arch, double clock_ghz, uint32_t cores) {
    out << fmt::format("ARCH: {}, CHIP_FREQ[MHz]: {}, Max Compute Cores: {}\n", arch, std::lround(clock_ghz * 1000.0),
                       cores);
    out << "PCIe slot, core_x, core_y, RISC processor type, timer_id, time[cycles since reset], data, run host ID, "
           "trace id, trace id counter, zone name, type, source line, source file, meta data\n";
}

void write_log(std::ostream& out, const TimedProgram& program, uint32_t chip, const CorePlace& place) {
    const clock::Timing& timing = *program.timing;
    for (size_t index = 0; index < timing.threads.size(); ++index) {
        const clock::ThreadTime& thread = timing.threads[index];
        const auto [x, y] = place(thread.core);
        // They are written in the order of time; at one time the outer zone starts first and ends last.
        std::vector<Line> lines;
        const auto add = [&](const std::string& zone, uint64_t begin, uint64_t end) {
            lines.push_back({program.start + begin, true, zone, thread.kernel});
            lines.push_back({program.start + end, false, zone, thread.kernel});
        };
        add(zone_of(thread.processor, "FW"), thread.begin, thread.end);
        add(zone_of(thread.processor, "KERNEL"), thread.begin, thread.end);
        for (const clock::ZoneTime& zone : timing.zones) {
            if (zone.thread == index) add(zone.name, zone.begin, zone.end);
        }
        std::vector<Line> ends;
        for (const Line& line : lines) {
            if (!line.start) ends.push_back(line);
        }
        std::erase_if(lines, [](const Line& line) { return !line.start; });
        lines.insert(lines.end(), ends.rbegin(), ends.rend());
        std::stable_sort(lines.begin(), lines.end(), [](const Line& a, const Line& b) { return a.cycle < b.cycle; });
        for (const Line& line : lines) {
            out << fmt::format("{},{},{},{},{},{},0,{},,,{},{},0,{},\n", chip, x, y, profiler_name(thread.processor),
                               timer_of(line.zone), line.cycle, program.runtime_id, line.zone,
                               line.start ? "ZONE_START" : "ZONE_END", line.file);
        }
    }
}

}  // namespace tilewright::metal
