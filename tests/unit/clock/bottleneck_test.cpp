// Programs made to have one known bottleneck each, and the sentence that names it. Times stand in the sentences as
// figures of the machine make them, so only words and the direction of changes are compared.
#include <fmt/format.h>

#include <regex>

#include "clock/recording.hpp"
#include "clock/verdict.hpp"
#include "unit/engine/harness.hpp"

namespace tilewright::clock {
namespace {

using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::Not;
using ::testing::StartsWith;

// Tiles from DRAM to c_0, through a compute kernel to c_16, and back to DRAM.
struct Pipeline {
    uint32_t tiles = 64;
    uint32_t reads_per_barrier = 8, writes_per_barrier = 8;
    uint32_t in_pages = 16, out_pages = 16;
    std::string work = "copy_tile(0, 0, 0);";  // of each tile, into DST 0
    std::string init = "init_sfpu(0, 16);";
    tile::Fidelity fidelity = tile::Fidelity::HiFi4;
    bool fp32_dst = false;
    uint32_t cores = 1;
    uint32_t tiles_of_others = 64;  // all cores but the first
    bool with_compute = true;
    uint32_t banks = 12;       // pages go round these
    bool in_a_column = false;  // the cores, which then share links
};

std::string data_movement(const std::string& body) {
    return "#include \"api/dataflow/dataflow_api.h\"\nvoid kernel_main() {\n"
           "  const uint32_t base = get_arg_val<uint32_t>(0), count = get_arg_val<uint32_t>(1);\n"
           "  const uint32_t first = get_arg_val<uint32_t>(2), batch = get_arg_val<uint32_t>(3);\n"
           "  const uint32_t banks = get_arg_val<uint32_t>(4);\n"
           "  const InterleavedAddrGen<true> at = {.bank_base_address = base, .page_size = 2048};\n" +
           body + "}\n";
}

const std::string kReader = data_movement(
    "  cb_reserve_back(1, 1);\n  cb_push_back(1, 1);\n"
    "  for (uint32_t i = 0; i < count; i += batch) {\n    cb_reserve_back(0, batch);\n"
    "    for (uint32_t j = 0; j < batch; ++j) {\n"
    "      const uint32_t n = first + i + j;\n"
    "      noc_async_read(get_noc_addr(n / banks * 12 + n % banks, at), get_write_ptr(0) + j * 2048, 2048);\n    }\n"
    "    noc_async_read_barrier();\n    cb_push_back(0, batch);\n  }\n");
const std::string kWriter = data_movement(
    "  for (uint32_t i = 0; i < count; i += batch) {\n    cb_wait_front(16, batch);\n"
    "    for (uint32_t j = 0; j < batch; ++j) {\n"
    "      const uint32_t n = first + i + j;\n"
    "      noc_async_write(get_read_ptr(16) + j * 2048, get_noc_addr(n / banks * 12 + n % banks, at), 2048);\n    }\n"
    "    noc_async_write_barrier();\n    cb_pop_front(16, batch);\n  }\n");

std::string compute_kernel(const Pipeline& load) {
    return "#include \"api/compute/compute_kernel_api.h\"\n#include \"api/compute/eltwise_unary/eltwise_unary.h\"\n"
           "#include \"api/compute/eltwise_unary/exp.h\"\n#include \"api/compute/reduce.h\"\n"
           "#include \"api/compute/tile_move_copy.h\"\nvoid kernel_main() {\n"
           "  const uint32_t count = get_arg_val<uint32_t>(0);\n  cb_wait_front(1, 1);\n  " +
           load.init +
           "\n  for (uint32_t i = 0; i < count; ++i) {\n    cb_wait_front(0, 1);\n    tile_regs_acquire();\n    " +
           load.work +
           "\n    tile_regs_commit();\n    cb_pop_front(0, 1);\n    cb_reserve_back(16, 1);\n    tile_regs_wait();\n"
           "    pack_tile(0, 16);\n    tile_regs_release();\n    cb_push_back(16, 1);\n  }\n}\n";
}

class Made {
public:
    explicit Made(const Pipeline& load) : card(testing::open_card()) {
        constexpr uint64_t kPages = 4096;
        for (auto& buffer : buffers_)
            buffer =
                std::make_unique<card::Buffer>(card, card::BufferConfig{.bytes = kPages * 2048, .page_bytes = 2048});
        CoreRanges cores = {{{0, 0}, {(load.cores - 1) % 8, (load.cores - 1) / 8}}};
        if (load.in_a_column) cores = {{{0, 0}, {0, load.cores - 1}}};
        program.name = "made";
        program.cb(0, load.in_pages, 2048, cores);
        program.cb(1, 1, 2048, cores);
        program.cb(16, load.out_pages, 2048, cores);
        ComputeConfig config;
        config.fidelity = load.fidelity;
        config.fp32_dest_acc_en = load.fp32_dst;
        auto reader = program.reader(kReader, cores), writer = program.writer(kWriter, cores);
        auto compute = program.compute(compute_kernel(load), cores, config);
        uint32_t first = 0;
        for (uint32_t i = 0; i < load.cores; ++i) {
            const LogicalCore at = load.in_a_column ? LogicalCore{0, i} : LogicalCore{i % 8, i / 8};
            const uint32_t count = i == 0 ? load.tiles : load.tiles_of_others;
            const auto address = [&](size_t buffer) { return static_cast<uint32_t>(buffers_[buffer]->address()); };
            reader.runtime_args[at] = {address(0), count, first, load.reads_per_barrier, load.banks};
            writer.runtime_args[at] = {address(1), count, first, load.writes_per_barrier, load.banks};
            compute.runtime_args[at] = {count};
            first += count;
        }
        program.kernels = {reader, writer, compute};
        recording = std::make_unique<Recording>(*card, program, testing::fast());
        timing = recording->time();
    }

    Verdict judge(const Families& families = {}) const {
        std::vector<WhatIf> answers = ask_tape(recording->tape(), recording->llk(), timing.ns(), families);
        for (WhatIf& more : ask_program(recording->tape(), program, testing::fast(), timing.ns(), families))
            answers.push_back(std::move(more));
        return clock::judge(recording->tape(), recording->llk(), timing, std::move(answers), families.asked());
    }

    std::shared_ptr<card::Card> card;
    testing::TestProgram program;
    std::unique_ptr<Recording> recording;
    Timing timing;

private:
    using ComputeConfig = program::ComputeConfig;
    std::unique_ptr<card::Buffer> buffers_[2];
};

// The best answer of a family; its time is 0 where there is none.
WhatIf best(const Verdict& verdict, const std::string& family) {
    for (const WhatIf& what_if : verdict.what_ifs) {
        if (what_if.family == family) return what_if;
    }
    return {};
}

WhatIf best_of_one(const Verdict& verdict, const std::string& family) {  // thread
    for (const WhatIf& what_if : verdict.what_ifs) {
        if (what_if.family == family && what_if.changes <= 2) return what_if;
    }
    return {};
}

TEST(Bottleneck, AReaderThatWaitsAfterEveryRead) {
    Pipeline load;
    load.reads_per_barrier = 1;
    load.in_pages = 2;
    const Made made(load);
    const Verdict verdict = made.judge();
    EXPECT_THAT(verdict.bottleneck,
                MatchesRegex("reader-bound: compute waits [0-9]+ % of the time for c_0; the reader waits [0-9]+ % of "
                             "the time for its barrier, after every 2 KiB read: [0-9]+ reads per barrier \\(c_0 with "
                             "[0-9]+ pages instead of 2\\) would take [0-9.]+ instead of [0-9.]+ us"));
    const WhatIf best_barriers = best_of_one(verdict, "barriers");
    EXPECT_TRUE(best_barriers.remedy);
    EXPECT_LT(best_barriers.ns, 0.6 * made.timing.ns());
    // What it promises is about what the program gives that is written that way.
    std::smatch found;
    ASSERT_TRUE(
        std::regex_search(best_barriers.change, found, std::regex("^([0-9]+) reads per barrier .*with ([0-9]+)")));
    load.reads_per_barrier = static_cast<uint32_t>(std::stoul(found[1]));
    load.in_pages = static_cast<uint32_t>(std::stoul(found[2]));
    EXPECT_NEAR(best_barriers.ns, Made(load).timing.ns(), 0.05 * best_barriers.ns);
}

TEST(Bottleneck, AWriterThatWaitsAfterEveryWrite) {
    Pipeline load;
    load.writes_per_barrier = 1;
    load.out_pages = 2;
    const Made made(load);
    const Verdict verdict = made.judge();
    EXPECT_THAT(
        verdict.bottleneck,
        MatchesRegex("writer-bound: compute waits [0-9]+ % of the time for room in c_16; the writer waits "
                     "[0-9]+ % of the time for its barrier, after every 2 KiB write: .*writes per barrier.* "
                     "would take [0-9.]+ instead of [0-9.]+ us; [0-9]+ reads per barrier in the reader and [0-9]+ "
                     "writes per barrier in the writer .* would take [0-9.]+ us"));
    EXPECT_LT(best(verdict, "barriers").ns, 0.8 * made.timing.ns());
}

TEST(Bottleneck, AShallowBuffer) {
    Pipeline load;
    load.in_pages = 8;  // as many as come together: reader and compute take turns
    const Made made(load);
    const Verdict verdict = made.judge();
    EXPECT_THAT(verdict.bottleneck,
                MatchesRegex("they take turns: the reader waits [0-9]+ % of the time for room in c_0, compute waits "
                             "[0-9]+ % for its pages: c_0 with 16 pages instead of 8 would take .* us"));
    const WhatIf deeper = best(verdict, "depth");
    EXPECT_EQ(deeper.change, "c_0 with 16 pages instead of 8");
    load.in_pages = 16;
    EXPECT_NEAR(deeper.ns, Made(load).timing.ns(), 0.01 * deeper.ns);
}

TEST(Bottleneck, MathByFidelity) {
    Pipeline load;
    load.init = "compute_kernel_hw_startup(0, 1, 16); reduce_init<PoolType::SUM, ReduceDim::REDUCE_SCALAR>(0, 1, 16);";
    load.work =
        "for (uint32_t r = 0; r < 16; ++r) reduce_tile<PoolType::SUM, ReduceDim::REDUCE_SCALAR>(0, 1, 0, 0, 0);";
    const Made made(load);
    const Verdict verdict = made.judge();
    EXPECT_THAT(verdict.bottleneck,
                MatchesRegex("compute-bound: MATH works 9[0-9] % of the time, [0-9]+ % of it in reduce_tile, all "
                             "\\(HiFi4\\): LoFi instead of HiFi4 \\(less precise\\) would take .* us"));
    load.fidelity = tile::Fidelity::LoFi;
    const Made cheap(load);
    EXPECT_NEAR(best(verdict, "fidelity").ns, cheap.timing.ns(), 1);
    EXPECT_EQ(best(cheap.judge(), "fidelity").change, "");  // there is no cheaper one
}

TEST(Bottleneck, Sfpu) {
    Pipeline load;
    load.work = "copy_tile(0, 0, 0); exp_tile_init(); for (uint32_t r = 0; r < 8; ++r) exp_tile(0);";
    const Made made(load);
    const Verdict verdict = made.judge();
    EXPECT_THAT(verdict.bottleneck,
                MatchesRegex("compute-bound: MATH works 9[0-9] % of the time, [0-9]+ % of it in exp_tile \\(SFPU\\); "
                             "nothing that was tried helps by 2 % or more \\(it runs on 1 of 64 cores\\)"));
    EXPECT_EQ(best(verdict, "fidelity").change, "");  // the SFPU knows none
    ASSERT_FALSE(verdict.uncertainty.rests_on.empty());
    EXPECT_EQ(verdict.uncertainty.rests_on[0].group, "SFPU cycles");
}

TEST(Bottleneck, LinksThatCoresShare) {
    Pipeline load;
    load.cores = 8;
    load.tiles = load.tiles_of_others = 128;
    load.reads_per_barrier = 32;
    load.in_pages = 64;
    load.in_a_column = true;
    const Made made(load);
    const Verdict verdict = made.judge({false, {"placement"}});
    EXPECT_THAT(verdict.bottleneck, StartsWith("NoC-bound: the link south of NoC 0 at "));
    EXPECT_THAT(verdict.bottleneck, HasSubstr("its 8 cores along rows ((0,0)-(7,0)) would take "));
}

// Whoever is named counts: twice as quick, it shortens the program more than any other thread would.
TEST(Bottleneck, NamesTheUnitThatCounts) {
    for (const uint32_t copies : {2, 12}) {
        Pipeline load;
        load.work = fmt::format("for (uint32_t k = 0; k < {}; ++k) copy_tile(0, 0, 0);", copies);
        load.in_pages = load.out_pages = 32;
        load.reads_per_barrier = load.writes_per_barrier = 16;
        const Made made(load);
        const Verdict verdict = made.judge({false, {}});
        std::string best;
        double least = made.timing.ns();
        for (const Share& share : verdict.shares) {
            Change change;
            change.pace[share.processor] = 0.5;
            const double ns = made.recording->time(change).ns();
            if (ns < least)
                best = share.is_compute() ? "compute-bound: " + share.thread + " works " : share.role() + "-bound: ";
            least = std::min(least, ns);
        }
        EXPECT_THAT(verdict.bottleneck, StartsWith(best)) << copies << " copies";
    }
}

TEST(Bottleneck, OneCoreWithMostOfTheWork) {
    Pipeline load;
    load.cores = 4;
    load.tiles = 128;
    load.tiles_of_others = 8;
    const Verdict verdict = Made(load).judge();
    EXPECT_THAT(verdict.bottleneck,
                MatchesRegex("uneven: core \\(0,0\\) takes [0-9.]+ us, the median of 4 cores [0-9.]+ us: spread its "
                             "work \\(all cores alike would take about [0-9.]+ us\\); there .*-bound: .*"));
    EXPECT_EQ(verdict.slowest, (LogicalCore{0, 0}));
    EXPECT_EQ(verdict.cores.size(), 4u);
    EXPECT_THAT(core_table(verdict), HasSubstr("x=3"));
}

TEST(Bottleneck, DramAtTheRoof) {
    Pipeline load;
    load.cores = 64;
    load.tiles_of_others = load.tiles = 32;
    load.in_pages = load.out_pages = 32;
    const Verdict verdict = Made(load).judge({false, {"depth", "machine"}});
    EXPECT_THAT(verdict.bottleneck,
                MatchesRegex("DRAM-bound: the banks move 8 MiB and work [89][0-9] % of the time; it "
                             "is at the roof: only less traffic helps"));
    const WhatIf faster = best(verdict, "machine");
    EXPECT_EQ(faster.change, "DRAM twice as fast");
    EXPECT_FALSE(faster.remedy);
}

TEST(Bottleneck, OneBankOfDram) {
    Pipeline load;
    load.cores = 8;
    load.tiles_of_others = load.tiles = 32;
    load.in_pages = load.out_pages = 32;
    load.banks = 1;
    const Verdict verdict = Made(load).judge({false, {"depth"}});
    EXPECT_THAT(verdict.bottleneck,
                MatchesRegex("DRAM-bound: bank [0-9]+ has [0-9]+ % of the 1 MiB and works [0-9]+ % of "
                             "the time; pages spread over all banks would help"));
}

TEST(Bottleneck, NobodyAskedForRemedies) {
    const Made made{Pipeline{}};
    const Verdict verdict = made.judge({false, {}});
    EXPECT_TRUE(verdict.what_ifs.empty());
    EXPECT_THAT(verdict.bottleneck, Not(HasSubstr("tried")));
    EXPECT_THAT(verdict.bottleneck, Not(HasSubstr("would")));
}

TEST(Shares, AreAllOfTheTime) {
    const Made made{Pipeline{}};
    for (const Share& share : made.judge({false, {}}).shares) {
        EXPECT_LE(share.busy + share.waiting + share.issuing, 1.001) << share.thread;
        EXPECT_GT(share.busy + share.waiting + share.issuing, 0.5) << share.thread;
        double sum = 0;
        for (const ShareOfWait& wait : share.waits) sum += wait.part;
        EXPECT_NEAR(sum, share.waiting, 1e-9);
    }
}

TEST(WhatIfs, DstOf32Bits) {
    Pipeline load;
    load.work = "copy_tile(0, 0, 5); copy_tile(0, 0, 0);";  // slot 5 is there in 16 bits only
    const Made wide(load);
    EXPECT_EQ(best(wide.judge({false, {"fp32"}}), "fp32").change, "");
    const auto changed = [](const Made& made) {
        std::vector<std::string> all;
        for (const ProgramQuestion& question : program_questions()) {
            if (std::string(question.family) != "fp32") continue;
            for (const ChangedProgram& one : question.make(made.program, made.recording->tape()))
                all.push_back(one.change);
        }
        return all;
    };
    EXPECT_THAT(changed(wide), ::testing::ElementsAre("fp32_dest_acc_en on (half as many tiles in DST)"));
    load.work = "copy_tile(0, 0, 0);";
    load.fp32_dst = true;
    EXPECT_THAT(changed(Made(load)), ::testing::ElementsAre("fp32_dest_acc_en off (less precise)"));
}

TEST(WhatIfs, OtherPlaces) {
    Pipeline load;
    load.cores = 8;
    load.tiles_of_others = load.tiles = 32;
    const Made made(load);
    const Tape before = [&] {
        Tape copy(*made.card);
        for (const CoreTape& core : made.recording->tape().cores) copy.cores.emplace_back().worker = core.worker;
        return copy;
    }();
    const Verdict verdict = made.judge({false, {"placement"}});
    for (const WhatIf& what_if : verdict.what_ifs) {
        EXPECT_EQ(what_if.family, "placement");
        EXPECT_THAT(what_if.change, StartsWith("its 8 cores "));
    }
    EXPECT_FALSE(verdict.what_ifs.empty());
    for (size_t i = 0; i < before.cores.size(); ++i)  // the shared tape is as it was
        EXPECT_EQ(before.cores[i].worker, made.recording->tape().cores[i].worker);
    EXPECT_EQ(made.recording->time().cycles, made.timing.cycles);
}

}  // namespace
}  // namespace tilewright::clock
