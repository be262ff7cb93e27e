// Findings of checks, and what is said about mending them: proven, or that nothing was proven.
#include "misuse/misuse.hpp"

namespace tilewright::testing {
namespace {
using ::testing::HasSubstr;
using P = TestProgram&;

struct Treated {
    std::string name;
    std::string code;
    std::string says;  // part of the message
    std::string fix;   // part of the proven fix; "nothing": none may be
    std::function<void(TestProgram&, Bench&)> wrong;
    std::function<void(TestProgram&, Bench&)> right;
};
void PrintTo(const Treated& treated, std::ostream* out) { *out << treated.name; }

std::vector<Finding> everything(Bench& bench, const ProgramDescriptor& program) {
    try {
        return engine::run(*bench.card, program, strict()).findings;
    } catch (const engine::HangError& error) {
        std::vector<Finding> all = error.findings();
        all.push_back(error.finding());
        return all;
    } catch (const Error& error) {
        return {error.finding()};
    }
}

// One tile of c_0 and one of c_1 to c_16.
std::string one_tile(const std::string& init, const std::string& math) {
    return "  binary_op_init_common(0, 1, 16);\n" + init +
           "  cb_wait_front(0, 1);\n  cb_wait_front(1, 1);\n  tile_regs_acquire();\n" + math +
           "  tile_regs_commit();\n  cb_reserve_back(16, 1);\n  tile_regs_wait();\n  pack_tile(0, 16);\n  "
           "tile_regs_release();\n"
           "  cb_push_back(16, 1);\n  cb_pop_front(0, 1);\n  cb_pop_front(1, 1);\n";
}

// Four tiles through c_16, one by one, with something between acquire and copy.
std::string four_copies(const std::string& first, const std::string& twice) {
    return "  unary_op_init_common(0, 16);\n  copy_tile_to_dst_init_short(0);\n  for (uint32_t i = 0; i < 4; ++i) {\n" +
           first + "    cb_wait_front(0, 1);\n    tile_regs_acquire();\n" + twice +
           "    copy_tile(0, 0, 0);\n    tile_regs_commit();\n    cb_pop_front(0, 1);\n    cb_reserve_back(16, 1);\n   "
           " tile_regs_wait();\n"
           "    pack_tile(0, 16);\n    tile_regs_release();\n    cb_push_back(16, 1);\n  }\n";
}
void copies(P p, Bench& b, const std::string& compute) {
    p.cb(0, 2);
    p.cb(16, 2);
    p.reader(
         dm(kIn +
            "  for (uint32_t i = 0; i < 4; ++i) {\n    cb_reserve_back(0, 1);\n    noc_async_read(get_noc_addr(i, in), "
            "get_write_ptr(0), 2048);\n    noc_async_read_barrier();\n    cb_push_back(0, 1);\n  }\n"))
        .runtime_args[{0, 0}] = {b.dram(4)};
    p.compute(tensix(compute));
    p.writer(dm("  for (uint32_t i = 0; i < 4; ++i) {\n    cb_wait_front(16, 1);\n    cb_pop_front(16, 1);\n  }\n"));
}

// Six pages through c_0; the two bodies stand in the loops.
void six_pages(P p, Bench& b, const std::string& reader, const std::string& writer, uint32_t depth = 2) {
    pass(p, b, "  for (uint32_t i = 0; i < 6; ++i) {\n" + reader + "  }\n",
         "  for (uint32_t i = 0; i < 6; ++i) {\n" + writer + "  }\n", depth);
}
const std::string kRead =
    "    cb_reserve_back(0, 1);\n    noc_async_read(get_noc_addr(i, in), get_write_ptr(0), 2048);\n";
const std::string kReadBarrier = "    noc_async_read_barrier();\n";
const std::string kPushOne = "    cb_push_back(0, 1);\n";
const std::string kWaitAndWrite =
    "    cb_wait_front(0, 1);\n    noc_async_write(get_read_ptr(0), get_noc_addr(i, out), 2048);\n";
const std::string kWriteBarrier = "    noc_async_write_barrier();\n";
const std::string kPopOne = "    cb_pop_front(0, 1);\n";

// A page of the writer's own, sent behind the others.
void last_page(P p, Bench& b, const std::string& end) {
    p.cb(1, 1);
    pass(p, b, kReadOne,
         kWriteOne +
             "  cb_reserve_back(1, 1);\n  for (uint32_t i = 0; i < 512; ++i) {\n    reinterpret_cast<volatile "
             "uint32_t*>("
             "get_write_ptr(1))[i] = i;\n  }\n  noc_async_write(get_write_ptr(1), get_noc_addr(1, out), 2048);\n" +
             end);
}

// A flag to a row of cores on NoC 1, which is BRISC's in these programs.
void flags(P p, Bench& b, bool swapped, bool on_noc_1) {
    const CoreRanges all = {{{0, 0}, {3, 0}}};
    p.semaphores = {{0, all, 0}};
    const std::string body =
        "  volatile tt_l1_ptr uint32_t* flag = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_semaphore(0));\n"
        "  noc_semaphore_set(flag, 1);\n  uint64_t to = get_noc_multicast_addr(get_arg_val<uint32_t>(0), "
        "get_arg_val<uint32_t>(1), "
        "get_arg_val<uint32_t>(2), get_arg_val<uint32_t>(3), get_semaphore(0));\n  "
        "noc_semaphore_set_multicast(get_semaphore(0), to, 3);\n"
        "  noc_async_write_barrier();\n";
    card::NocXy from = b.card->virtual_core({1, 0}), to = b.card->virtual_core({3, 0});
    if (swapped) std::swap(from, to);
    auto& sender = on_noc_1 ? p.writer(dm(body)) : p.reader(dm(body));
    sender.runtime_args[{0, 0}] = {from.x, from.y, to.x, to.y};
    p.reader(
        dm("  volatile tt_l1_ptr uint32_t* flag = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_semaphore(0));\n"
           "  noc_semaphore_wait(flag, 1);\n"),
        {{{1, 0}, {3, 0}}});
}

// A signal from (1,1) to (0,1), with the coordinates of the grid or those of the NoC.
void signal(P p, Bench& b, bool of_the_grid) {
    p.semaphores = {{0, {{{0, 1}, {1, 1}}}, 0}};
    p.reader(dm("  noc_semaphore_wait(reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_semaphore(0)), 1);\n"),
             {{{0, 1}, {0, 1}}});
    auto& sender = p.writer(
        dm("  uint64_t to = get_noc_addr(get_arg_val<uint32_t>(1), get_arg_val<uint32_t>(2), get_semaphore(0));\n"
           "  noc_semaphore_inc(to, 1);\n  noc_async_atomic_barrier();\n"),
        {{{1, 1}, {1, 1}}});
    const card::NocXy at = b.card->virtual_core({0, 1});
    sender.runtime_args[{1, 1}] = of_the_grid ? std::vector<uint32_t>{7, 0, 1} : std::vector<uint32_t>{7, at.x, at.y};
    sender.source.text.insert(sender.source.text.find("  uint64_t"),
                              "  volatile uint32_t unused = get_arg_val<uint32_t>(0);\n  (void)unused;\n");
}

std::vector<Treated> treated() {
    return {
        // A barrier between them would end the finding, and lose what was read first.
        {"TwoReadsIntoOnePlace", "TW2108", "while an earlier read", "nothing",
         [](P p, Bench& b) {
             six_pages(p, b,
                       kRead + "    noc_async_read(get_noc_addr(i + 1, in), get_write_ptr(0), 2048);\n" + kReadBarrier +
                           kPushOne,
                       kWaitAndWrite + kWriteBarrier + kPopOne);
         },
         [](P p, Bench& b) {
             six_pages(p, b, kRead + kReadBarrier + kPushOne, kWaitAndWrite + kWriteBarrier + kPopOne);
         }},
        {"AcquireTwice", "TW2304", "still open", "leave out this tile_regs_acquire",
         [](P p, Bench& b) { copies(p, b, four_copies("", "    tile_regs_acquire();\n")); },
         [](P p, Bench& b) { copies(p, b, four_copies("", "")); }},
        {"BroadcastOfRowsUnderTheInitOfColumns", "TW2401",
         "mul with a broadcast of row 0 (ROW), but it is initialised for mul with a broadcast of column 0 (COL)",
         "mul_bcast_rows_init_short instead of mul_bcast_cols_init_short",
         [](P p, Bench& b) {
             tiles_through(
                 p, b, one_tile("  mul_bcast_cols_init_short(0, 1);\n", "  mul_tiles_bcast_rows(0, 1, 0, 0, 0);\n"));
         },
         [](P p, Bench& b) {
             tiles_through(
                 p, b, one_tile("  mul_bcast_rows_init_short(0, 1);\n", "  mul_tiles_bcast_rows(0, 1, 0, 0, 0);\n"));
         }},
        {"BroadcastTemplateOfAnotherDimension", "TW2401", "add with a broadcast of column 0 (COL)",
         "BroadcastType::COL",
         [](P p, Bench& b) {
             tiles_through(p, b,
                           one_tile("  init_bcast<EltwiseBinaryType::ELWADD, BroadcastType::SCALAR>(0, 1, 16);\n",
                                    "  add_tiles_bcast<BroadcastType::COL>(0, 1, 0, 0, 0);\n"));
         },
         [](P p, Bench& b) {
             tiles_through(p, b,
                           one_tile("  init_bcast<EltwiseBinaryType::ELWADD, BroadcastType::COL>(0, 1, 16);\n",
                                    "  add_tiles_bcast<BroadcastType::COL>(0, 1, 0, 0, 0);\n"));
         }},
        {"SubtractUnderTheInitOfAdd", "TW2401", "sub without broadcast", "sub_tiles_init(0, 1);",
         [](P p, Bench& b) {
             tiles_through(p, b, one_tile("  add_tiles_init(0, 1);\n", "  sub_tiles(0, 1, 0, 0, 0);\n"));
         },
         [](P p, Bench& b) {
             tiles_through(p, b, one_tile("  sub_tiles_init(0, 1);\n", "  sub_tiles(0, 1, 0, 0, 0);\n"));
         }},
        {"SfpuWithoutItsInit", "TW2404", "exp", "exp_tile_init();",
         [](P p, Bench& b) {
             tiles_through(p, b,
                           one_tile("  copy_tile_to_dst_init_short(0);\n  sqrt_tile_init();\n",
                                    "  copy_tile(0, 0, 0);\n  exp_tile(0);\n"));
         },
         [](P p, Bench& b) {
             tiles_through(p, b,
                           one_tile("  copy_tile_to_dst_init_short(0);\n  exp_tile_init();\n",
                                    "  copy_tile(0, 0, 0);\n  exp_tile(0);\n"));
         }},
        {"PushedBeforeTheReadHasLanded", "TW2103", "c_0", "noc_async_read_barrier(); before this line",
         [](P p, Bench& b) {
             six_pages(p, b, kRead + kPushOne + kReadBarrier, kWaitAndWrite + kWriteBarrier + kPopOne);
         },
         [](P p, Bench& b) {
             six_pages(p, b, kRead + kReadBarrier + kPushOne, kWaitAndWrite + kWriteBarrier + kPopOne);
         }},
        {"PoppedBeforeTheWriteHasLeft", "TW2106", "c_0", "noc_async_writes_flushed(); before this line",
         [](P p, Bench& b) {
             six_pages(p, b, kRead + kReadBarrier + kPushOne, kWaitAndWrite + kPopOne + kWriteBarrier);
         },
         [](P p, Bench& b) {
             six_pages(p, b, kRead + kReadBarrier + kPushOne, kWaitAndWrite + kWriteBarrier + kPopOne);
         }},
        {"WritesInFlightAtTheEnd", "TW2105", "in flight", "noc_async_write_barrier(); before the kernel ends",
         [](P p, Bench& b) { last_page(p, b, ""); },
         [](P p, Bench& b) { last_page(p, b, "  noc_async_write_barrier();\n"); }},
        {"BlocksThatStraddleWithoutAHang", "TW2004", "straddles", "grow c_0 from 5 to 6 pages",
         [](P p, Bench& b) {
             pass(p, b,
                  "  for (uint32_t i = 0; i < 4; ++i) {\n    cb_reserve_back(0, 2);\n    for (uint32_t j = 0; j < 2; "
                  "++j) {\n"
                  "      noc_async_read(get_noc_addr(2 * i + j, in), get_write_ptr(0) + j * 2048, 2048);\n    }\n    "
                  "noc_async_read_barrier();\n"
                  "    cb_push_back(0, 2);\n  }\n",
                  "  for (uint32_t i = 0; i < 8; ++i) {\n" + kWaitAndWrite + kWriteBarrier + kPopOne + "  }\n", 5);
         },
         [](P p, Bench& b) {
             pass(p, b,
                  "  for (uint32_t i = 0; i < 4; ++i) {\n    cb_reserve_back(0, 2);\n    for (uint32_t j = 0; j < 2; "
                  "++j) {\n"
                  "      noc_async_read(get_noc_addr(2 * i + j, in), get_write_ptr(0) + j * 2048, 2048);\n    }\n    "
                  "noc_async_read_barrier();\n"
                  "    cb_push_back(0, 2);\n  }\n",
                  "  for (uint32_t i = 0; i < 8; ++i) {\n" + kWaitAndWrite + kWriteBarrier + kPopOne + "  }\n", 6);
         }},
        {"PushedWithoutReserve", "TW2001", "c_0", "cb_reserve_back(0, 1) before this line",
         [](P p, Bench& b) {
             six_pages(p, b, "    if (i != 0) {\n      cb_reserve_back(0, 1);\n    }\n    cb_push_back(0, 1);\n",
                       "    cb_wait_front(0, 1);\n" + kPopOne);
         },
         [](P p, Bench& b) {
             six_pages(p, b, "    cb_reserve_back(0, 1);\n    cb_push_back(0, 1);\n",
                       "    cb_wait_front(0, 1);\n" + kPopOne);
         }},
        {"CornersOfTheOtherNoc", "TW2410", "not the way of NoC 1", "pass the end of the rectangle first",
         [](P p, Bench& b) { flags(p, b, false, true); }, [](P p, Bench& b) { flags(p, b, true, true); }},
        {"CornersSwappedOnNoc0", "TW2410", "not the way of NoC 0", "pass the end of the rectangle first",
         [](P p, Bench& b) { flags(p, b, true, false); }, [](P p, Bench& b) { flags(p, b, false, false); }},
        {"CoordinatesOfTheGrid", "TW1006", "semaphore 0 is 1; it is 0",
         "pass (18,19), where core (0,1) is on the NoC, as runtime args 1 and 2 of writer",
         [](P p, Bench& b) { signal(p, b, true); }, [](P p, Bench& b) { signal(p, b, false); }},
    };
}

class TreatedTest : public ::testing::TestWithParam<Treated> {};

TEST_P(TreatedTest, SaysWhatIsProven) {
    Bench bench;
    TestProgram program;
    GetParam().wrong(program, bench);
    const std::vector<Finding> findings = everything(bench, program);
    const auto found =
        std::find_if(findings.begin(), findings.end(), [](const Finding& f) { return f.code == GetParam().code; });
    ASSERT_NE(found, findings.end()) << all_text(findings);
    EXPECT_THAT(found->message, HasSubstr(GetParam().says));
    EXPECT_FALSE(found->proof.empty()) << found->to_text();
    if (GetParam().fix == "nothing") {
        EXPECT_FALSE(found->fix_proven) << found->to_text();
    } else {
        EXPECT_TRUE(found->fix_proven) << all_text(findings);
        EXPECT_THAT(found->fix, HasSubstr(GetParam().fix)) << found->to_text();
    }
}

TEST_P(TreatedTest, TwinGivesNothing) {
    Bench bench;
    TestProgram program;
    GetParam().right(program, bench);
    const std::vector<Finding> findings = everything(bench, program);
    EXPECT_TRUE(findings.empty()) << all_text(findings);
}

INSTANTIATE_TEST_SUITE_P(Findings, TreatedTest, ::testing::ValuesIn(treated()),
                         [](const ::testing::TestParamInfo<Treated>& info) { return info.param.name; });

}  // namespace
}  // namespace tilewright::testing
