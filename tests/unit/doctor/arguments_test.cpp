// Arguments in reports: what the source calls them, which loops they bound, what other cores have.
#include "doctor/arguments.hpp"

#include <nlohmann/json.hpp>

#include "hangs/faulty.hpp"
#include "misuse/misuse.hpp"

namespace tilewright::testing {
namespace {

using doctor::ArgumentKind;
using doctor::ArgumentSource;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

ArgumentSource read_source(const std::string& text, std::vector<uint32_t> compile_time = {},
                           std::vector<uint32_t> runtime = {}) {
    KernelDescriptor kernel;
    kernel.compile_time_args = std::move(compile_time);
    kernel.runtime_args[k00] = std::move(runtime);
    kernel.named_compile_time_args = {{"blocks", 3}, {"width", 8}};
    return doctor::read_arguments(text, kernel, program::Era::Aug2026);
}

std::string name_of(const ArgumentSource& source, ArgumentKind kind, uint32_t index) {
    const doctor::NamedArgument* found = source.find({kind, index});
    return found == nullptr ? "(none)" : found->name;
}

TEST(ArgumentSource, NamesOfVariables) {
    const ArgumentSource source = read_source(R"(
        // uint32_t wrong = get_arg_val<uint32_t>(0);
        constexpr uint32_t Wt = get_compile_time_arg_val(0);
        constexpr bool partial = get_compile_time_arg_val(1) != 0;
        constexpr uint32_t steps = get_named_compile_time_arg_val("width");
        void kernel_main() {
            const uint32_t src = get_arg_val<uint32_t>(0), n = get_arg_val<uint32_t>(1 + 1);
            uint32_t other{get_arg_val<uint32_t>(0x10)};
            float scale = get_common_arg_val<float>(3);
            const InterleavedAddrGen<true> in = {.bank_base_address = get_arg_val<uint32_t>(5), .page_size = 2048};
            const auto out = TensorAccessor(args, get_arg_val<uint32_t>(6), 2048);
        })");
    EXPECT_EQ(name_of(source, ArgumentKind::CompileTime, 0), "Wt");
    EXPECT_EQ(name_of(source, ArgumentKind::CompileTime, 1), "partial");
    EXPECT_EQ(name_of(source, ArgumentKind::Named, 1), "steps");
    EXPECT_EQ(name_of(source, ArgumentKind::Runtime, 0), "src");
    EXPECT_EQ(name_of(source, ArgumentKind::Runtime, 2), "n");
    EXPECT_EQ(name_of(source, ArgumentKind::Runtime, 16), "other");
    EXPECT_EQ(name_of(source, ArgumentKind::Common, 3), "scale");
    EXPECT_EQ(name_of(source, ArgumentKind::Runtime, 5), "in.bank_base_address");
    EXPECT_EQ(name_of(source, ArgumentKind::Runtime, 6), "out");
    EXPECT_EQ(name_of(source, ArgumentKind::Runtime, 1), "(none)");
    EXPECT_TRUE(source.find({ArgumentKind::Runtime, 2})->whole);
    EXPECT_FALSE(source.find({ArgumentKind::Runtime, 6})->whole);
}

TEST(ArgumentSource, CountersMoveAlongTheText) {
    const ArgumentSource source = read_source(R"(
        void kernel_main() {
            uint32_t i = 0;
            uint32_t a = get_arg_val<uint32_t>(i++);
            uint32_t b = get_arg_val<uint32_t>(i++);
            i += 2;
            uint32_t c = get_arg_val<uint32_t>(i);
            constexpr uint32_t base = 7;
            uint32_t d = get_arg_val<uint32_t>(base + 1);
            uint32_t e[3];
            for (int k = 0; k < 3; ++k) e[k] = get_arg_val<uint32_t>(i++);
            uint32_t f = get_arg_val<uint32_t>(i++);
        })");
    EXPECT_EQ(name_of(source, ArgumentKind::Runtime, 0), "a");
    EXPECT_EQ(name_of(source, ArgumentKind::Runtime, 1), "b");
    EXPECT_EQ(name_of(source, ArgumentKind::Runtime, 4), "c");
    EXPECT_EQ(name_of(source, ArgumentKind::Runtime, 8), "d");
    // How often the loop went round is not known from the text alone.
    EXPECT_EQ(source.arguments.size(), 4u);
}

TEST(ArgumentSource, FieldsAndPointers) {
    const ArgumentSource source = read_source(R"(
        struct Shape { uint32_t rows, columns; uint32_t strides[2]; uint32_t pad; };
        void kernel_main() {
            const auto* shape = reinterpret_cast<const Shape*>(get_arg_addr(2));
            volatile tt_l1_ptr uint32_t* list = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_arg_addr(7));
        })",
                                              {}, std::vector<uint32_t>(9, 1));
    EXPECT_EQ(name_of(source, ArgumentKind::Runtime, 2), "shape.rows");
    EXPECT_EQ(name_of(source, ArgumentKind::Runtime, 3), "shape.columns");
    EXPECT_EQ(name_of(source, ArgumentKind::Runtime, 5), "shape.strides[1]");
    EXPECT_EQ(name_of(source, ArgumentKind::Runtime, 6), "shape.pad");
    EXPECT_EQ(name_of(source, ArgumentKind::Runtime, 7), "list[0]");
    EXPECT_EQ(name_of(source, ArgumentKind::Runtime, 8), "list[1]");
}

TEST(ArgumentSource, LoopsAndWhatBoundsThem) {
    const ArgumentSource source = read_source(R"(
void kernel_main() {
    uint32_t start = get_arg_val<uint32_t>(1);
    uint32_t count = get_arg_val<uint32_t>(2);
    uint32_t unused = get_arg_val<uint32_t>(3);
    uint32_t end = start + count;
    for (uint32_t i = start; i < end; ++i) {
        for (uint32_t k = 0; k < get_compile_time_arg_val(0); ++k) step();
    }
    while (unrelated) step();
})",
                                              {4});
    ASSERT_EQ(source.loops.size(), 3u);
    EXPECT_EQ(source.loops[0].line, 7u);
    EXPECT_EQ(source.loops[0].condition, "i < end");
    EXPECT_EQ(source.loops[0].last_line, 9u);
    EXPECT_THAT(source.loops[0].bounded_by, ::testing::ElementsAre(doctor::ArgumentKey{ArgumentKind::Runtime, 1},
                                                                   doctor::ArgumentKey{ArgumentKind::Runtime, 2}));
    EXPECT_EQ(source.loop_bounded_by({ArgumentKind::CompileTime, 0}, 8), &source.loops[1]);
    EXPECT_EQ(source.loop_bounded_by({ArgumentKind::CompileTime, 0}, 10), nullptr);
    EXPECT_EQ(source.loop_bounded_by({ArgumentKind::Runtime, 3}), nullptr);
    EXPECT_TRUE(source.loops[2].bounded_by.empty());
}

TEST(ArgumentSource, WordsOfAccessors) {
    const std::string text = R"(
        void kernel_main() {
            constexpr uint32_t n = get_compile_time_arg_val(0);
            constexpr auto a_args = TensorAccessorArgs<1>();
            constexpr auto b_args = TensorAccessorArgs<a_args.next_compile_time_args_offset()>();
            constexpr uint32_t tail = get_compile_time_arg_val(b_args.next_compile_time_args_offset());
        })";
    // n; DRAM interleaved, page; DRAM sharded: page, rank 2, 3 banks, 2 + 2 words of shapes, 2 of coordinates; tail.
    const ArgumentSource source = read_source(text, {5, 2, 2048, 3, 2048, 2, 3, 8, 8, 4, 4, 1, 2, 9});
    ASSERT_EQ(source.accessors.size(), 2u);
    EXPECT_EQ(source.accessors[0].first, 1u);
    EXPECT_EQ(source.accessors[0].count, 2u);
    EXPECT_EQ(source.accessors[1].first, 3u);
    EXPECT_EQ(source.accessors[1].count, 10u);
    EXPECT_EQ(source.accessors[1].name, "b_args");
    EXPECT_EQ(name_of(source, ArgumentKind::CompileTime, 13), "tail");
    EXPECT_EQ(source.accessor_at({ArgumentKind::CompileTime, 13}), nullptr);
}

TEST(NumberFromArguments, AccessorWordsAreNoCounts) {
    KernelDescriptor kernel;
    kernel.source = {
        "void kernel_main() { constexpr auto a = TensorAccessorArgs<0>(); const uint32_t tiles = "
        "get_arg_val<uint32_t>(1); for (uint32_t i = 0; i < tiles; ++i) {} }",
        false,
        {}};
    kernel.compile_time_args = {2, 64};
    kernel.runtime_args[k00] = {64, 64};
    EXPECT_EQ(doctor::number_from_arguments(kernel, k00, 2), "");
    EXPECT_EQ(doctor::number_from_arguments(kernel, k00, 64), "tiles (runtime arg 1) = 64");
    kernel.runtime_args[k00] = {64, 5};
    EXPECT_EQ(doctor::number_from_arguments(kernel, k00, 64), "runtime arg 0 = 64");
}

const CoreRanges kSixCores = {{{0, 0}, {5, 0}}};

// Six cores copy pages from reader to writer; core (3,0) has its own number of pages on one side.
void six_cores(TestProgram& program, Bench& bench, uint32_t odd) {
    program.cb(0, 2, 2048, kSixCores);
    program.reader(
        dm("  const uint32_t src_addr = get_arg_val<uint32_t>(0);\n  const uint32_t num_tiles = "
           "get_arg_val<uint32_t>(1);\n  constexpr auto src_args = TensorAccessorArgs<0>();\n"
           "  const auto src = TensorAccessor(src_args, src_addr);\n"
           "  for (uint32_t i = 0; i < num_tiles; ++i) {\n    cb_reserve_back(0, 1);\n    noc_async_read_tile(i, src, "
           "get_write_ptr(0));\n    noc_async_read_barrier();\n    cb_push_back(0, 1);\n  }\n"),
        kSixCores);
    program.writer(dm("  const uint32_t wanted = get_arg_val<uint32_t>(0);\n  for (uint32_t i = 0; i < "
                      "wanted; ++i) {\n    cb_wait_front(0, 1);\n    cb_pop_front(0, 1);\n  }\n"),
                   kSixCores);
    auto& reader = program.kernels[0];
    auto& writer = program.kernels[1];
    const uint32_t address = bench.dram(8);
    reader.compile_time_args = {2, 2048};
    for (const LogicalCore& core : cores_of(kSixCores)) {
        reader.runtime_args[core] = {address, core == LogicalCore{3, 0} ? odd : 4, 77};
        writer.runtime_args[core] = {4};
    }
}

Finding hang_of(Bench& bench, const ProgramDescriptor& program, const engine::RunOptions& options) {
    try {
        engine::run(*bench.card, program, options);
    } catch (const engine::HangError& error) {
        return error.finding();
    }
    ADD_FAILURE() << "it finished";
    return {};
}

nlohmann::json argument_of(const Finding& finding, const std::string& kernel, const std::string& kind, uint32_t index) {
    if (!finding.arguments) return {};
    for (const nlohmann::json& table : *finding.arguments) {
        if (table["kernel"] != kernel) continue;
        for (const nlohmann::json& entry : table["arguments"]) {
            if (entry["kind"] == kind && entry["index"] == index) return entry;
        }
    }
    return {};
}

TEST(ArgumentTable, OfAHang) {
    Bench bench;
    TestProgram program;
    six_cores(program, bench, 0);
    const Finding finding = hang_of(bench, program, strict());
    EXPECT_EQ(finding.place.core, "(3,0)");
    const std::string text = finding.to_text();
    EXPECT_THAT(text, HasSubstr("arguments of NCRISC reader on core (3,0)"));
    const nlohmann::json tiles = argument_of(finding, "reader", "runtime", 1);
    EXPECT_EQ(tiles["name"], "num_tiles") << text;
    EXPECT_EQ(tiles["value"], 0);
    EXPECT_EQ(tiles["read"], true);
    EXPECT_EQ(tiles["others"], "the other 5 cores have 4");
    EXPECT_EQ(tiles["loop"]["condition"], "i < num_tiles");
    EXPECT_EQ(tiles["loop"]["line"], 7);
    const nlohmann::json address = argument_of(finding, "reader", "runtime", 0);
    EXPECT_EQ(address["name"], "src_addr");
    EXPECT_EQ(address["tensor"], "8 pages of 2048 B (interleaved)");
    EXPECT_FALSE(address.contains("others"));
    const nlohmann::json unread = argument_of(finding, "reader", "runtime", 2);
    EXPECT_EQ(unread["read"], false);
    EXPECT_THAT(text, HasSubstr("never read"));
    const nlohmann::json accessor = argument_of(finding, "reader", "compile-time", 0);
    EXPECT_EQ(accessor["name"], "src_args");
    EXPECT_EQ(accessor["words"], 2);
    EXPECT_EQ(accessor["accessor"], "DRAM, interleaved, pages of 2048 B");
    EXPECT_TRUE(argument_of(finding, "reader", "compile-time", 1).is_null());
    EXPECT_EQ(argument_of(finding, "writer", "runtime", 0)["name"], "wanted");
    EXPECT_EQ(finding.to_json()["arguments"], *finding.arguments);
}

TEST(ArgumentTable, FastModeDoesNotClaimToKnowWhatWasRead) {
    Bench bench;
    TestProgram program;
    six_cores(program, bench, 3);
    const Finding finding = hang_of(bench, program, fast());
    const nlohmann::json tiles = argument_of(finding, "reader", "runtime", 1);
    EXPECT_EQ(tiles["name"], "num_tiles");
    EXPECT_FALSE(tiles.contains("read"));
    EXPECT_THAT(finding.to_text(), Not(HasSubstr("never read")));
}

TEST(ArgumentTable, OfAFinding) {
    Bench bench;
    TestProgram program;
    six_cores(program, bench, 9);  // one page more than the tensor has
    program.kernels[1].runtime_args[{3, 0}] = {9};
    const engine::RunResult result = engine::run(*bench.card, program, strict());
    ASSERT_EQ(result.findings.size(), 1u) << all_text(result.findings);
    EXPECT_EQ(result.findings[0].code, "TW2122");
    const nlohmann::json tiles = argument_of(result.findings[0], "reader", "runtime", 1);
    EXPECT_EQ(tiles["name"], "num_tiles");
    EXPECT_EQ(tiles["others"], "the other 5 cores have 4");
    EXPECT_EQ(tiles["loop"]["line"], 7);
}

TEST(ArgumentTable, ReadsThroughAPointerCount) {
    Bench bench;
    TestProgram program;
    program.cb(0, 2);
    program
        .reader(dm("  volatile tt_l1_ptr uint32_t* list = reinterpret_cast<volatile tt_l1_ptr "
                   "uint32_t*>(get_arg_addr(1));\n  const uint32_t n = list[1];\n  cb_wait_front(0, n);\n"))
        .runtime_args[k00] = {10, 20, 2, 30};
    const Finding finding = hang_of(bench, program, strict());
    EXPECT_EQ(argument_of(finding, "reader", "runtime", 2)["read"], true);
    EXPECT_EQ(argument_of(finding, "reader", "runtime", 2)["name"], "list[1]");
    EXPECT_EQ(argument_of(finding, "reader", "runtime", 1)["read"], false);
    EXPECT_THAT(finding.to_text(), HasSubstr("not read so far"));
}

TEST(ArgumentTable, LongListsAreCutInText) {
    Bench bench;
    TestProgram program;
    program.cb(0, 2);
    program.reader(dm("  cb_wait_front(0, 1);\n")).runtime_args[k00] = std::vector<uint32_t>(100, 5);
    const Finding finding = hang_of(bench, program, fast());
    size_t rows = 0;
    for (const std::string& line : finding.seen) rows += line.starts_with("  runtime") ? 1 : 0;
    EXPECT_EQ(rows, 16u) << finding.to_text();
    EXPECT_THAT(finding.seen, Contains("  and 84 more"));
    EXPECT_EQ((*finding.arguments)[0]["arguments"].size(), 100u);
}

}  // namespace
}  // namespace tilewright::testing
