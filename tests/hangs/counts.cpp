// Counts that disagree for a reason: blocks that do not divide, units, two mistakes at once, counts that come from
// data.
#include "faulty.hpp"

namespace tilewright::testing {

namespace {
using P = TestProgram&;

std::string push(const std::string& cb, const std::string& rounds, const std::string& block,
                 const std::string& mark = "") {
    return "  for (uint32_t i = 0; i < " + rounds + "; ++i) {\n    cb_reserve_back(" + cb + ", " + block + ");" + mark +
           "\n    cb_push_back(" + cb + ", " + block + ");\n  }\n";
}
std::string take(const std::string& cb, const std::string& rounds, const std::string& block,
                 const std::string& mark = "") {
    return "  for (uint32_t i = 0; i < " + rounds + "; ++i) {\n    cb_wait_front(" + cb + ", " + block + ");" + mark +
           "\n    cb_pop_front(" + cb + ", " + block + ");\n  }\n";
}

// Pages go through compute in blocks; `rounds` of them.
void blocks(P p, const std::string& total, const std::string& rounds, const std::string& block,
            const std::string& mark = "") {
    p.cb(0, 12);
    p.cb(16, 12);
    p.reader(dm(push("0", total, "1")));
    p.compute(tensix("  for (uint32_t b = 0; b < " + rounds + "; ++b) {\n    cb_wait_front(0, " + block +
                     ");\n    cb_pop_front(0, " + block + ");\n    cb_reserve_back(16, " + block +
                     ");\n    cb_push_back(16, " + block + ");\n  }\n"));
    p.writer(dm(take("16", total, "1", mark)));
}

// A count that the reader finds in DRAM; the writer counts for itself.
void counted_by_data(P p, card::Card& card, uint32_t count, uint32_t taken, const std::string& mark) {
    const uint32_t address = dram_pages(card, 1);
    card::Target at = card.resolve(uint64_t{card.dram_bank_to_noc_xy(0)[0] & 63u} << 36 |
                                   uint64_t{card.dram_bank_to_noc_xy(0)[0]} >> 6 << 42 |
                                   (address + card.arch().dram_banks[0].offset));
    std::memcpy(at.host, &count, 4);
    p.cb(0, 4);
    p.cb(5, 1);
    p.reader(dm("  const InterleavedAddrGen<true> in = {.bank_base_address = get_arg_val<uint32_t>(0), .page_size = "
                "2048};\n"
                "  cb_reserve_back(5, 1);\n  noc_async_read(get_noc_addr(0, in), get_write_ptr(5), 32);\n  "
                "noc_async_read_barrier();\n"
                "  uint32_t count = *reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_write_ptr(5));\n" +
                push("0", "count", "1")))
        .runtime_args[k00] = {address};
    p.writer(dm(take("0", "get_arg_val<uint32_t>(0)", "1", mark))).runtime_args[k00] = {taken};
}
}  // namespace

std::vector<Faulty> count_hangs() {
    return {
        {"TailOfTenInBlocksOfFour", "TW1002", "page 9 of c_16", "BRISC writer",
         [](P p, card::Card&) { blocks(p, "10", "10 / 4", "4", "  // HERE"); },
         [](P p, card::Card&) { blocks(p, "8", "8 / 4", "4"); }, "10 is no multiple of 4: 2 rounds of 4 leave 2 out",
         false, "nothing"},
        {"SubblocksThatDoNotDivide", "TW1002", "page 3 of c_16", "BRISC writer",
         [](P p, card::Card&) { blocks(p, "3", "3 / 2", "2", "  // HERE"); },
         [](P p, card::Card&) { blocks(p, "4", "4 / 2", "2"); }, "its own count is the one that is off", false,
         "nothing"},
        {"TailOfTwentyInBlocksOfSix", "TW1002", "page 19 of c_16", "BRISC writer",
         [](P p, card::Card&) { blocks(p, "20", "20 / 6", "6", "  // HERE"); },
         [](P p, card::Card&) { blocks(p, "18", "18 / 6", "6"); }, "3 rounds of 6 leave 2 out", false, "nothing"},
        {"FacesCountedWhereTilesAreMeant", "TW1002", "page 7 of c_0", "UNPACK",
         [](P p, card::Card&) {
             p.cb(0, 4);
             p.reader(dm(push("0", "6", "1")));
             p.compute(tensix(take("0", "6 * 4", "1", "  // HERE")));
         },
         [](P p, card::Card&) {
             p.cb(0, 4);
             p.reader(dm(push("0", "6", "1")));
             p.compute(tensix(take("0", "6", "1")));
         },
         "24 is 4 times 6: a tile has 4 faces"},
        {"BatchesLeftOut", "TW1002", "page 4 of c_1", "BRISC writer",
         [](P p, card::Card&) {
             p.cb(1, 2);
             p.reader(dm(push("1", "3", "1")));
             p.writer(dm("  for (uint32_t n = 0; n < 7; ++n) {\n" + take("1", "3", "1", "  // HERE") + "  }\n"));
         },
         [](P p, card::Card&) {
             p.cb(1, 2);
             p.reader(dm("  for (uint32_t n = 0; n < 7; ++n) {\n" + push("1", "3", "1") + "  }\n"));
             p.writer(dm("  for (uint32_t n = 0; n < 7; ++n) {\n" + take("1", "3", "1") + "  }\n"));
         },
         "21 is 7 times 3"},
        {"TwoFaultsOnTwoCbs", "TW1002", "page 4 of c_0", "UNPACK",
         [](P p, card::Card&) {
             p.cb(0, 2);
             p.cb(16, 2);
             p.reader(dm(push("0", "3", "1")));
             p.compute(tensix(
                 "  for (uint32_t i = 0; i < 4; ++i) {\n    cb_wait_front(0, 1);  // HERE\n    cb_pop_front(0, 1);\n"
                 "    cb_reserve_back(16, 1);\n    cb_push_back(16, 1);\n  }\n"));
             p.writer(dm(take("16", "6", "1")));
         },
         [](P p, card::Card&) {
             p.cb(0, 2);
             p.cb(16, 2);
             p.reader(dm(push("0", "4", "1")));
             p.compute(
                 tensix("  for (uint32_t i = 0; i < 4; ++i) {\n    cb_wait_front(0, 1);\n    cb_pop_front(0, 1);\n"
                        "    cb_reserve_back(16, 1);\n    cb_push_back(16, 1);\n  }\n"));
             p.writer(dm(take("16", "4", "1")));
         },
         "another fault: [TW1002]", false, "; and "},
        {"TwoFaultsOnTwoCores", "TW1002", "c_3", "",
         [](P p, card::Card&) {
             const CoreRanges cores = {{{0, 0}, {1, 0}}};
             p.cb(3, 2, 2048, cores);
             p.cb(4, 2, 2048, cores);
             p.reader(dm(push("3", "get_arg_val<uint32_t>(0)", "1") + push("4", "get_arg_val<uint32_t>(1)", "1")),
                      cores);
             p.writer(dm(take("3", "5", "1") + take("4", "5", "1")), cores);
             p.kernels[0].runtime_args = {{k00, {4, 5}}, {{1, 0}, {5, 3}}};
         },
         [](P p, card::Card&) {
             const CoreRanges cores = {{{0, 0}, {1, 0}}};
             p.cb(3, 2, 2048, cores);
             p.cb(4, 2, 2048, cores);
             p.reader(dm(push("3", "get_arg_val<uint32_t>(0)", "1") + push("4", "get_arg_val<uint32_t>(1)", "1")),
                      cores);
             p.writer(dm(take("3", "5", "1") + take("4", "5", "1")), cores);
             p.kernels[0].runtime_args = {{k00, {5, 5}}, {{1, 0}, {5, 5}}};
         },
         "c_4", false, "; and "},
        {"CountFoundInData", "TW1002", "page 4 of c_0; NCRISC reader ended after 3", "BRISC writer",
         [](P p, card::Card& card) { counted_by_data(p, card, 3, 5, "  // HERE"); },
         [](P p, card::Card& card) { counted_by_data(p, card, 5, 5, ""); }, "", false,
         "pass 3 instead of 5 as runtime arg 0 of writer"},
    };
}

}  // namespace tilewright::testing
