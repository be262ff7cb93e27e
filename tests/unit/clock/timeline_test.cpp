// Timelines: they agree with the timing, lose nothing, and stay as small as they are told to.
#include "clock/timeline.hpp"

#include <numeric>

#include "clock/recording.hpp"
#include "clock/timeline_survey.hpp"
#include "metal/device_impl.hpp"
#include "ops/common/seed_ops.hpp"
#include "tilewright/device.hpp"
#include "unit/clock/tapes.hpp"
#include "workshop/op/op_case.hpp"

namespace tilewright::clock {
namespace {

using ::testing::HasSubstr;

// Eight tile-rows of centralize_w_rm on two cores.
struct Drawn {
    Drawn() : device(open_device(DeviceOptions())) {
        workshop::OpCase request = workshop::make_case(ops::seed_op("centralize_w_rm"), {1, 1, 256, 128});
        request.core_grid = CoreCoord{2, 1};
        call.emplace(workshop::make_call(request, *device));
        described = workshop::describe(request.op, *call);
        recording = std::make_unique<Recording>(*device->impl().card, described->program, run_options(*device));
        options.tile_rows = {{{0, 0}, 4}, {{1, 0}, 4}};
    }
    std::shared_ptr<MeshDevice> device;
    std::optional<workshop::OpCall> call;
    std::optional<workshop::Described> described;
    std::unique_ptr<Recording> recording;
    TimelineOptions options;
};

double sum(const std::vector<Timeline::Slice>& slices) {
    return std::accumulate(slices.begin(), slices.end(), 0.0,
                           [](double all, const Timeline::Slice& slice) { return all + slice.cycles; });
}
uint64_t count(const std::vector<Timeline::Slice>& slices) {
    return std::accumulate(slices.begin(), slices.end(), uint64_t{0},
                           [](uint64_t all, const Timeline::Slice& slice) { return all + slice.count; });
}
size_t marks(const Timeline::Window& window) {
    size_t all = 0;
    for (const Timeline::Line& line : window.lines) all += line.calls.size() + line.waits.size();
    for (const Timeline::Cb& cb : window.cbs) all += cb.levels.size();
    return all;
}

TEST(Timeline, OfTheWholeRunIsTheTiming) {
    Drawn drawn;
    drawn.options.rows_shown = 8;
    drawn.options.most_slices = 1'000'000;
    const Timing timing = drawn.recording->time();
    const Timeline timeline = drawn.recording->timeline(drawn.options);
    ASSERT_EQ(timeline.windows.size(), 1u);
    const Timeline::Window& all = timeline.windows[0];
    EXPECT_EQ(all.rows, 4u);
    EXPECT_EQ(all.joined + all.left_out, 0u);
    EXPECT_NEAR(timeline.cycles, static_cast<double>(timing.cycles), 1);
    ASSERT_EQ(all.lines.size(), 8u);  // five processors, three units
    EXPECT_EQ(all.lines.front().name, "NCRISC reader");
    EXPECT_EQ(all.lines.back().name, "BRISC writer");
    size_t found = 0;
    for (const ThreadTime& thread : timing.threads) {
        if (thread.core != timeline.core) continue;
        for (const Timeline::Line& line : all.lines) {
            if (line.name == thread.name) {
                EXPECT_NEAR(line.busy, static_cast<double>(thread.busy), 1) << line.name;
                EXPECT_NEAR(line.waiting, static_cast<double>(thread.waited()), 1.0 + thread.waits.size()) << line.name;
                EXPECT_NEAR(line.end - line.begin, line.busy + line.waiting, 1e-6) << line.name;
                EXPECT_NEAR(sum(line.waits), line.waiting, 1e-6) << line.name;
                EXPECT_LE(sum(line.calls), line.busy + 1e-6) << line.name;
                EXPECT_GT(sum(line.calls), 0) << line.name;
                ++found;
            } else if (line.name == thread.name + " unit") {
                EXPECT_TRUE(line.unit);
                EXPECT_NEAR(line.busy, static_cast<double>(thread.unit_busy), 1) << line.name;
                EXPECT_NEAR(sum(line.calls), line.busy, 1e-6) << line.name;
                uint64_t waited = 0;
                for (const Waited& wait : thread.unit_waits) waited += wait.what == WaitFor::Queue ? 0 : wait.cycles;
                EXPECT_NEAR(sum(line.waits), static_cast<double>(waited), 1.0 + thread.unit_waits.size()) << line.name;
                ++found;
            }
        }
    }
    EXPECT_EQ(found, 8u);
}

TEST(Timeline, SlicesFollowEachOtherWithinTheirWindow) {
    Drawn drawn;
    const Timeline timeline = drawn.recording->timeline(drawn.options);
    ASSERT_EQ(timeline.windows.size(), 2u);
    EXPECT_TRUE(timeline.rows_known);
    EXPECT_EQ(timeline.rows, 4u);
    EXPECT_THAT(timeline.rule, HasSubstr(" pops by BRISC writer"));
    EXPECT_EQ(timeline.windows[0].first_row, 0u);
    EXPECT_EQ(timeline.windows[0].begin, 0);
    EXPECT_EQ(timeline.windows[1].first_row, 2u);
    EXPECT_EQ(timeline.windows[1].begin, timeline.windows[0].end);
    EXPECT_EQ(timeline.windows[1].end, timeline.cycles);
    for (const Timeline::Window& window : timeline.windows) {
        for (const Timeline::Line& line : window.lines) {
            EXPECT_EQ(line.mostly.empty(), line.waits.empty());
            for (const auto* slices : {&line.calls, &line.waits}) {
                double last = window.begin;
                for (const Timeline::Slice& slice : *slices) {
                    EXPECT_GE(slice.begin, last - 1e-9) << line.name << " " << timeline.names.at(slice.name);
                    EXPECT_GT(slice.end, slice.begin);
                    EXPECT_LE(slice.end, window.end);
                    EXPECT_LE(slice.cycles, slice.end - slice.begin + 1e-9);
                    last = slice.end;
                }
            }
        }
    }
}

TEST(Timeline, CbsHoldNeitherLessThanNothingNorMoreThanTheirPages) {
    Drawn drawn;
    for (const uint32_t most : {1'000'000u, 300u}) {
        drawn.options.most_slices = most;
        const Timeline timeline = drawn.recording->timeline(drawn.options);
        std::map<uint32_t, uint32_t> seen;
        for (const Timeline::Window& window : timeline.windows) {
            ASSERT_GE(window.cbs.size(), 4u);
            for (const Timeline::Cb& cb : window.cbs) {
                ASSERT_GT(cb.pages, 0u);
                ASSERT_FALSE(cb.levels.empty());
                EXPECT_EQ(cb.levels.front().at, window.begin);
                for (size_t i = 0; i < cb.levels.size(); ++i) {
                    EXPECT_LE(cb.levels[i].pages, cb.pages) << "c_" << cb.index;
                    EXPECT_LE(cb.levels[i].at, window.end);
                    if (i > 0) {
                        EXPECT_GT(cb.levels[i].at, cb.levels[i - 1].at);
                    }
                    seen[cb.index] = std::max(seen[cb.index], cb.levels[i].pages);
                }
            }
        }
        EXPECT_EQ(seen, timeline.peak_pages);  // the two windows are the whole run
    }
}

TEST(Timeline, ACapJoinsNeighboursAndSaysHowMany) {
    Drawn drawn;
    drawn.options.most_slices = 1'000'000;
    const Timeline all = drawn.recording->timeline(drawn.options);
    drawn.options.most_slices = 300;
    const Timeline few = drawn.recording->timeline(drawn.options);
    for (size_t i = 0; i < all.windows.size(); ++i) {
        const Timeline::Window &full = all.windows[i], &less = few.windows[i];
        EXPECT_GT(marks(full), 300u);
        EXPECT_LE(marks(less), 300u);
        EXPECT_EQ(less.joined, marks(full) - marks(less));
        EXPECT_EQ(less.left_out, 0u);
        for (size_t line = 0; line < full.lines.size(); ++line) {
            EXPECT_EQ(count(less.lines[line].calls), count(full.lines[line].calls));
            EXPECT_NEAR(sum(less.lines[line].calls), sum(full.lines[line].calls), 1e-6);
            EXPECT_NEAR(sum(less.lines[line].waits), sum(full.lines[line].waits), 1e-6);
            EXPECT_EQ(less.lines[line].busy, full.lines[line].busy);
        }
    }
    // Far more than can be joined: the rest is counted, not kept.
    drawn.options.most_slices = 1;
    const Timeline none = drawn.recording->timeline(drawn.options);
    uint64_t kept = 0, before = 0;
    for (const Timeline::Line& line : none.windows[0].lines) kept += count(line.calls) + count(line.waits);
    for (const Timeline::Line& line : all.windows[0].lines) before += count(line.calls) + count(line.waits);
    EXPECT_EQ(kept, 100u);
    EXPECT_EQ(none.windows[0].left_out, before - kept);
}

TEST(Timeline, IsTheSameEveryTime) {
    const Drawn one, other;
    const Timeline first = one.recording->timeline(one.options), second = other.recording->timeline(other.options);
    EXPECT_EQ(first.names, second.names);
    EXPECT_EQ(first.core, second.core);
    ASSERT_EQ(first.windows.size(), second.windows.size());
    for (size_t i = 0; i < first.windows.size(); ++i) {
        ASSERT_EQ(first.windows[i].lines.size(), second.windows[i].lines.size());
        for (size_t line = 0; line < first.windows[i].lines.size(); ++line) {
            const auto &a = first.windows[i].lines[line].calls, &b = second.windows[i].lines[line].calls;
            ASSERT_EQ(a.size(), b.size());
            for (size_t slice = 0; slice < a.size(); ++slice) {
                EXPECT_EQ(a[slice].begin, b[slice].begin);
                EXPECT_EQ(a[slice].name, b[slice].name);
            }
        }
    }
}

TEST(Timeline, SharesOfEveryCoreStayWithinItsLife) {
    const Drawn drawn;
    const Timeline timeline = drawn.recording->timeline(drawn.options);
    const Timing timing = drawn.recording->time();
    ASSERT_EQ(timeline.cores.size(), 2u);
    for (const Timeline::CoreShare& core : timeline.cores) {
        ASSERT_EQ(core.threads.size(), 5u);
        for (const Timeline::ThreadShare& thread : core.threads) {
            EXPECT_GT(thread.busy, 0);
            EXPECT_LE(thread.busy + thread.waiting, thread.lives + 1e-6) << core.at.str() << " " << thread.name;
            for (const ThreadTime& time : timing.threads) {
                if (time.core != core.at || time.processor != thread.processor) continue;
                const bool compute = time.processor >= TW_UNPACK;
                EXPECT_NEAR(thread.busy, static_cast<double>(compute ? time.unit_busy : time.busy), 1);
                if (!compute) {
                    EXPECT_NEAR(thread.busy + thread.waiting, thread.lives, 1e-6) << thread.name;
                }
            }
        }
    }
    EXPECT_EQ(timeline.cores[0].threads.front().name, "NCRISC reader");
    EXPECT_EQ(timeline.cores[0].threads.back().name, "BRISC writer");
}

// Pages through one CB, from a reader to a writer.
void send_pages(HandTape& hand, uint32_t pages) {
    hand.tape.cores[0].cb_pages[0] = 2;
    ThreadTape &reader = hand.thread(0, TW_NCRISC), &writer = hand.thread(0, TW_BRISC);
    for (uint32_t i = 0; i < pages; ++i) {
        add_page_in(reader, hand.in_bank(0), 2048);
        add_page_out(writer, hand.in_bank(1), 2048);
    }
}

TEST(Timeline, WithoutKnownTileRowsEveryPopEndsAPart) {
    HandTape hand, longer;
    send_pages(hand, 6);
    send_pages(longer, 100);
    const Timeline timeline = make_timeline(hand.tape, hand.figures, {});
    EXPECT_FALSE(timeline.rows_known);
    EXPECT_EQ(timeline.rows, 6u);
    EXPECT_EQ(timeline.rule, "equal parts of 6 pops by writer");
    EXPECT_EQ(make_timeline(longer.tape, longer.figures, {}).rows, Timeline::kMostParts);
}

TEST(Timeline, PutsTheSlowestRowsIntoTheSecondWindow) {
    HandTape hand;
    send_pages(hand, 8);
    ThreadTape& reader = *hand.tape.cores[0].threads[0];
    size_t reserves = 0;
    for (Event& event : reader.events) {
        if (event.op == Op::CbReserve && ++reserves == 6) event.scalar = 50'000;
    }
    TimelineOptions options;
    options.rows_shown = 1;
    const Timeline timeline = make_timeline(hand.tape, hand.figures, options);
    ASSERT_EQ(timeline.windows.size(), 2u);
    EXPECT_EQ(timeline.windows[1].first_row, 5u);
    EXPECT_EQ(timeline.windows[1].rows, 1u);
    EXPECT_GT(timeline.windows[1].end - timeline.windows[1].begin, 50'000);
    const Timeline::Line& writer = timeline.windows[1].lines.back();
    EXPECT_EQ(writer.mostly, "pages of c_0");
    EXPECT_GT(writer.waiting, 49'000);
}

TEST(Timeline, AnOutputThatStaysInL1IsCutByItsPushes) {
    HandTape hand;
    hand.tape.cores[0].cb_pages[3] = 4;
    ThreadTape& reader = hand.thread(0, TW_NCRISC);
    for (int i = 0; i < 4; ++i) {
        add(reader, Op::CbReserve, 3, 1);
        add(reader, Op::CbPush, 3, 1);
    }
    const Timeline timeline = make_timeline(hand.tape, hand.figures, {});
    EXPECT_EQ(timeline.rule, "equal parts of 4 pushes to CBs that are never popped");
    EXPECT_EQ(timeline.peak_pages.at(3), 4u);
    HandTape bare;
    add(bare.thread(0, TW_BRISC), Op::Delay, 0, 1000);
    const Timeline by_time = make_timeline(bare.tape, bare.figures, {});
    EXPECT_EQ(by_time.rule, "equal parts of the time");
    EXPECT_EQ(by_time.rows, Timeline::kMostParts);
}

}  // namespace
}  // namespace tilewright::clock
