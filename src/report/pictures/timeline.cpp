// Threads by time: a lane for each processor and unit of the slowest core, the pages of its CBs under them.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "report/pictures/draw.hpp"
#include "report/pictures/pictures.hpp"
#include "report/text.hpp"

namespace tilewright::report {

using clock::Timeline;

namespace {

// "7", "7x24", "7x24@53": name, how many, and how much of its width is work, in percent.
std::string entry(const Timeline::Slice& slice) {
    const double part = slice.cycles / std::max(1e-9, slice.end - slice.begin);
    if (slice.count == 1) return std::to_string(slice.name);
    return fmt::format("{}x{}@{:.0f}", slice.name, slice.count, 100 * part);
}

class Window {
public:
    Window(const std::string& id, const Timeline& timeline, const Timeline::Window& window)
        : id_(id), timeline_(timeline), window_(window) {}

    std::string lanes() const {
        std::string text;
        bool first = true;
        for (const Timeline::Line& line : window_.lines) text += thread(line, std::exchange(first, false));
        text += axis();
        for (const Timeline::Cb& cb : window_.cbs) text += pages(cb);
        return text;
    }

private:
    double x(double at) const { return kPlotWidth * (at - window_.begin) / (window_.end - window_.begin); }

    std::string thread(const Timeline::Line& line, bool first) const {
        const double span = window_.end - window_.begin;
        Marks calls("tw-call"), waits("tw-wait");
        for (const Timeline::Slice& slice : line.calls) {
            // Joined calls are as high as they are dense; one call is drawn whole, with its waits on top of it.
            const double part = slice.count == 1 ? 1 : slice.cycles / (slice.end - slice.begin);
            calls.add(x(slice.begin), x(slice.end) - x(slice.begin), part, entry(slice));
        }
        for (const Timeline::Slice& slice : line.waits)
            waits.add(x(slice.begin), x(slice.end) - x(slice.begin), 1, entry(slice));
        std::string inside = first ? hatch(id_ + "-hatch", "tw-hatch-line") : "";
        if (!line.unit && line.end > line.begin) {
            inside += fmt::format("<rect class=\"tw-lives\" x=\"{}\" y=\"0\" width=\"{}\" height=\"{}\"/>",
                                  coordinate(x(line.begin)), coordinate(x(line.end) - x(line.begin)), kPlotHeight);
        }
        inside += calls.text();
        inside += waits.text(fmt::format("url(#{}-hatch)", id_));  // it hides the call below it
        const std::string shares =
            fmt::format("{} busy, {} waits", share(line.busy / span), share(line.waiting / span));
        std::string said = fmt::format("{}: {}", line.name, shares);
        if (!line.mostly.empty()) said += ", mostly for " + line.mostly;
        return lane({fmt::format("{} <small>{}</small>", html_escape(line.name), shares), said, inside});
    }

    std::string pages(const Timeline::Cb& cb) const {
        Marks levels("tw-level", fmt::format("data-pages=\"{}\"", cb.pages));
        uint32_t most = 0;
        for (size_t i = 0; i < cb.levels.size(); ++i) {
            const double end = i + 1 < cb.levels.size() ? cb.levels[i + 1].at : window_.end;
            const uint32_t now = cb.levels[i].pages;
            most = std::max(most, now);
            levels.add(x(cb.levels[i].at), x(end) - x(cb.levels[i].at),
                       cb.pages == 0 ? 0 : static_cast<double>(now) / cb.pages, std::to_string(now));
        }
        const std::string held = fmt::format("at most {} of {} pages", most, cb.pages);
        const std::string name = html_escape(cb.name);
        return lane({fmt::format("c_{} {} <small>{}</small>", cb.index, name, held),
                     fmt::format("c_{} {}: {}", cb.index, cb.name, held), levels.text()});
    }

    std::string axis() const {
        std::string text = "<div class=\"tw-lane\"><span class=\"tw-label\">us</span><div class=\"tw-axis\">";
        const double begin = timeline_.us(window_.begin), end = timeline_.us(window_.end);
        for (const double at : round_numbers(begin, end, 5))
            text +=
                fmt::format("<span style=\"left:{}%\">{:g}</span>", coordinate(100 * (at - begin) / (end - begin)), at);
        return text + "</div></div>\n";
    }

    const std::string& id_;
    const Timeline& timeline_;
    const Timeline::Window& window_;
};

std::string rows_text(const Timeline& timeline, const Timeline::Window& window) {
    const char* what = timeline.rows_known ? "tile-row" : "part";
    if (window.rows == 1) return fmt::format("{} {} of {}", what, window.first_row + 1, timeline.rows);
    return fmt::format("{}s {} to {} of {}", what, window.first_row + 1, window.first_row + window.rows, timeline.rows);
}

}  // namespace

std::string timeline_picture(const std::string& id, const Timeline& timeline, size_t which) {
    const Timeline::Window& window = timeline.windows.at(which);
    Figure picture;
    picture.id = id;
    picture.kind = "time";
    picture.attributes =
        fmt::format("data-begin=\"{:.6f}\" data-end=\"{:.6f}\"", timeline.us(window.begin), timeline.us(window.end));
    const bool all = window.rows == timeline.rows;
    picture.caption = fmt::format("<b>{}</b>: {} on core {}, {} to {}.",
                                  all          ? "The whole core"
                                  : which == 0 ? "The first ones"
                                               : "The slowest",
                                  rows_text(timeline, window), timeline.core.str(),
                                  microseconds(timeline.us(window.begin)), microseconds(timeline.us(window.end)));
    if (window.joined != 0)
        picture.caption +=
            fmt::format(" {} calls, waits and steps are drawn together with their neighbours.", number(window.joined));
    if (window.left_out != 0)
        picture.caption +=
            fmt::format(" {} calls and waits are left out: there are too many.", number(window.left_out));
    picture.body = "<div class=\"tw-lanes\">\n" + Window(id, timeline, window).lanes() + "</div>\n";
    picture.names = timeline.names;
    return figure(picture);
}

}  // namespace tilewright::report
