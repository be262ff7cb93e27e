// The L1 of one core: all of it, and the part that CBs take enlarged, each CB filled up to the most it held.
#include <fmt/format.h>

#include <algorithm>

#include "report/pictures/draw.hpp"
#include "report/pictures/pictures.hpp"
#include "report/text.hpp"

namespace tilewright::report {

namespace {

std::string cb_names(const L1Map::Box& box) {
    std::string text;
    for (const uint32_t cb : box.cbs) text += fmt::format("{}c_{}", text.empty() ? "" : ", ", cb);
    return text;
}

std::string box_words(const L1Map::Box& box) {
    return fmt::format("{}{}{}: {} B at {:#x}, {} page{} of {} B, held at most {}", cb_names(box),
                       box.name.empty() ? "" : " ", box.name, number(box.bytes()), box.address, number(box.pages),
                       box.pages == 1 ? "" : "s", number(box.page_bytes), number(box.peak_pages));
}

std::string edge(double x, double width) {
    return fmt::format("<rect class=\"tw-edge\" x=\"{}\" y=\"0\" width=\"{}\" height=\"{}\"/>", coordinate(x),
                       coordinate(width), kPlotHeight);
}

}  // namespace

std::string l1_picture(const std::string& id, const L1Map& map) {
    uint64_t taken = 0;
    uint32_t first = map.end, last = map.begin;
    for (const L1Map::Box& box : map.boxes) {
        taken += box.bytes();
        first = std::min(first, box.address);
        last = std::max(last, box.address + box.bytes());
    }
    const double whole = std::max<uint32_t>(1, map.end - map.begin);
    Figure picture;
    picture.id = id;
    picture.kind = "map";
    nlohmann::json names = nlohmann::json::array();
    Marks all("tw-box"), held("tw-held"), boxes("tw-box");
    const double part = std::max<double>(1, last - first);
    std::string edges, list;
    for (const L1Map::Box& box : map.boxes) {
        const std::string entry = std::to_string(names.size());
        names.push_back(box_words(box));
        all.add(kPlotWidth * (box.address - map.begin) / whole, kPlotWidth * box.bytes() / whole, 1, entry);
        const double x = kPlotWidth * (box.address - first) / part, width = kPlotWidth * box.bytes() / part;
        boxes.add(x, width, 1, entry);
        held.add(x, width, box.pages == 0 ? 0 : static_cast<double>(box.peak_pages) / box.pages, entry);
        edges += edge(x, width);
        list += fmt::format("<li>{}</li>", html_escape(box_words(box)));
    }
    const std::string free =
        fmt::format("{} of {} free", bytes_text(map.end - map.begin - std::min<uint64_t>(taken, map.end - map.begin)),
                    bytes_text(map.end - map.begin));
    picture.caption = fmt::format("<b>{} for CBs</b>, {}, from {:#x} to {:#x}. Empty is free.", bytes_text(taken), free,
                                  map.begin, map.end);
    picture.body = "<div class=\"tw-lanes\">\n" +
                   lane({"all of L1 <small>" + free + "</small>", "L1 map, all of it: " + free, all.text(), "fixed"});
    if (!map.boxes.empty()) {
        picture.body += lane({fmt::format("its CBs <small>{:#x} to {:#x}</small>", first, last),
                              fmt::format("L1 map, the part with CBs: {:#x} to {:#x}", first, last),
                              boxes.text() + held.text() + edges});
    }
    picture.body += "</div>\n<ul class=\"tw-list\">" + list + "</ul>\n";
    picture.names = names;
    return figure(picture);
}

}  // namespace tilewright::report
