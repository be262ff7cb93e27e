// Circular buffers used against their rules.
#include "misuse.hpp"

namespace tilewright::testing {

namespace {
// c_0 holds 6 pages and is used in blocks.
void blocks(TestProgram& program, Bench& bench, uint32_t depth, const std::string& mark) {
    program.cb(0, depth);
    program
        .reader(dm(kIn +
                   "  for (uint32_t i = 0; i < 2; ++i) {\n    cb_reserve_back(0, 4);\n"
                   "    for (uint32_t j = 0; j < 4; ++j) {\n      noc_async_read(get_noc_addr(j, in), get_write_ptr(0) "
                   "+ 2048 * j, 2048);\n    }\n"
                   "    noc_async_read_barrier();\n    cb_push_back(0, 4);" +
                   mark + "\n  }\n"))
        .runtime_args[{0, 0}] = {bench.dram(8)};
    program.writer(
        dm("  for (uint32_t i = 0; i < 8; ++i) {\n    cb_wait_front(0, 1);\n    cb_pop_front(0, 1);\n  }\n"));
}
const std::string kPushTwo =
    "  for (uint32_t i = 0; i < 2; ++i) {\n    cb_reserve_back(0, 1);\n    noc_async_read(get_noc_addr(i, in), "
    "get_write_ptr(0), 2048);\n"
    "    noc_async_read_barrier();\n    cb_push_back(0, 1);\n  }\n";
const std::string kPushBlock =
    "  cb_reserve_back(0, 2);\n  noc_async_read(get_noc_addr(0, in), get_write_ptr(0), 2048);\n"
    "  noc_async_read(get_noc_addr(1, in), get_write_ptr(0) + 2048, 2048);\n"
    "  noc_async_read_barrier();\n  cb_push_back(0, 2);\n";
const std::string kPopTwo =
    "  for (uint32_t i = 0; i < 2; ++i) {\n    cb_wait_front(0, 1);\n    cb_pop_front(0, 1);\n  }\n";
void accumulate(TestProgram& program, uint32_t accumulator) {
    // Partial sums go through a CB of their own and come back; sharing the output's CB feeds the writer with partials.
    program.cb(0, 2);
    if (accumulator != 16) program.cb(accumulator, 1);
    program.cb(16, 1);
    const std::string acc = std::to_string(accumulator);
    program.reader(
        dm("  for (uint32_t i = 0; i < 4; ++i) {\n    cb_reserve_back(0, 1);\n    cb_push_back(0, 1);\n  }\n"));
    program.compute(
        tensix("  for (uint32_t i = 0; i < 4; ++i) {\n    cb_wait_front(0, 1);\n    cb_pop_front(0, 1);\n"
               "    if (i != 0) {\n      cb_wait_front(" +
               acc + ", 1);" + "\n      cb_pop_front(" + acc +
               ", 1);\n    }\n"
               "    if (i < 3) {\n      cb_reserve_back(" +
               acc + ", 1);\n      cb_push_back(" + acc +
               ", 1);\n    }\n  }\n"
               "  cb_reserve_back(16, 1);\n  cb_push_back(16, 1);\n"));
    program.writer(dm("  cb_wait_front(16, 1);\n  cb_pop_front(16, 1);\n"));
}
}  // namespace

std::vector<Misuse> cb_misuse() {
    return {
        {"PushWithoutReserve", "TW2001", "cb_push_back(c_0, 1) after no cb_reserve_back", "NCRISC reader",
         [](TestProgram& p, Bench& b) {
             pass(p, b,
                  "  noc_async_read(get_noc_addr(0, in), get_write_ptr(0), 2048);\n  noc_async_read_barrier();\n  "
                  "cb_push_back(0, 1);  // HERE\n",
                  kWriteOne);
         },
         [](TestProgram& p, Bench& b) { pass(p, b, kReadOne, kWriteOne); }},
        {"PushOfMoreThanReserved", "TW2001", "cb_reserve_back of only 1 page", "NCRISC reader",
         [](TestProgram& p, Bench& b) {
             pass(p, b,
                  "  cb_reserve_back(0, 1);\n  noc_async_read(get_noc_addr(0, in), get_write_ptr(0), 2048);\n  "
                  "noc_async_read_barrier();\n  cb_push_back(0, 2);  // HERE\n",
                  kPopTwo);
         },
         [](TestProgram& p, Bench& b) { pass(p, b, kPushTwo, kPopTwo); }},
        {"PopWithoutWait", "TW2002", "cb_pop_front(c_0, 1) after no cb_wait_front", "BRISC writer",
         [](TestProgram& p, Bench& b) { pass(p, b, kPushTwo, "  cb_pop_front(0, 1);  // HERE\n" + kTake); },
         [](TestProgram& p, Bench& b) {
             pass(p, b, kPushTwo, "  cb_wait_front(0, 1);\n  cb_pop_front(0, 1);\n" + kTake);
         }},
        {"PopOfMoreThanIsPushed", "TW2002", "cb_pop_front(c_0, 2) after cb_wait_front of only 1 page", "BRISC writer",
         [](TestProgram& p, Bench& b) {
             pass(p, b, kReadOne, "  cb_wait_front(0, 1);\n  cb_pop_front(0, 2);  // HERE\n");
         },
         [](TestProgram& p, Bench& b) { pass(p, b, kPushTwo, "  cb_wait_front(0, 1);\n  cb_pop_front(0, 2);\n"); }},
        {"PopOfMoreThanWaited", "TW2002", "cb_wait_front of only 1 page", "BRISC writer",
         [](TestProgram& p, Bench& b) {
             pass(p, b, kPushTwo + kReadOne, "  cb_wait_front(0, 1);\n  cb_pop_front(0, 2);  // HERE\n" + kTake);
         },
         [](TestProgram& p, Bench& b) {
             pass(p, b, kPushTwo + kReadOne, "  cb_wait_front(0, 2);\n  cb_pop_front(0, 2);\n" + kTake);
         }},
        {"PopBeyondTheBlockWaitedFor", "TW2002", "cb_pop_front(c_0, 4) after cb_wait_front of only 1 page",
         "BRISC writer",
         [](TestProgram& p, Bench& b) {
             pass(p, b, kPushBlock + kPushBlock + kPushBlock,
                  "  cb_wait_front(0, 1);\n  cb_pop_front(0, 4);  // HERE\n" + kTake + kTake, 8);
         },
         [](TestProgram& p, Bench& b) {
             pass(p, b, kPushBlock + kPushBlock + kPushBlock,
                  "  cb_wait_front(0, 4);\n  cb_pop_front(0, 4);\n" + kTake + kTake, 8);
         }},
        {"PopOfABlockAmongSmallerOnes", "TW2002", "cb_pop_front(c_0, 2) after cb_wait_front of only 1 page",
         "BRISC writer",
         [](TestProgram& p, Bench& b) {
             pass(p, b, kPushBlock + kPushBlock + kReadOne,
                  "  for (uint32_t i = 0; i < 2; ++i) {\n    cb_wait_front(0, 1);\n    cb_pop_front(0, 2);  // HERE\n  "
                  "}\n" +
                      kTake,
                  8);
         },
         [](TestProgram& p, Bench& b) {
             pass(p, b, kPushBlock + kPushBlock + kReadOne,
                  "  for (uint32_t i = 0; i < 2; ++i) {\n    cb_wait_front(0, 2);\n    cb_pop_front(0, 2);\n  }\n" +
                      kTake,
                  8);
         }},
        {"WaitBeyondCapacity", "TW2003", "cb_wait_front(c_0, 3): the buffer is 2 pages deep", "BRISC writer",
         [](TestProgram& p, Bench& b) {
             pass(p, b, kPushTwo, "  cb_wait_front(0, 3);  // HERE\n  cb_pop_front(0, 3);\n");
         },
         [](TestProgram& p, Bench& b) { pass(p, b, kPushTwo, "  cb_wait_front(0, 2);\n  cb_pop_front(0, 2);\n"); }},
        {"ReserveBeyondCapacity", "TW2003", "cb_reserve_back(c_0, 3): the buffer is 2 pages deep", "NCRISC reader",
         [](TestProgram& p, Bench& b) { pass(p, b, "  cb_reserve_back(0, 3);  // HERE\n" + kPushTwo, kPopTwo); },
         [](TestProgram& p, Bench& b) { pass(p, b, kPushTwo, kPopTwo); }},
        {"BlockStraddlesTheEnd", "TW2004", "cb_push_back(c_0, 4): the block straddles", "NCRISC reader",
         [](TestProgram& p, Bench& b) { blocks(p, b, 6, "  // HERE"); },
         [](TestProgram& p, Bench& b) { blocks(p, b, 8, ""); }},
        {"TwoProducers", "TW2005", "c_0 has two producers", "",
         [](TestProgram& p, Bench& b) {
             p.cb(0, 4);
             p.reader(dm(kIn + kReadOne)).runtime_args[{0, 0}] = {b.dram(1)};
             p.writer(dm(kIn + kReadOne)).runtime_args[{0, 0}] = {b.dram(1)};
             p.compute(tensix("  cb_wait_front(0, 2);\n  cb_pop_front(0, 2);\n"));
         },
         [](TestProgram& p, Bench& b) {
             p.cb(0, 4);
             p.reader(dm(kIn + kReadOne + kReadOne)).runtime_args[{0, 0}] = {b.dram(1)};
             p.compute(tensix("  cb_wait_front(0, 2);\n  cb_pop_front(0, 2);\n"));
         }},
        {"TwoConsumers", "TW2006", "c_0 has two consumers", "",
         [](TestProgram& p, Bench& b) {
             p.cb(0, 4);
             p.reader(dm(kIn + kReadOne + kReadOne)).runtime_args[{0, 0}] = {b.dram(1)};
             p.writer(dm("  cb_wait_front(0, 1);\n  cb_pop_front(0, 1);\n"));
             p.compute(tensix("  cb_wait_front(0, 1);\n  cb_pop_front(0, 1);\n"));
         },
         [](TestProgram& p, Bench& b) {
             p.cb(0, 4);
             p.reader(dm(kIn + kReadOne + kReadOne)).runtime_args[{0, 0}] = {b.dram(1)};
             p.writer(dm("  cb_wait_front(0, 2);\n  cb_pop_front(0, 2);\n"));
         }},
        {"OutputAndAccumulatorShareOneCb", "TW2006", "c_16 has two consumers", "",
         [](TestProgram& p, Bench&) { accumulate(p, 16); }, [](TestProgram& p, Bench&) { accumulate(p, 24); }},
        {"SixtyFiveThousandPages", "TW3209", "65536 pages", "",
         [](TestProgram& p, Bench&) {
             p.cb(0, 65'536, 16);
             p.reader(dm("  cb_reserve_back(0, 65536);\n  cb_push_back(0, 65536);\n"));
             p.writer(dm("  cb_wait_front(0, 1);\n  cb_pop_front(0, 1);\n"));
         },
         [](TestProgram& p, Bench&) {
             p.cb(0, 65'535, 16);
             p.reader(dm("  cb_reserve_back(0, 65535);\n  cb_push_back(0, 65535);\n"));
             p.writer(dm("  cb_wait_front(0, 65535);\n  cb_pop_front(0, 65535);\n"));
         }},
        {"MorePagesOutstandingThanTheCounterHolds", "TW2007", "more than 65,535 pages outstanding", "NCRISC reader",
         [](TestProgram& p, Bench&) {
             p.cb(0, 32'768, 16);
             p.reader(
                 dm("  cb_reserve_back(0, 32768);\n  cb_push_back(0, 32768);\n  cb_push_back(0, 32768);  // HERE\n"));
             p.writer(
                 dm("  volatile uint32_t* word = reinterpret_cast<volatile uint32_t*>(get_semaphore(0));\n  while "
                    "(*word == 0) {}\n"));
         },
         [](TestProgram& p, Bench&) {
             p.cb(0, 32'768, 16);
             p.reader(
                 dm("  for (uint32_t i = 0; i < 4; ++i) {\n    cb_reserve_back(0, 32768);\n    cb_push_back(0, "
                    "32768);\n  }\n"));
             p.writer(
                 dm("  for (uint32_t i = 0; i < 4; ++i) {\n    cb_wait_front(0, 32768);\n    cb_pop_front(0, 32768);\n "
                    " }\n"));
         }},
        {"PageLeftBehind", "TW2008", "1 page is left in c_0 at the end: 2 pushed, 1 popped", "NCRISC reader",
         [](TestProgram& p, Bench& b) { pass(p, b, kPushTwo, "  cb_wait_front(0, 1);\n  cb_pop_front(0, 1);\n"); },
         [](TestProgram& p, Bench& b) { pass(p, b, kPushTwo, kPopTwo); }},
        {"NeverPoppedAndOnlyTheFirstSeen", "TW2008", "2 pages are left in c_0 at the end: 2 pushed, 0 popped",
         "NCRISC reader",
         [](TestProgram& p, Bench& b) { pass(p, b, kPushTwo, "  cb_wait_front(0, 1);\n  cb_wait_front(0, 1);\n"); },
         [](TestProgram& p, Bench& b) { pass(p, b, kPushTwo, "  cb_wait_front(0, 1);\n  cb_wait_front(0, 2);\n"); }},
        {"PersistentPopped", "TW2009", "declared persistent", "BRISC writer",
         [](TestProgram& p, Bench& b) {
             pass(p, b, kReadOne, "  cb_wait_front(0, 1);\n  cb_pop_front(0, 1);  // HERE\n");
             p.cbs[0].persistent = true;
         },
         [](TestProgram& p, Bench& b) {
             pass(p, b, kReadOne, "  cb_wait_front(0, 1);\n  cb_wait_front(0, 1);\n");
             p.cbs[0].persistent = true;
         }},
        {"IndexNotConfigured", "TW2202", "c_3 is not configured", "NCRISC reader",
         [](TestProgram& p, Bench& b) { pass(p, b, "  cb_reserve_back(3, 1);  // HERE\n" + kReadOne, kWriteOne); },
         [](TestProgram& p, Bench& b) { pass(p, b, kReadOne, kWriteOne); }},
    };
}

}  // namespace tilewright::testing
