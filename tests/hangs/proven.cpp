// Programs whose obvious remedy does not help or does harm: what is printed as a fix has been tried.
#include <regex>

#include "faulty.hpp"

namespace tilewright::testing {

namespace {
using P = TestProgram&;

const std::string kDramIn =
    "  const InterleavedAddrGen<true> in = {.bank_base_address = get_arg_val<uint32_t>(0), .page_size = 2048};\n";
const std::string kDramOut =
    "  const InterleavedAddrGen<true> out = {.bank_base_address = get_arg_val<uint32_t>(0), .page_size = 2048};\n";

// `rounds` blocks of `block` pages from DRAM into c_0.
std::string read_blocks(const std::string& rounds, const std::string& block, const std::string& mark = "") {
    return kDramIn + "  uint32_t page = 0;\n  for (uint32_t i = 0; i < " + rounds +
           "; ++i) {\n    cb_reserve_back(0, " + block + ");" + mark +
           "\n    uint32_t at = get_write_ptr(0);\n    for (uint32_t j = 0; j < " + block +
           "; ++j) {\n      noc_async_read(get_noc_addr(page++, in), at + j * 2048, 2048);\n    }\n"
           "    noc_async_read_barrier();\n    cb_push_back(0, " +
           block + ");\n  }\n";
}

// Pages of `cb` to DRAM, one by one, after waiting for `block` of them.
std::string write_blocks(const std::string& cb, const std::string& rounds, const std::string& block,
                         const std::string& pop, const std::string& mark = "") {
    return kDramOut + "  uint32_t page = 0;\n  for (uint32_t i = 0; i < " + rounds + "; ++i) {\n    cb_wait_front(" +
           cb + ", " + block + ");" + mark + "\n    noc_async_write(get_read_ptr(" + cb +
           "), get_noc_addr(page++, out), 2048);\n    noc_async_write_barrier();\n    cb_pop_front(" + cb + ", " + pop +
           ");\n  }\n";
}

// Pushes of two, a wait for five, single pops.
void window(P p, card::Card& card, uint32_t depth) {
    p.cb(0, depth);
    p.reader(dm(read_blocks("5", "2"))).runtime_args[k00] = {dram_pages(card, 10)};
    p.writer(
         dm(kDramOut +
            "  uint32_t page = 0;\n  for (uint32_t i = 0; i < 2; ++i) {\n    cb_wait_front(0, 5);  // HERE\n"
            "    for (uint32_t j = 0; j < 5; ++j) {\n      noc_async_write(get_read_ptr(0), get_noc_addr(page++, out), "
            "2048);\n      noc_async_write_barrier();\n      cb_pop_front(0, 1);\n    }\n  }\n"))
        .runtime_args[k00] = {dram_pages(card, 10)};
}

// Blocks of 3 against a buffer of 4.
void straddling(P p, card::Card& card, uint32_t depth) {
    p.cb(0, depth);
    p.reader(dm(read_blocks("4", "3"))).runtime_args[k00] = {dram_pages(card, 12)};
    p.writer(
         dm(kDramOut +
            "  uint32_t page = 0;\n  for (uint32_t i = 0; i < 2; ++i) {\n    cb_wait_front(0, 6);\n"
            "    for (uint32_t j = 0; j < 6; ++j) {\n      noc_async_write(get_read_ptr(0), get_noc_addr(page++, out), "
            "2048);\n      noc_async_write_barrier();\n      cb_pop_front(0, 1);\n    }\n  }\n"))
        .runtime_args[k00] = {dram_pages(card, 12)};
}

// The reader makes 2 blocks of 3 pages, each with its number in it; the writer takes the last page of each block.
void blocks_by_name(P p, card::Card& card, uint32_t rows, uint32_t wt) {
    p.cb(0, 3);
    p.reader(
         dm("  const uint32_t rows = get_arg_val<uint32_t>(0), wt = get_arg_val<uint32_t>(1);\n  uint32_t page = 1;\n"
            "  for (uint32_t r = 0; r < rows; ++r) {\n    cb_reserve_back(0, wt);\n"
            "    for (uint32_t w = 0; w < wt; ++w) {\n      auto* at = reinterpret_cast<volatile tt_l1_ptr "
            "uint32_t*>(get_write_ptr(0) + w * 2048);\n      for (uint32_t k = 0; k < 512; ++k) at[k] = page;\n"
            "      ++page;\n    }\n    cb_push_back(0, wt);\n  }\n"))
        .runtime_args[k00] = {2, 3};
    p.writer(dm(kDramOut + "  const uint32_t rows = get_arg_val<uint32_t>(1), wt = get_arg_val<uint32_t>(2);\n"
                           "  for (uint32_t r = 0; r < rows; ++r) {\n    cb_wait_front(0, wt);\n"
                           "    noc_async_write(get_read_ptr(0) + (wt - 1) * 2048, get_noc_addr(r, out), 2048);\n"
                           "    noc_async_write_barrier();\n    cb_pop_front(0, wt);\n  }\n"))
        .runtime_args[k00] = {dram_pages(card, 4), rows, wt};
}

// For each of 12 results the reader brings kt pages of a row, of which there are four; the writer keeps the first. More
// results make up for a kt that is too small, in the counts of pages.
void rows_of_products(P p, card::Card& card, uint32_t kt) {
    p.cb(0, 10);
    p.reader(dm("  const uint32_t in = get_arg_val<uint32_t>(0), kt = get_arg_val<uint32_t>(1);\n"
                "  const uint32_t count = get_arg_val<uint32_t>(2);\n"
                "  const InterleavedAddrGen<true> pages = {.bank_base_address = in, .page_size = 2048};\n"
                "  for (uint32_t r = 0; r < count; ++r) {\n    for (uint32_t k = 0; k < kt; ++k) {\n"
                "      cb_reserve_back(0, 1);\n"
                "      noc_async_read(get_noc_addr(r / 3 * kt + k, pages), get_write_ptr(0), 2048);\n"
                "      noc_async_read_barrier();\n      cb_push_back(0, 1);\n    }\n  }\n"))
        .runtime_args[k00] = {dram_pages(card, 20), kt, 12};
    p.writer(dm(kDramOut + "  const uint32_t count = get_arg_val<uint32_t>(1), kt = get_arg_val<uint32_t>(2);\n"
                           "  for (uint32_t r = 0; r < count; ++r) {\n    cb_wait_front(0, kt);\n"
                           "    noc_async_write(get_read_ptr(0), get_noc_addr(r, out), 2048);\n"
                           "    noc_async_write_barrier();\n    cb_pop_front(0, kt);\n  }\n"))
        .runtime_args[k00] = {dram_pages(card, 12), 12, 5};
}

// A buffer that comes with its data, and a result that nobody takes on: all pages at once.
void whole_buffers(P p, uint32_t pages) {
    p.cb(0, 2);
    p.cb(16, 2);
    const std::string n = std::to_string(pages);
    const std::string fill =
        "  auto* at = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_write_ptr(CB));\n"
        "  for (uint32_t k = 0; k < 1024; ++k) at[k] = k;\n";
    const auto of = [&](const std::string& cb) { return std::regex_replace(fill, std::regex("CB"), cb); };
    p.reader(dm("  cb_reserve_back(0, " + n + ");  // HERE\n" + of("0") + "  cb_push_back(0, " + n + ");\n"));
    p.writer(dm("  cb_wait_front(0, " + n + ");\n  cb_reserve_back(16, " + n + ");\n" + of("16") +
                "  cb_pop_front(0, " + n + ");\n"));
}

void through(P p, card::Card& card, const std::string& reader, const std::string& writer, uint32_t pages,
             uint32_t depth = 2) {
    p.cb(0, depth);
    p.reader(dm(reader)).runtime_args[k00] = {dram_pages(card, pages), pages};
    p.writer(dm(writer)).runtime_args[k00] = {dram_pages(card, pages), pages};
}

// Copies c_0 to c_16 tile by tile; `push` stands in the loop or behind it.
std::string copier(const std::string& in_loop, const std::string& behind) {
    return tensix(
        "  unary_op_init_common(0, 16);\n  copy_tile_to_dst_init_short(0);\n  for (uint32_t i = 0; i < 6; ++i) {\n"
        "    cb_wait_front(0, 1);\n    tile_regs_acquire();\n    copy_tile(0, 0, 0);\n    tile_regs_commit();\n"
        "    cb_pop_front(0, 1);\n    cb_reserve_back(16, 1);\n    tile_regs_wait();\n    pack_tile(0, 16);\n"
        "    tile_regs_release();\n" +
        in_loop + "  }\n" + behind);
}

// Two pages of c_0 become one of c_16, six times; the reader's loop shows no bound that could be changed.
void halves(P p, uint32_t blocks) {
    p.cb(0, 4);
    p.cb(16, 2);
    p.reader(dm("  uint32_t left = " + std::to_string(blocks) +
                ";\n  while (left-- > 0) {\n    cb_reserve_back(0, 2);\n    cb_push_back(0, 2);\n  }\n"));
    p.compute(
        tensix("  for (uint32_t i = 0; i < 6; ++i) {\n    cb_wait_front(0, 2);\n    cb_pop_front(0, 2);\n"
               "    cb_reserve_back(16, 1);\n    cb_push_back(16, 1);\n  }\n"));
    p.writer(dm("  for (uint32_t i = 0; i < 6; ++i) {\n    cb_wait_front(16, 1);\n    cb_pop_front(16, 1);\n  }\n"));
}

void copied(P p, card::Card& card, const std::string& compute, const std::string& mark = "") {
    p.cb(0, 2);
    p.cb(16, 2).formats[0].name = "cb_out";
    p.reader(dm(read_blocks("6", "1"))).runtime_args[k00] = {dram_pages(card, 6)};
    p.compute(compute);
    p.writer(dm(write_blocks("16", "6", "1", "1", mark))).runtime_args[k00] = {dram_pages(card, 6)};
}

const std::string kTake = "    cb_wait_front(0, 1);\n    cb_pop_front(0, 1);\n";
}  // namespace

std::vector<Faulty> proven_hangs() {
    return {
        {"TwoNumbersInEachOthersPlace", "TW1001", "c_0 is too small: 3 pages", "",
         [](P p, card::Card& card) { blocks_by_name(p, card, 3, 2); },
         [](P p, card::Card& card) { blocks_by_name(p, card, 2, 3); },
         "pass 3 and 2 in each other's place, as runtime args 1 and 2", false, "nothing"},
        {"ANumberThatAnotherKernelHasUnderTheSameName", "TW1002", "writer waits for", "",
         [](P p, card::Card& card) { rows_of_products(p, card, 4); },
         [](P p, card::Card& card) { rows_of_products(p, card, 5); },
         "  fix    proven: pass 5 instead of 4 as runtime arg 1 of reader on core (0,0); or pass 15 instead of 12",
         false, "pass 5 instead of 4 as runtime arg 1"},
        {"MoreThanTheBufferHoldsOnBothSides", "TW1001", "NCRISC reader reserves 4 pages of c_0, which is 2 pages deep",
         "NCRISC reader", [](P p, card::Card&) { whole_buffers(p, 4); }, [](P p, card::Card&) { whole_buffers(p, 2); }},
        {"BlocksOfTwoInABufferThatNeedsFive", "TW1001", "writer waits for 5 pages of c_0, which is 4 pages deep",
         "BRISC writer", [](P p, card::Card& card) { window(p, card, 4); },
         [](P p, card::Card& card) { window(p, card, 6); }, "finishes in strict mode", false,
         "grow c_0 from 4 to 6 pages"},
        {"BlocksOfThreeInABufferOfFour", "TW1001", "c_0", "", [](P p, card::Card& card) { straddling(p, card, 4); },
         [](P p, card::Card& card) { straddling(p, card, 6); }, "finishes in strict mode", false,
         "grow c_0 from 4 to 6 pages"},
        {"DoublePopWrapsTheCounter", "TW1009", "pops 16 pages of c_0, to which only 1 went", "BRISC writer",
         [](P p, card::Card& card) {
             through(p, card, read_blocks("8", "1"),
                     kDramOut +
                         "  for (uint32_t i = 0; i < 8; ++i) {\n    cb_wait_front(0, 1);\n"
                         "    noc_async_write(get_read_ptr(0), get_noc_addr(i, out), 2048);\n"
                         "    noc_async_write_barrier();\n    cb_pop_front(0, 2);  // HERE\n  }\n",
                     8, 1);
         },
         [](P p, card::Card& card) { through(p, card, read_blocks("8", "1"), write_blocks("0", "8", "1", "1"), 8); },
         "16 bits", false, "pop 1 instead of 2"},
        {"PoppedOnTwoLines", "TW1009", "c_0, to which only", "BRISC writer",
         [](P p, card::Card& card) {
             through(
                 p, card, read_blocks("8", "1"),
                 kDramOut +
                     "  for (uint32_t i = 0; i < 8; ++i) {\n    cb_wait_front(0, 1);\n"
                     "    noc_async_write(get_read_ptr(0), get_noc_addr(i, out), 2048);\n"
                     "    noc_async_write_barrier();\n    cb_pop_front(0, 1);\n    cb_pop_front(0, 1);  // HERE\n  }\n",
                 8, 1);
         },
         [](P p, card::Card& card) { through(p, card, read_blocks("8", "1"), write_blocks("0", "8", "1", "1"), 8); },
         "", false, "leave out cb_pop_front(0, 1)"},
        {"OutputPushedOnceBehindTheLoop", "TW1004", "cb_out (c_16)", "",
         [](P p, card::Card& card) { copied(p, card, copier("", "  cb_push_back(16, 1);\n")); },
         [](P p, card::Card& card) { copied(p, card, copier("    cb_push_back(16, 1);\n", "")); }, "filled once", false,
         "push cb_out (c_16) in the loop, in every round"},
        {"ConstantPoppedBesideItsData", "TW1004", "cb_scaler (c_8)", "BRISC writer",
         [](P p, card::Card& card) {
             p.cb(0, 2);
             p.cb(8, 1).formats[0].name = "cb_scaler";
             p.reader(dm("  cb_reserve_back(8, 1);\n  cb_push_back(8, 1);\n" + read_blocks("5", "1")))
                 .runtime_args[k00] = {dram_pages(card, 5)};
             p.writer(dm(kDramOut + "  for (uint32_t i = 0; i < 5; ++i) {\n    cb_wait_front(8, 1);  // HERE\n    "
                                    "cb_wait_front(0, 1);\n"
                                    "    noc_async_write(get_read_ptr(0), get_noc_addr(i, out), 2048);\n    "
                                    "noc_async_write_barrier();\n"
                                    "    cb_pop_front(8, 1);\n    cb_pop_front(0, 1);\n  }\n"))
                 .runtime_args[k00] = {dram_pages(card, 5)};
         },
         [](P p, card::Card& card) {
             p.cb(0, 2);
             p.cb(8, 1).formats[0].name = "cb_scaler";
             p.reader(dm("  cb_reserve_back(8, 1);\n  cb_push_back(8, 1);\n" + read_blocks("5", "1")))
                 .runtime_args[k00] = {dram_pages(card, 5)};
             p.writer(dm(kDramOut +
                         "  for (uint32_t i = 0; i < 5; ++i) {\n    cb_wait_front(8, 1);\n    cb_wait_front(0, 1);\n"
                         "    noc_async_write(get_read_ptr(0), get_noc_addr(i, out), 2048);\n    "
                         "noc_async_write_barrier();\n"
                         "    cb_pop_front(0, 1);\n  }\n  cb_pop_front(8, 1);\n"))
                 .runtime_args[k00] = {dram_pages(card, 5)};
         },
         "used in every round", false, "pop cb_scaler (c_8) after the loop"},
        {"ConsumerWithoutEnd", "TW1002", "waits for page 4 of c_0; NCRISC reader ended after 3", "BRISC writer",
         [](P p, card::Card& card) {
             through(p, card, read_blocks("3", "1"),
                     "  while (true) {\n    cb_wait_front(0, 1);  // HERE\n    cb_pop_front(0, 1);\n  }\n", 3);
         },
         [](P p, card::Card& card) { through(p, card, read_blocks("3", "1"), write_blocks("0", "3", "1", "1"), 3); },
         "asks for more and more", false, "nothing"},
        {"OneRoundTooManyByAnArgument", "TW1002", "waits for page 5 of c_0", "BRISC writer",
         [](P p, card::Card& card) {
             through(p, card, read_blocks("get_arg_val<uint32_t>(1)", "1"),
                     write_blocks("0", "get_arg_val<uint32_t>(1)", "1", "1", "  // HERE"), 4);
             p.kernels[1].runtime_args[k00][1] = 5;
         },
         [](P p, card::Card& card) {
             through(p, card, read_blocks("get_arg_val<uint32_t>(1)", "1"),
                     write_blocks("0", "get_arg_val<uint32_t>(1)", "1", "1"), 4);
         },
         "", false, "pass 4 instead of 5 as runtime arg 1 of writer on core (0,0)"},
        {"BlockOfACompileTimeArgument", "TW1004", "the counts drift apart", "BRISC writer",
         [](P p, card::Card&) {
             p.cb(0, 8);
             p.reader(
                  dm("  constexpr uint32_t block = get_compile_time_arg_val(0);\n  for (uint32_t i = 0; i < 6; ++i) {\n"
                     "    cb_reserve_back(0, block);\n    cb_push_back(0, block);\n  }\n"))
                 .compile_time_args = {2};
             p.writer(
                  dm("  constexpr uint32_t block = get_compile_time_arg_val(1);\n  for (uint32_t i = 0; i < 6; ++i) {\n"
                     "    cb_wait_front(0, block);  // HERE\n    cb_pop_front(0, block);\n  }\n"))
                 .compile_time_args = {7, 4};
         },
         [](P p, card::Card&) {
             p.cb(0, 8);
             p.reader(
                  dm("  constexpr uint32_t block = get_compile_time_arg_val(0);\n  for (uint32_t i = 0; i < 6; ++i) {\n"
                     "    cb_reserve_back(0, block);\n    cb_push_back(0, block);\n  }\n"))
                 .compile_time_args = {4};
             p.writer(
                  dm("  constexpr uint32_t block = get_compile_time_arg_val(1);\n  for (uint32_t i = 0; i < 6; ++i) {\n"
                     "    cb_wait_front(0, block);\n    cb_pop_front(0, block);\n  }\n"))
                 .compile_time_args = {7, 4};
         },
         "", false,
         "pass 2 instead of 4 as compile-time arg 1 of writer; or pass 4 instead of 2 as compile-time arg 0"},
        {"AnotherCbIsFilled", "TW1002", "c_3, to which no thread", "BRISC writer",
         [](P p, card::Card&) {
             p.cb(2, 2);
             p.cb(3, 2);
             p.reader(dm(
                 "  for (uint32_t i = 0; i < 2; ++i) {\n    cb_reserve_back(2, 1);\n    cb_push_back(2, 1);\n  }\n"));
             p.writer(
                 dm("  for (uint32_t i = 0; i < 2; ++i) {\n    cb_wait_front(3, 1);  // HERE\n    cb_pop_front(3, "
                    "1);\n  }\n"));
         },
         [](P p, card::Card&) {
             p.cb(2, 2);
             p.reader(dm(
                 "  for (uint32_t i = 0; i < 2; ++i) {\n    cb_reserve_back(2, 1);\n    cb_push_back(2, 1);\n  }\n"));
             p.writer(
                 dm("  for (uint32_t i = 0; i < 2; ++i) {\n    cb_wait_front(2, 1);\n    cb_pop_front(2, 1);\n  }\n"));
         },
         "", false, "wait for and pop c_2, which is filled, instead of c_3"},
        {"ReservedAndNeverPushed", "TW1002", "c_0, to which no thread", "BRISC writer",
         [](P p, card::Card& card) {
             through(p, card,
                     kDramIn +
                         "  for (uint32_t i = 0; i < 2; ++i) {\n    cb_reserve_back(0, 1);\n"
                         "    noc_async_read(get_noc_addr(i, in), get_write_ptr(0), 2048);\n    "
                         "noc_async_read_barrier();\n  }\n",
                     write_blocks("0", "2", "1", "1", "  // HERE"), 2);
         },
         [](P p, card::Card& card) { through(p, card, read_blocks("2", "1"), write_blocks("0", "2", "1", "1"), 2); },
         "", false, "cb_push_back(0, 1) after the page is made"},
        {"TakenAndNeverPopped", "TW1004", "pops only 0", "NCRISC reader",
         [](P p, card::Card& card) {
             through(p, card, read_blocks("5", "1", "  // HERE"),
                     kDramOut +
                         "  for (uint32_t i = 0; i < 5; ++i) {\n    cb_wait_front(0, 1);\n"
                         "    noc_async_write(get_read_ptr(0), get_noc_addr(i, out), 2048);\n    "
                         "noc_async_write_barrier();\n  }\n",
                     5);
         },
         [](P p, card::Card& card) { through(p, card, read_blocks("5", "1"), write_blocks("0", "5", "1", "1"), 5); },
         "", false, "cb_pop_front(0, 1) at the end of the loop"},
        {"WaitsForMoreThanItPops", "TW1002", "c_0", "BRISC writer",
         [](P p, card::Card& card) {
             through(p, card, read_blocks("6", "1"), write_blocks("0", "6", "3", "1", "  // HERE"), 6, 4);
         },
         [](P p, card::Card& card) { through(p, card, read_blocks("6", "1"), write_blocks("0", "6", "1", "1"), 6, 4); },
         "", false, "wait for 1 instead of 3"},
        {"PoppedBeforeItsSecondUse", "TW1004", "c_4", "BRISC writer",
         [](P p, card::Card& card) {
             p.cb(4, 2);
             p.reader(dm("  cb_reserve_back(4, 2);\n  cb_push_back(4, 2);\n"));
             p.writer(
                 dm("  cb_wait_front(4, 2);\n  cb_pop_front(4, 2);\n  for (uint32_t i = 0; i < 2; ++i) {\n"
                    "    cb_wait_front(4, 1);  // HERE\n    cb_pop_front(4, 1);\n  }\n"));
             (void)card;
         },
         [](P p, card::Card&) {
             p.cb(4, 2);
             p.reader(dm("  cb_reserve_back(4, 2);\n  cb_push_back(4, 2);\n"));
             p.writer(
                 dm("  cb_wait_front(4, 2);\n  for (uint32_t i = 0; i < 2; ++i) {\n"
                    "    cb_wait_front(4, 1);\n    cb_pop_front(4, 1);\n  }\n"));
         },
         "popped", false, "leave out cb_pop_front(4, 2)"},
        {"PushedPerBatchPoppedAtTheEnd", "TW1004", "cb_bias (c_2)", "NCRISC reader",
         [](P p, card::Card&) {
             p.cb(0, 2);
             p.cb(2, 1).formats[0].name = "cb_bias";
             p.reader(dm(
                 "  for (uint32_t b = 0; b < 3; ++b) {\n    cb_reserve_back(2, 1);  // HERE\n    cb_push_back(2, 1);\n"
                 "    cb_reserve_back(0, 1);\n    cb_push_back(0, 1);\n  }\n"));
             p.writer(dm("  for (uint32_t b = 0; b < 3; ++b) {\n    cb_wait_front(2, 1);\n" + kTake +
                         "  }\n  cb_pop_front(2, 1);\n"));
         },
         [](P p, card::Card&) {
             p.cb(0, 2);
             p.cb(2, 1).formats[0].name = "cb_bias";
             p.reader(
                 dm("  for (uint32_t b = 0; b < 3; ++b) {\n    cb_reserve_back(2, 1);\n    cb_push_back(2, 1);\n"
                    "    cb_reserve_back(0, 1);\n    cb_push_back(0, 1);\n  }\n"));
             p.writer(dm("  for (uint32_t b = 0; b < 3; ++b) {\n    cb_wait_front(2, 1);\n" + kTake +
                         "    cb_pop_front(2, 1);\n  }\n"));
         },
         "", false, "pop cb_bias (c_2) in the loop, in every round"},
        // Fewer rounds of the copier would starve the writer, which has as many as there are: that is no second fault.
        {"NoFaultIsMadeToMendAnother", "TW1002", "c_0", "UNPACK", [](P p, card::Card&) { halves(p, 5); },
         [](P p, card::Card&) { halves(p, 6); }, "nothing was proven", false, "nothing"},
        {"NothingToProveWhereTwoTakeTurns", "TW1002", "c_0 has two consumers", "",
         [](P p, card::Card&) {
             p.cb(0, 2);
             p.reader(dm(
                 "  for (uint32_t i = 0; i < 4; ++i) {\n    cb_reserve_back(0, 1);\n    cb_push_back(0, 1);\n  }\n"));
             p.compute(tensix("  for (uint32_t i = 0; i < 4; ++i) {\n" + kTake + "  }\n"));
             p.writer(dm("  for (uint32_t i = 0; i < 4; ++i) {\n" + kTake + "  }\n"));
         },
         [](P p, card::Card&) {
             p.cb(0, 2);
             p.reader(dm(
                 "  for (uint32_t i = 0; i < 4; ++i) {\n    cb_reserve_back(0, 1);\n    cb_push_back(0, 1);\n  }\n"));
             p.writer(dm("  for (uint32_t i = 0; i < 4; ++i) {\n" + kTake + "  }\n"));
         },
         "nothing was proven", false, "nothing"},
    };
}

}  // namespace tilewright::testing
