// All pictures of one program, from its recording to a section of a page.
#include <fmt/format.h>

#include <algorithm>

#include "clock/tape.hpp"
#include "program/layout.hpp"
#include "report/pictures/draw.hpp"
#include "report/pictures/pictures.hpp"
#include "report/text.hpp"

namespace tilewright::report {

namespace {

L1Map map_of(const program::ProgramDescriptor& program, const card::Card& card, const clock::Timeline& timeline) {
    const program::Limits limits = program::limits_of(card);
    const program::Layout layout = program::validate(program, limits);
    L1Map map;
    map.begin = limits.l1_begin;
    map.end = limits.l1_end;
    for (size_t i = 0; i < program.cbs.size(); ++i) {
        const program::CbDescriptor& cb = program.cbs[i];
        if (!contains(cb.cores, timeline.core) || cb.formats.empty()) continue;
        L1Map::Box box;
        box.address = layout.cb_address[i];
        box.page_bytes = cb.formats.front().page_bytes;
        box.pages = box.page_bytes == 0 ? 0 : cb.total_bytes / box.page_bytes;
        for (const program::CbFormat& format : cb.formats) {
            box.cbs.push_back(format.index);
            if (box.name.empty()) box.name = format.name;
            const auto peak = timeline.peak_pages.find(format.index);
            if (peak != timeline.peak_pages.end()) box.peak_pages = std::max<uint64_t>(box.peak_pages, peak->second);
        }
        map.end = std::max(map.end, box.address + box.bytes());  // one that lies on a buffer of the host's
        map.boxes.push_back(std::move(box));
    }
    std::sort(map.boxes.begin(), map.boxes.end(),
              [](const L1Map::Box& a, const L1Map::Box& b) { return a.address < b.address; });
    return map;
}

std::string window_id(size_t window) { return window == 0 ? "timeline-first" : "timeline-slowest"; }

constexpr const char* kLegend =
    "<p class=\"tw-legend\"><svg viewBox=\"0 0 24 14\" aria-hidden=\"true\"><rect class=\"tw-call\" width=\"24\" "
    "height=\"14\"/></svg> a call, or a unit at work <svg viewBox=\"0 0 24 14\" aria-hidden=\"true\"><defs><pattern "
    "id=\"legend-hatch\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" "
    "patternTransform=\"rotate(45)\"><rect "
    "class=\"tw-back\" width=\"6\" height=\"6\"/><path class=\"tw-hatch-line\" d=\"M1 0v6\"/></pattern></defs><rect "
    "class=\"tw-wait\" fill=\"url(#legend-hatch)\" width=\"24\" height=\"14\"/></svg> waits <svg viewBox=\"0 0 24 14\" "
    "aria-hidden=\"true\"><rect class=\"tw-lives\" width=\"24\" height=\"14\"/></svg> plain code between calls <svg "
    "viewBox=\"0 0 24 14\" aria-hidden=\"true\"><rect class=\"tw-level\" width=\"24\" height=\"14\"/></svg> pages in a "
    "CB"
    "</p>\n";

}  // namespace

Pictures make_pictures(const std::string& text, const clock::Recording& recording, const clock::Timing& timing,
                       const program::ProgramDescriptor& program, const std::map<LogicalCore, uint32_t>& tile_rows) {
    Pictures pictures;
    const card::Card& card = recording.tape().card;
    clock::TimelineOptions options;
    options.tile_rows = tile_rows;
    pictures.text = text;
    pictures.timing = timing;
    pictures.timeline = recording.timeline(options);
    pictures.least = clock::roofline(timing, card.arch());
    pictures.l1 = map_of(program, card, pictures.timeline);
    pictures.grid_x = card.grid_x();
    pictures.grid_y = card.grid_y();
    return pictures;
}

std::vector<std::pair<std::string, std::string>> pictures_links(const Pictures& pictures) {
    std::vector<std::pair<std::string, std::string>> links;
    for (size_t i = 0; i < pictures.timeline.windows.size(); ++i)
        links.emplace_back(window_id(i), i == 0 ? "Threads by time" : "the slowest part");
    links.emplace_back("cores", "All cores");
    links.emplace_back("l1", "L1 of the slowest core");
    links.emplace_back("roofline", "Against the machine");
    return links;
}

std::string pictures_section(const Pictures& pictures) {
    const clock::Timeline& timeline = pictures.timeline;
    const clock::Timing& timing = pictures.timing;
    const char* row = timeline.rows_known ? "tile-row" : "part";
    const std::string rows = timeline.rows == 1
                                 ? fmt::format("it has one {}", row)
                                 : fmt::format("its {} {}s are {}", timeline.rows, row, html_escape(timeline.rule));
    std::string text = fmt::format(
        "<h2>Threads by time</h2>\n<p>{}: {} on {}, as the clock simulates it. Drawn is core {}, the "
        "slowest; {}.</p>\n",
        html_escape(pictures.text), microseconds(timing.ns() / 1000), html_escape(timing.arch), timeline.core.str(),
        rows);
    text += kLegend;
    for (size_t i = 0; i < timeline.windows.size(); ++i) text += timeline_picture(window_id(i), timeline, i);
    text += "<h2>All cores</h2>\n" + cores_picture("cores", timeline, pictures.grid_x, pictures.grid_y);
    text += "<h2>L1 of the slowest core</h2>\n" + l1_picture("l1", pictures.l1);
    return text + "<h2>Against the machine</h2>\n" + roofline_picture("roofline", pictures.least, timing.ns());
}

}  // namespace tilewright::report
