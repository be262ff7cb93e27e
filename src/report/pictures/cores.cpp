// All cores on the grid: a bar for each thread, solid as far as it works and hatched as far as it waits.
#include <fmt/format.h>

#include <algorithm>

#include "report/pictures/draw.hpp"
#include "report/pictures/pictures.hpp"
#include "report/text.hpp"

namespace tilewright::report {

using clock::Timeline;

namespace {

constexpr double kBar = 6, kGap = 1;  // heights in a cell's plot, which is 100 wide

std::string bars(const Timeline::CoreShare& core, double cycles, const std::string& hatched) {
    std::string text;
    double y = 0;
    for (const Timeline::ThreadShare& thread : core.threads) {
        const double busy = 100 * thread.busy / cycles, waiting = 100 * thread.waiting / cycles;
        text += fmt::format(
            "<rect class=\"tw-call\" x=\"0\" y=\"{0}\" width=\"{1}\" height=\"{2}\"/>"
            "<rect class=\"tw-wait\" fill=\"url(#{3})\" x=\"{1}\" y=\"{0}\" width=\"{4}\" height=\"{2}\"/>",
            coordinate(y), coordinate(busy), kBar, hatched, coordinate(waiting));
        y += kBar + kGap;
    }
    return text;
}

std::string core_words(const Timeline& timeline, const Timeline::CoreShare& core) {
    std::string text = fmt::format("core {}, ends at {}:", core.at.str(), microseconds(timeline.us(core.end)));
    for (const Timeline::ThreadShare& thread : core.threads)
        text += fmt::format(" {} {} busy, {} waits;", thread.name, share(thread.busy / timeline.cycles),
                            share(thread.waiting / timeline.cycles));
    text.pop_back();
    return text;
}

}  // namespace

std::string cores_picture(const std::string& id, const Timeline& timeline, uint32_t grid_x, uint32_t grid_y) {
    std::map<LogicalCore, const Timeline::CoreShare*> by_place;
    size_t threads = 1;
    for (const Timeline::CoreShare& core : timeline.cores) {
        by_place[core.at] = &core;
        threads = std::max(threads, core.threads.size());
        grid_x = std::max(grid_x, core.at.x + 1);
        grid_y = std::max(grid_y, core.at.y + 1);
    }
    const double height = static_cast<double>(threads) * (kBar + kGap) - kGap;
    Figure picture;
    picture.id = id;
    picture.kind = "items";
    picture.attributes = fmt::format("data-columns=\"{}\"", grid_x);
    std::string names;
    if (!timeline.cores.empty()) {
        for (const Timeline::ThreadShare& thread : timeline.cores.front().threads)
            names += (names.empty() ? "" : ", ") + thread.name;
    }
    picture.caption = fmt::format(
        "<b>{} of {} cores</b>. Bars of a core, from the top: {}; each as a part of the program's {}. Of a compute "
        "thread "
        "the bar is its unit's.",
        timeline.cores.size(), grid_x * grid_y, html_escape(names), microseconds(timeline.us(timeline.cycles)));
    const std::string hatched = id + "-hatch";
    std::string cells = fmt::format("<svg width=\"0\" height=\"0\" class=\"tw-defs\" aria-hidden=\"true\">{}</svg>\n",
                                    hatch(hatched, "tw-hatch-line"));
    cells += fmt::format(
        "<div class=\"tw-scroll\"><div class=\"tw-zoom tw-grid\" "
        "style=\"grid-template-columns:repeat({},minmax(0,1fr))\">\n",
        grid_x);
    for (uint32_t y = 0; y < grid_y; ++y) {
        for (uint32_t x = 0; x < grid_x; ++x) {
            const auto found = by_place.find({x, y});
            if (found == by_place.end()) {
                cells += fmt::format(
                    "<div class=\"tw-core tw-unused\" data-t=\"core ({0},{1}): not in the program\">{0},{1}</div>\n", x,
                    y);
                continue;
            }
            const bool slowest = found->first == timeline.core;
            const std::string text = core_words(timeline, *found->second) + (slowest ? "; the slowest" : "");
            cells += fmt::format(
                "<div class=\"tw-core{}\" data-t=\"{}\">{},{}<svg class=\"tw-bars\" viewBox=\"0 0 100 {}\" "
                "preserveAspectRatio=\"none\" role=\"img\" aria-label=\"{}\">{}</svg></div>\n",
                slowest ? " tw-slowest" : "", html_escape(text), x, y, height, html_escape(text),
                bars(*found->second, std::max(1.0, timeline.cycles), hatched));
        }
    }
    picture.body = cells + "</div></div>\n";
    return figure(picture);
}

}  // namespace tilewright::report
