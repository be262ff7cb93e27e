// What DPRINT prints and for whom, ASSERT, and the tiles that helpers write.
#include "calls/debug.hpp"
#include "support.hpp"

namespace tilewright::testing {
namespace {

using calls::PrintSelection;
using ::testing::HasSubstr;

// Prints of all cores while it lives.
class Capture {
public:
    explicit Capture(const char* cores = "all", const char* processors = "", bool prefix = false) {
        calls::set_print_output(PrintSelection(cores, processors), &out_, prefix);
    }
    ~Capture() { calls::reset_print_output(); }
    std::string text() {
        calls::flush_prints();
        return out_.str();
    }

private:
    std::ostringstream out_;
};

std::string printed(const std::string& body, program::Era era = program::Era::Aug2026) {
    Capture capture;
    auto card = open_card();
    TestProgram program;
    program.era = era;
    program.cb(0, 2);
    program.reader(dm_kernel(body, "#include \"api/debug/dprint_pages.h\""));
    EXPECT_EQ(outcome(*card, program, fast()), "finished");
    return capture.text();
}

TEST(Print, FormatStrings) {
    EXPECT_EQ(printed(R"(DPRINT("{} {:#x} {:d} {:04} {:>4}|{:<4}|{:^5}|\n", 7u, 255u, -3, 42, 5, 6, 7);)"),
              "7 0xff -3 0042    5|6   |  7  |\n");
    EXPECT_EQ(printed(R"(DPRINT("{} {:f} {:.2f} {:08.3f} {:e}\n", 0.1f, 1.5f, 2.345f, 3.25f, 100.0f);)"),
              "0.1 1.500000 2.35 0003.250 1.000000e+02\n");
    EXPECT_EQ(printed(R"(DPRINT("{1} {0} {{}} {}\n", "a", 'b', true);)"), "b a {} a\n");
    EXPECT_EQ(printed(R"(DPRINT("{} {} {}\n", bf16_t(0x3FC0), false, DataFormat::Float16_b);)"), "1.5 false 5\n");
    EXPECT_EQ(printed(R"(DPRINT("{} {}\n", 1);)"), "1 {missing argument}\n");
    EXPECT_EQ(printed(R"(DPRINT("no newline");)"), "no newline\n");
}

std::string refusal(const std::function<void()>& action) {
    try {
        action();
    } catch (const Error& error) {
        return error.what();
    }
    return "accepted";
}

TEST(Print, SelectionsThatNameNothingAreRefused) {
    for (const char* cores : {"nowhere", "(0,0", "(1,1)-(0,0)", "0,0;1,1", "3"})
        EXPECT_THAT(refusal([&] { PrintSelection(cores, ""); }), HasSubstr("TW4501")) << cores;
    EXPECT_THAT(refusal([] { PrintSelection("all", "BR+XY"); }),
                ::testing::AllOf(HasSubstr("TW4502"), HasSubstr("\"XY\", which is no processor")));
    EXPECT_EQ(refusal([] { PrintSelection("(0,0)-(3,0),1,1", "BR+TR0"); }), "accepted");
}

TEST(Print, AFileThatCannotBeWrittenIsRefused) {
    ::setenv("TT_METAL_DPRINT_CORES", "all", 1);
    ::setenv("TT_METAL_DPRINT_FILE", "/no_such_folder/prints.txt", 1);
    EXPECT_THAT(refusal([] { calls::reset_print_output(); }),
                ::testing::AllOf(HasSubstr("TW4503"), HasSubstr("/no_such_folder/prints.txt")));
    ::unsetenv("TT_METAL_DPRINT_CORES");
    ::unsetenv("TT_METAL_DPRINT_FILE");
    EXPECT_EQ(refusal([] { calls::reset_print_output(); }), "accepted");
}

TEST(Print, Streams) {
    EXPECT_EQ(printed(R"(DPRINT << "a" << 1 << ' ' << -2 << " " << 2.5f << ENDL();)"), "a1 -2 2.5\n");
    EXPECT_EQ(printed(
                  R"(DPRINT << HEX() << 255 << DEC() << " " << SETW(5) << 7;
            DPRINT << FIXED() << SETPRECISION(2) << F32(1.0f) << "\n";)"),
              "ff     71.00\n");
    EXPECT_EQ(
        printed(R"(DPRINT_DATA0({ DPRINT << "zero"; DPRINT << ENDL(); }); DPRINT_DATA1(DPRINT << "one" << ENDL());)",
                program::Era::Jan2026),
        "zero\n");
}

TEST(Print, TilesAndPages) {
    // A tile whose datum i (as stored) is the bfloat16 of i % 64.
    const std::string fill = R"(
        cb_reserve_back(0, 1);
        volatile tt_l1_ptr uint16_t* tile = reinterpret_cast<volatile tt_l1_ptr uint16_t*>(get_write_ptr(0));
        for (uint32_t i = 0; i < 1024; ++i) tile[i] = (uint16_t)(__builtin_bit_cast(uint32_t, (float)(i / 16)) >> 16);
        )";
    EXPECT_EQ(
        printed(fill + R"(DPRINT("{}", TileSlice(0, 0, SliceRange::hw0_32_16(), TSLICE_INPUT_CB, TSLICE_WR_PTR));)"),
        "0 16 \n32 48 \n");
    EXPECT_EQ(printed(fill + R"(tt::data_movement::common::print_bf16_pages(get_write_ptr(0), 16, 2);)").substr(0, 9),
              "0: 0 0 0 ");
}

TEST(Print, SelectsCoresAndProcessors) {
    const CoreRanges cores = {{{0, 0}, {2, 1}}};
    const auto run = [&](const char* selected, const char* processors) {
        Capture capture(selected, processors, true);
        auto card = open_card();
        TestProgram program;
        const std::string kernel = dm_kernel("DPRINT(\"hello\\n\");", "#include \"api/debug/dprint.h\"");
        program.reader(kernel, cores);
        program.writer(kernel, cores);
        EXPECT_EQ(outcome(*card, program, fast()), "finished");
        std::vector<std::string> lines;
        std::istringstream text(capture.text());
        for (std::string line; std::getline(text, line);) lines.push_back(line);
        std::sort(lines.begin(), lines.end());
        return lines;
    };
    using Lines = std::vector<std::string>;
    EXPECT_EQ(run("0,0", ""), (Lines{"0:(x=0,y=0):BR: hello", "0:(x=0,y=0):NC: hello"}));
    EXPECT_EQ(run("(1,0),(2,1)", "NC"), (Lines{"0:(x=1,y=0):NC: hello", "0:(x=2,y=1):NC: hello"}));
    EXPECT_EQ(run("(0,0)-(1,1)", "BR+NC").size(), 8u);
    EXPECT_EQ(run("all", "TR0"), Lines{});
    EXPECT_EQ(run("", ""), Lines{});
}

TEST(Print, RefusesWhatNamesNoCore) {
    for (const char* text : {"0", "(0,0", "(1,0)-(0,0)", "0,0;1,1", "a,b"})
        EXPECT_THROW(PrintSelection(text, ""), Error) << text;
    EXPECT_THROW(PrintSelection("all", "BRISC"), Error);
    EXPECT_TRUE(PrintSelection("(0,0)-(3,0)", "TR1").contains({3, 0}, TW_MATH));
    EXPECT_TRUE(PrintSelection("(0,0)-(3,0)", "TR1").contains({3, 0}, TW_FUSED));
    EXPECT_FALSE(PrintSelection("(0,0)-(3,0)", "TR1").contains({3, 0}, TW_PACK));
    EXPECT_FALSE(PrintSelection("(0,0)-(3,0)", "").contains({4, 0}, TW_MATH));
}

TEST(Assert, EndsTheThreadWithItsCondition) {
    auto card = open_card();
    TestProgram program;
    program.reader(dm_kernel("const uint32_t count = get_arg_val<uint32_t>(0);\nASSERT(count < 4);"))
        .runtime_args[{0, 0}] = {4};
    EXPECT_THAT(outcome(*card, program, fast()),
                ::testing::AllOf(HasSubstr("TW2501"), HasSubstr("ASSERT(count < 4) failed")));
    program.kernels[0].runtime_args[{0, 0}] = {3};
    EXPECT_EQ(outcome(*card, program, fast()), "finished");
}

TEST(Assert, IsPassedOverWhereAssertsAreOff) {
    auto card = open_card();
    TestProgram program;
    program.reader(dm_kernel("ASSERT(get_arg_val<uint32_t>(0) < 4);")).runtime_args[{0, 0}] = {4};
    engine::RunOptions without = fast();
    without.asserts = false;
    EXPECT_EQ(outcome(*card, program, without), "finished");
    EXPECT_THAT(outcome(*card, program, fast()), HasSubstr("TW2501"));
}

// ---- tiles ----------------------------------------------------------------------------------------------------------
// A tile as 32 rows of 32 bfloat16 patterns; a failed comparison shows some rows only.
struct Tile {
    uint16_t datum[32][32];
    bool operator==(const Tile& other) const { return std::memcmp(datum, other.datum, sizeof(datum)) == 0; }
};
void PrintTo(const Tile& tile, std::ostream* out) {
    for (uint32_t h : {0, 1, 15, 16, 31}) {
        *out << "\nrow " << h << ":" << std::hex;
        for (uint32_t w = 0; w < 32; ++w) *out << " " << tile.datum[h][w];
        *out << std::dec;
    }
}

// The first page of CB 0 after `body`.
Tile tile_after(const std::string& body, program::Era era = program::Era::Aug2026) {
    auto card = open_card();
    TestProgram program;
    program.era = era;
    program.cb(0, 2);
    program.reader(dm_kernel("{" + body + R"(} cb_wait_front(0, 1);
        noc_async_read(get_noc_addr(get_read_ptr(0)), 0x80000, 4096);
        noc_async_read_barrier();)",
                             R"(#include "ttnn/kernel/dataflow/moreh_common.hpp"
#include "ttnn/kernel/dataflow/generate_mm_scaler.hpp"
#include "ttnn/deprecated/tt_dnn/kernels/dataflow/generate_reduce_scaler.hpp"
#include "ttnn/cpp/ttnn/kernel_lib/reduce_helpers_dataflow.hpp"
using namespace dataflow_kernel_lib;)"));
    EXPECT_EQ(outcome(*card, program, with(engine::Mode::Strict)), "finished") << body;
    Tile tile;
    for (uint32_t h = 0; h < 32; ++h) {
        for (uint32_t w = 0; w < 32; ++w) {
            const uint32_t index = (h / 16 * 2 + w / 16) * 256 + h % 16 * 16 + w % 16;
            std::memcpy(&tile.datum[h][w], card->core({0, 0}).l1() + kResult + 2 * index, 2);
        }
    }
    return tile;
}

template <typename Rule>
Tile expected(Rule rule) {
    Tile tile;
    for (uint32_t h = 0; h < 32; ++h) {
        for (uint32_t w = 0; w < 32; ++w) tile.datum[h][w] = static_cast<uint16_t>(rule(h, w));
    }
    return tile;
}

TEST(Tiles, ScalersStandInRowZeroOfEveryFace) {
    const auto full = expected([](uint32_t h, uint32_t) { return h % 16 == 0 ? 0x3E80 : 0; });
    EXPECT_EQ(tile_after("generate_reduce_scaler(0, 0x3E803E80);"), full);
    EXPECT_EQ(tile_after("prepare_reduce_scaler<0>(0.25f);"), full);
    EXPECT_EQ(tile_after("calculate_and_prepare_reduce_scaler<0, PoolType::AVG, ReduceDim::REDUCE_ROW, 4>();"), full);
    EXPECT_EQ(tile_after("calculate_and_prepare_reduce_scaler<0, PoolType::AVG, ReduceDim::REDUCE_SCALAR, 16>();"),
              full);
    EXPECT_EQ(tile_after("calculate_and_prepare_reduce_scaler<0, PoolType::AVG, ReduceDim::REDUCE_ROW, 32, 4>();",
                         program::Era::Mar2026),
              full);
    EXPECT_EQ(tile_after("prepare_reduce_scaler<0, 20>(0.25f);"),
              expected([](uint32_t h, uint32_t w) { return h % 16 == 0 && w < 20 ? 0x3E80 : 0; }));
    // Reducing columns, row r of the tile is position r % 16 of its faces.
    EXPECT_EQ(tile_after("prepare_reduce_scaler<0, PoolType::SUM, ReduceDim::REDUCE_COL>(0.25f, 20);"),
              expected([](uint32_t h, uint32_t w) { return h % 16 == 0 && h / 16 * 16 + w % 16 < 20 ? 0x3E80 : 0; }));
}

TEST(Tiles, MasksAndScalars) {
    EXPECT_EQ(tile_after("generate_mask_h(0, 20);"),
              expected([](uint32_t h, uint32_t) { return h < 20 ? 0x3F80 : 0; }));
    EXPECT_EQ(tile_after("generate_mask_w(CircularBuffer(0), 5);"),
              expected([](uint32_t, uint32_t w) { return w < 5 ? 0x3F80 : 0; }));
    EXPECT_EQ(tile_after("generate_mm_scaler(0, 0x3F803F80);"),
              expected([](uint32_t, uint32_t w) { return w == 0 ? 0x3F80 : 0; }));
    EXPECT_EQ(tile_after("fill_cb_with_value(0, 0x40490FDB);"), expected([](uint32_t, uint32_t) { return 0x4049; }));
    EXPECT_EQ(tile_after("prepare_reduce_mask<0, ReduceDim::REDUCE_COL>(18);"),
              expected([](uint32_t h, uint32_t w) { return w == 0 && h < 18 ? 0x3F80 : 0; }));
    EXPECT_EQ(tile_after("fill_cb_with_value(0, 0x3F800000); cb_wait_front(0, 1); "
                         "mask_tile_hw(get_read_ptr(0), 20, 5);"),
              expected([](uint32_t h, uint32_t w) { return h < 20 && w < 5 ? 0x3F80 : 0; }));
}

}  // namespace
}  // namespace tilewright::testing
