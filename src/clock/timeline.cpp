// Two looks at one simulation: a survey of all cores, then the slices of the slowest core's windows.
#include "clock/timeline.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "clock/recording.hpp"
#include "clock/timeline_closeup.hpp"
#include "clock/timeline_survey.hpp"

namespace tilewright::clock {

namespace {

using Slice = Timeline::Slice;
using Window = Timeline::Window;

// Neighbours that fit into `span` become one slice.
std::vector<Slice> joined(const std::vector<Slice>& all, double span) {
    std::vector<Slice> out;
    std::map<uint32_t, double> by_name;  // of the slice that grows
    for (const Slice& slice : all) {
        if (out.empty() || slice.end - out.back().begin > span) {
            out.push_back(slice);
            by_name = {{slice.name, slice.cycles}};
            continue;
        }
        Slice& last = out.back();
        last.end = std::max(last.end, slice.end);
        last.cycles += slice.cycles;
        last.count += slice.count;
        by_name[slice.name] += slice.cycles;
        if (by_name[slice.name] > by_name[last.name]) last.name = slice.name;
    }
    return out;
}

// Of the steps within `span` of each other the highest remains, and where it ends.
std::vector<Timeline::Level> joined(const std::vector<Timeline::Level>& all, double span) {
    std::vector<Timeline::Level> out;
    double until = 0;
    uint32_t last = 0;  // level at the end of the steps that are joined
    bool several = false;
    for (const Timeline::Level& level : all) {
        if (!out.empty() && level.at < until) {
            out.back().pages = std::max(out.back().pages, level.pages);
            last = level.pages;
            several = true;
            continue;
        }
        if (several && last != out.back().pages && until < level.at) out.push_back({until, last});
        out.push_back(level);
        until = level.at + span;
        last = level.pages;
        several = false;
    }
    if (several && last != out.back().pages) out.push_back({until, last});
    return out;
}

size_t marks_in(const Window& window) {
    size_t sum = 0;
    for (const Timeline::Line& line : window.lines) sum += line.calls.size() + line.waits.size();
    for (const Timeline::Cb& cb : window.cbs) sum += cb.levels.size();
    return sum;
}

void bound(Window& window, uint32_t most_slices) {
    constexpr double kFinest = 1.0 / 16384, kCoarsest = 1.0 / 16;  // of the window
    const size_t before = marks_in(window);
    if (before <= most_slices) return;
    Window best = window;
    for (double part = kFinest; part <= kCoarsest; part *= 2) {
        const double span = part * (window.end - window.begin);
        best = window;
        for (Timeline::Line& line : best.lines) {
            line.calls = joined(line.calls, span);
            line.waits = joined(line.waits, span);
        }
        for (Timeline::Cb& cb : best.cbs) {
            cb.levels = joined(cb.levels, span);
            if (cb.levels.back().at > window.end) cb.levels.pop_back();
        }
        if (marks_in(best) <= most_slices) break;
    }
    best.joined = before - marks_in(best);
    window = std::move(best);
}

// Ends of the rows of a core that ends at `end`.
std::vector<double> row_ends(const std::vector<double>& marks, uint32_t rows, double end) {
    std::vector<double> ends;
    for (uint32_t row = 1; row <= rows; ++row) {
        if (marks.size() >= rows) {
            ends.push_back(marks[marks.size() * row / rows - 1]);
        } else {
            ends.push_back(end * row / rows);
        }
    }
    ends.back() = end;
    return ends;
}

void choose_windows(Timeline& timeline, const std::vector<double>& ends, uint32_t shown) {
    const auto rows = static_cast<uint32_t>(ends.size());
    const auto window = [&](uint32_t first, uint32_t count) {
        Window made;
        made.first_row = first;
        made.rows = count;
        made.begin = first == 0 ? 0 : ends[first - 1];
        made.end = ends[first + count - 1];
        return made;
    };
    shown = std::max(1u, shown);
    if (rows <= shown + 1) {
        timeline.windows.push_back(window(0, rows));
        return;
    }
    timeline.windows.push_back(window(0, shown));
    shown = std::min(shown, rows - shown);
    Window slowest = window(timeline.windows.front().rows, shown);
    for (uint32_t first = slowest.first_row + 1; first + shown <= rows; ++first) {
        Window other = window(first, shown);
        if (other.end - other.begin > slowest.end - slowest.begin) slowest = std::move(other);
    }
    timeline.windows.push_back(std::move(slowest));
}

}  // namespace

Timeline make_timeline(const Tape& tape, const Figures& figures, const TimelineOptions& options) {
    Survey survey(tape);
    Simulation(tape, figures, &survey).run();
    Timeline timeline;
    timeline.clock_ghz = figures.clock_ghz;
    size_t slowest = 0;
    for (size_t i = 0; i < survey.cores.size(); ++i) {
        if (survey.cores[i].end > survey.cores[slowest].end) slowest = i;
    }
    if (survey.cores.empty()) return timeline;
    const CoreTape& core = tape.cores[slowest];
    const std::vector<double>& marks = survey.marked[slowest];
    timeline.core = core.at;
    timeline.cycles = survey.cores[slowest].end;
    timeline.cores = std::move(survey.cores);
    const auto known = options.tile_rows.find(core.at);
    timeline.rows_known = known != options.tile_rows.end() && known->second > 0;
    timeline.rows = timeline.rows_known ? known->second
                    : marks.empty()     ? Timeline::kMostParts
                                        : static_cast<uint32_t>(std::min<size_t>(marks.size(), Timeline::kMostParts));
    timeline.rule = marks.size() >= timeline.rows
                        ? fmt::format("equal parts of {} {}", marks.size(), marks_of(core).text)
                        : "equal parts of the time";
    choose_windows(timeline, row_ends(marks, timeline.rows, timeline.cycles), options.rows_shown);
    Closeup closeup(tape, core, timeline, options.most_slices);
    Simulation(tape, figures, &closeup).run();
    closeup.finish();
    for (Window& window : timeline.windows) bound(window, options.most_slices);
    return timeline;
}

Timeline Recording::timeline(const TimelineOptions& options) const {
    return make_timeline(*tape_, Figures(tape_->card.arch(), llk_), options);
}

}  // namespace tilewright::clock
