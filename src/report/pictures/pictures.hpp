// Pictures of a timed program for HTML pages: threads by time, all cores, the L1 of one core, and how far the program
// is from what the machine could do at best. Each is an element of its own; what they share is in draw.hpp, style.cpp
// and script.cpp. Without the script they stand still and say less, but show the same.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "clock/recording.hpp"
#include "clock/timeline.hpp"
#include "clock/timing.hpp"
#include "clock/verdict.hpp"
#include "program/descriptor.hpp"

namespace tilewright::report {

// Where the CBs of one core lie.
struct L1Map {
    struct Box {
        std::vector<uint32_t> cbs;  // several may share their memory
        std::string name;
        uint32_t address = 0, page_bytes = 0, pages = 0;
        uint64_t peak_pages = 0;  // the most it held
        uint32_t bytes() const { return page_bytes * pages; }
    };
    uint32_t begin = 0, end = 0;  // where CBs may lie
    std::vector<Box> boxes;       // by address
};

struct Pictures {
    std::string text;  // what was timed
    clock::Timing timing;
    clock::Timeline timeline;
    clock::Roofline least;
    L1Map l1;  // of the slowest core
    uint32_t grid_x = 0, grid_y = 0;
};
// `tile_rows`: of each core, where they are known.
Pictures make_pictures(const std::string& text, const clock::Recording& recording, const clock::Timing& timing,
                       const program::ProgramDescriptor& program,
                       const std::map<LogicalCore, uint32_t>& tile_rows = {});

// One file each. `id`: of the element, unique on its page.
std::string timeline_picture(const std::string& id, const clock::Timeline& timeline, size_t window);
std::string cores_picture(const std::string& id, const clock::Timeline& timeline, uint32_t grid_x, uint32_t grid_y);
std::string l1_picture(const std::string& id, const L1Map& map);
std::string roofline_picture(const std::string& id, const clock::Roofline& least, double ns);

// All of them with headings (h2), and the links to them: (id, heading).
std::string pictures_section(const Pictures& pictures);
std::vector<std::pair<std::string, std::string>> pictures_links(const Pictures& pictures);

extern const char* const kPictureStyle;   // what <style> needs for them
extern const char* const kPictureScript;  // zoom, hover text, keyboard

}  // namespace tilewright::report
