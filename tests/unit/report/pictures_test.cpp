// Pictures of made-up runs: what is in them, where it lies, and that it is well-formed.
#include "report/pictures/pictures.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <iterator>
#include <regex>
#include <sstream>

#include "base/error.hpp"
#include "report/pictures/draw.hpp"
#include "report/time_page.hpp"
#include "unit/report/xml.hpp"

namespace tilewright::report {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

// Two windows of 100 and 50 cycles on core (1,0) of two.
clock::Timeline sample_timeline() {
    clock::Timeline timeline;
    timeline.core = {1, 0};
    timeline.clock_ghz = 1;
    timeline.cycles = 400;
    timeline.rows = 8;
    timeline.rows_known = true;
    timeline.rule = "equal parts of 8 pops by BRISC writer";
    timeline.names = {"noc_async_read 2048 B", "pages of c_0", "a<b> & \"c\""};
    timeline.windows.resize(2);
    clock::Timeline::Window& first = timeline.windows[0];
    first.rows = 2;
    first.end = 100;
    first.joined = 1234;
    first.lines = {{"NCRISC reader",
                    false,
                    0,
                    100,
                    60,
                    40,
                    "pages of c_0",
                    {{10, 20, 10, 0}, {50, 80, 15, 2, 3}},
                    {{20, 60, 40, 1}}},
                   {"MATH unit", true, 0, 100, 25, 0, "", {{0, 25, 25, 0}}, {}}};
    first.cbs = {{0, "input <sticks>", 4, {{0, 0}, {25, 4}, {75, 1}}}};
    clock::Timeline::Window& slowest = timeline.windows[1];
    slowest.first_row = 5;
    slowest.rows = 1;
    slowest.begin = 300;
    slowest.end = 350;
    slowest.left_out = 7;
    timeline.cores = {
        {{0, 0}, 350, {{TW_NCRISC, "NCRISC reader", 350, 100, 200}, {TW_BRISC, "BRISC writer", 350, 40, 300}}},
        {{1, 0}, 400, {{TW_NCRISC, "NCRISC reader", 400, 200, 200}, {TW_BRISC, "BRISC writer", 400, 0, 400}}}};
    return timeline;
}

L1Map sample_map() {
    L1Map map;
    map.begin = 1000;
    map.end = 11000;
    map.boxes = {{{0}, "input <sticks>", 1000, 100, 10, 5}, {{1, 2}, "both", 2000, 500, 2, 2}};
    return map;
}

std::vector<std::string> split(const std::string& text) {
    std::istringstream in(text);
    return {std::istream_iterator<std::string>(in), {}};
}

// Boxes of a path: x, y, width, height.
std::vector<std::vector<double>> boxes(const Element& path) {
    std::vector<std::vector<double>> all;
    const std::string& text = path.at("d");
    const std::regex box("M([0-9.]+) ([0-9.]+)h([0-9.]+)v([0-9.]+)h-\\3z");
    size_t length = 0;
    for (std::sregex_iterator it(text.begin(), text.end(), box), end; it != end; ++it) {
        all.push_back({std::stod((*it)[1]), std::stod((*it)[2]), std::stod((*it)[3]), std::stod((*it)[4])});
        length += (*it).length();
    }
    EXPECT_EQ(length, text.size()) << "nothing but boxes: " << text;
    return all;
}

TEST(TimelinePicture, HasALaneForEachThreadAndCb) {
    const auto page = parse_xml(timeline_picture("t", sample_timeline(), 0));
    const auto lanes = page->all("tw-lane");
    ASSERT_EQ(lanes.size(), 4u);  // two lines, the axis, a CB
    EXPECT_EQ(lanes[0]->all("tw-label")[0]->text, "NCRISC reader ");
    EXPECT_EQ(lanes[0]->all("tw-plot")[0]->at("aria-label"),
              "NCRISC reader: 60 % busy, 40 % waits, mostly for pages of c_0");
    const auto calls = lanes[0]->all("tw-call");
    ASSERT_EQ(calls.size(), 1u);
    EXPECT_THAT(split(calls[0]->at("data-n")), ElementsAre("0", "2x3@50"));
    EXPECT_THAT(boxes(*calls[0]), ElementsAre(ElementsAre(100, 0, 100, 16), ElementsAre(500, 8, 300, 8)))
        << "joined calls are as high as they are dense";
    const auto waits = lanes[0]->all("tw-wait");
    ASSERT_EQ(waits.size(), 1u);
    EXPECT_THAT(boxes(*waits[0]), ElementsAre(ElementsAre(200, 0, 400, 16)));
    EXPECT_EQ(waits[0]->at("fill"), "url(#t-hatch)");
    ASSERT_EQ(page->all("<pattern").size(), 1u);
    EXPECT_EQ(page->all("<pattern")[0]->at("id"), "t-hatch");
    EXPECT_EQ(lanes[0]->all("tw-lives").size(), 1u);
    EXPECT_EQ(lanes[1]->all("tw-lives").size(), 0u) << "a unit runs no code of its own";
    const auto levels = lanes[3]->all("tw-level");
    ASSERT_EQ(levels.size(), 1u);
    EXPECT_EQ(levels[0]->at("data-pages"), "4");
    EXPECT_THAT(split(levels[0]->at("data-n")), ElementsAre("0", "4", "1"));
    EXPECT_THAT(boxes(*levels[0]),
                ElementsAre(ElementsAre(0, 16, 250, 0), ElementsAre(250, 0, 500, 16), ElementsAre(750, 12, 250, 4)));
    EXPECT_FALSE(lanes[2]->all("<span").empty()) << "an axis without numbers";
}

TEST(TimelinePicture, SaysWhichRowsAndWhatIsNotDrawn) {
    const clock::Timeline timeline = sample_timeline();
    const auto first = parse_xml(timeline_picture("t", timeline, 0));
    EXPECT_THAT(first->all("<figcaption")[0]->text,
                HasSubstr("tile-rows 1 to 2 of 8 on core (1,0), 0.00 us to 0.10 us"));
    EXPECT_THAT(first->all("<figcaption")[0]->text, HasSubstr("1,234 calls, waits and steps are drawn together"));
    const auto slowest = parse_xml(timeline_picture("s", timeline, 1));
    EXPECT_THAT(slowest->all("<figcaption")[0]->text, HasSubstr("tile-row 6 of 8"));
    EXPECT_THAT(slowest->all("<figcaption")[0]->text, HasSubstr("7 calls and waits are left out"));
    EXPECT_EQ(slowest->all("tw-picture")[0]->at("data-begin"), "0.300000");
    EXPECT_THAT(first->all("<script")[0]->text, HasSubstr("\"a\\u003cb\\u003e \\u0026 \\\"c\\\"\""));
}

TEST(CoresPicture, HasACellForEachCoreOfTheGrid) {
    const auto page = parse_xml(cores_picture("c", sample_timeline(), 3, 2));
    EXPECT_EQ(page->all("tw-core").size(), 6u);
    EXPECT_EQ(page->all("tw-unused").size(), 4u);
    ASSERT_EQ(page->all("tw-slowest").size(), 1u);
    const Element& slowest = *page->all("tw-slowest")[0];
    EXPECT_THAT(slowest.at("data-t"), HasSubstr("core (1,0), ends at 0.40 us: NCRISC reader 50 % busy, 50 % waits;"));
    ASSERT_EQ(slowest.all("tw-call").size(), 2u);
    EXPECT_EQ(slowest.all("tw-call")[0]->at("width"), "50");
    EXPECT_EQ(slowest.all("tw-wait")[0]->at("x"), "50");
    EXPECT_EQ(slowest.all("tw-wait")[1]->at("width"), "100");
    EXPECT_EQ(page->all("tw-picture")[0]->at("data-columns"), "3");
}

TEST(L1Picture, PutsCbsWhereTheyLie) {
    const auto page = parse_xml(l1_picture("l", sample_map()));
    const auto whole = page->all("tw-fixed"), part = page->all("tw-plot");
    ASSERT_EQ(whole.size(), 1u);
    ASSERT_EQ(part.size(), 1u);
    EXPECT_THAT(boxes(*whole[0]->all("tw-box")[0]),
                ElementsAre(ElementsAre(0, 0, 100, 16), ElementsAre(100, 0, 100, 16)));
    EXPECT_THAT(boxes(*part[0]->all("tw-box")[0]),
                ElementsAre(ElementsAre(0, 0, 500, 16), ElementsAre(500, 0, 500, 16)));
    EXPECT_THAT(boxes(*part[0]->all("tw-held")[0]),
                ElementsAre(ElementsAre(0, 8, 500, 8), ElementsAre(500, 0, 500, 16)));
    const auto list = page->all("<li");
    ASSERT_EQ(list.size(), 2u);
    EXPECT_EQ(list[0]->text, "c_0 input <sticks>: 1,000 B at 0x3e8, 10 pages of 100 B, held at most 5");
    EXPECT_THAT(list[1]->text, HasSubstr("c_1, c_2 both: 1,000 B"));
    EXPECT_THAT(page->all("<figcaption")[0]->text, HasSubstr("8,000 B of 10,000 B free"));
    const auto none = parse_xml(l1_picture("l", {{}, 1000, {}}));
    EXPECT_EQ(none->all("tw-plot").size(), 0u);
}

TEST(RooflinePicture, PutsTheProgramUnderItsRoofs) {
    clock::Roofline least;
    least.dram_ns = 100;
    least.bank_ns = 200;
    least.unpack_ns = 50;
    least.math_ns = 400;
    least.pack_ns = 20;
    const auto page = parse_xml(roofline_picture("r", least, 1000));
    EXPECT_EQ(page->all("tw-lane").size(), 6u);  // it takes, DRAM, a bank, three units
    ASSERT_EQ(page->all("tw-most").size(), 1u);
    EXPECT_EQ(page->all("tw-point").size(), 2u);
    EXPECT_EQ(page->all("tw-roof").size(), 3u);
    EXPECT_EQ(page->all("tw-dashed").size(), 1u) << "one bank has more to do than the others";
    const Element& most = *page->all("tw-most")[0];
    const Element& flat = *page->all("tw-roof")[2];
    std::smatch at;
    const std::string roof = flat.at("d");
    ASSERT_TRUE(std::regex_match(roof, at, std::regex("M([0-9.]+) ([0-9.]+)H([0-9.]+)"))) << roof;
    EXPECT_GT(std::stod(most.at("cy")), std::stod(at[2])) << "below 100 %";
    EXPECT_GT(std::stod(most.at("cx")), std::stod(at[1])) << "right of the ridge: more compute than DRAM";
    EXPECT_LT(std::stod(most.at("cx")), std::stod(at[3]));
    for (const Element* point : page->all("tw-point")) EXPECT_LT(std::stod(point->at("cx")), std::stod(at[1]));
    bool found = false;
    for (const Element* group : page->all("<g"))
        found |= group->at("data-t").rfind("MATH: works 40 % of the time, 4 ns", 0) == 0;
    EXPECT_TRUE(found);
    least.dram_ns = least.bank_ns = 0;
    const auto bare = parse_xml(roofline_picture("r", least, 1000));
    EXPECT_TRUE(bare->all("tw-chart").empty());
    EXPECT_THAT(bare->all("<p")[0]->text, HasSubstr("No roofline: nothing came from DRAM"));
}

TEST(RoundNumbers, AreRoundAndWithin) {
    EXPECT_THAT(round_numbers(0, 47, 5), ElementsAre(0, 10, 20, 30, 40));
    EXPECT_THAT(round_numbers(3.1, 3.9, 4),
                ElementsAre(testing::DoubleEq(3.2), testing::DoubleNear(3.4, 1e-9), testing::DoubleNear(3.6, 1e-9),
                            testing::DoubleNear(3.8, 1e-9)));
    EXPECT_TRUE(round_numbers(1, 1, 5).empty());
}

TEST(TimePage, IsOneWellFormedFileWithLinksThatLead) {
    Pictures pictures;
    pictures.text = "variance <x>";
    pictures.timeline = sample_timeline();
    pictures.timing.clock_ghz = 1;
    pictures.timing.cycles = 400;
    pictures.timing.arch = "wormhole_b0";
    pictures.least.math_ns = 100;
    pictures.least.dram_ns = pictures.least.bank_ns = 50;
    pictures.l1 = sample_map();
    pictures.grid_x = 8;
    pictures.grid_y = 8;
    const std::string text = time_page("MATH-bound: a < b", pictures);
    for (const char* needle : {"http", " src=", "@import", "url(\""}) EXPECT_THAT(text, Not(HasSubstr(needle)));
    const auto page = parse_xml(text);
    EXPECT_EQ(page->all("tw-picture").size(), 5u);
    std::map<std::string, int> ids;
    for (const char* kind : {"<figure", "<pattern", "<h2"}) {
        for (const Element* element : page->all(kind)) {
            const auto id = element->attributes.find("id");
            if (id != element->attributes.end()) ++ids[id->second];
        }
    }
    for (const auto& [id, times] : ids) EXPECT_EQ(times, 1) << id;
    ASSERT_EQ(page->all("<a").size(), 5u);
    for (const Element* link : page->all("<a")) EXPECT_EQ(ids[link->at("href").substr(1)], 1) << link->at("href");
    EXPECT_EQ(page->all("<pre")[0]->text, "MATH-bound: a < b");
}

TEST(TimePage, AFileThatCannotBeWrittenIsAnError) {
    try {
        write_time_page("/proc/no/such/page.html", "", Pictures());
        FAIL() << "it can be written";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), "TW3310");
        EXPECT_EQ(error.exit_status(), Exit::Environment);
    }
}

}  // namespace
}  // namespace tilewright::report
