// Memory used without a right to it, or without anything in it; arguments; crashes.
#include "misuse.hpp"

namespace tilewright::testing {

namespace {
const std::string kReadPointer = "  volatile uint32_t* p = reinterpret_cast<volatile uint32_t*>(get_read_ptr(0));\n";
const std::string kWritePointer = "  volatile uint32_t* p = reinterpret_cast<volatile uint32_t*>(get_write_ptr(0));\n";
const std::string kReadTwo =
    "  for (uint32_t i = 0; i < 2; ++i) {\n    cb_reserve_back(0, 1);\n    noc_async_read(get_noc_addr(i, in), "
    "get_write_ptr(0), 2048);\n"
    "    noc_async_read_barrier();\n    cb_push_back(0, 1);\n  }\n";

// Two cores write pages [first, first + 4) of one buffer.
void two_writers(TestProgram& program, Bench& bench, uint32_t second_first) {
    const CoreRanges cores = {{{0, 0}, {1, 0}}};
    program.cb(0, 1, 2048, cores);
    auto& kernel = program.writer(
        dm(kOut + "  uint32_t first = get_arg_val<uint32_t>(1);\n  cb_reserve_back(0, 1);\n"
                  "  noc_async_read(get_noc_addr(0, out), get_write_ptr(0), 2048);\n  noc_async_read_barrier();\n"
                  "  for (uint32_t i = first; i < first + 4; ++i) {\n    noc_async_write(get_write_ptr(0), "
                  "get_noc_addr(i, out), 2048);  // HERE\n"
                  "    noc_async_write_barrier();\n  }\n"),
        cores);
    const uint32_t address = bench.dram(8);
    kernel.runtime_args[{0, 0}] = {address, 0};
    kernel.runtime_args[{1, 0}] = {address, second_first};
}

// A buffer that is gone when the program runs: its address was kept from an earlier launch.
void stale(TestProgram& program, Bench& bench, bool gone) {
    program.cb(0, 2);
    const uint32_t address = bench.dram(64);
    bench.dram(1);
    program
        .reader(dm(kIn + "  cb_reserve_back(0, 1);\n  noc_async_read(get_noc_addr(0, in), get_write_ptr(0), 2048);  // "
                         "HERE\n  noc_async_read_barrier();\n  cb_push_back(0, 1);\n"))
        .runtime_args[{0, 0}] = {address};
    program.writer(dm(kTake));
    if (gone) bench.buffers.front()->deallocate();
}
}  // namespace

std::vector<Misuse> memory_misuse() {
    return {
        {"LoadAfterPop", "TW2113", "a page of c_0 that BRISC writer has not waited for", "BRISC writer",
         [](TestProgram& p, Bench& b) {
             pass(p, b, kReadTwo,
                  kReadPointer + kTake +
                      "  uint32_t x = *p;  // HERE\n  if (x != 1) {\n    cb_wait_front(0, 1);\n    cb_pop_front(0, "
                      "1);\n  }\n");
         },
         [](TestProgram& p, Bench& b) {
             pass(p, b, kReadTwo,
                  kReadPointer +
                      "  cb_wait_front(0, 1);\n  uint32_t x = *p;\n  cb_pop_front(0, 1);\n  if (x != 1) {\n    "
                      "cb_wait_front(0, 1);\n    cb_pop_front(0, 1);\n  }\n");
         }},
        {"WriteOfAPoppedPage", "TW2113", "noc_async_write of 2048 B", "BRISC writer",
         [](TestProgram& p, Bench& b) {
             pass(p, b, kReadOne,
                  "  uint32_t at = get_read_ptr(0);\n" + kTake +
                      "  noc_async_write(at, get_noc_addr(0, out), 2048);  // HERE\n  noc_async_write_barrier();\n");
         },
         [](TestProgram& p, Bench& b) { pass(p, b, kReadOne, kWriteOne); }},
        {"WriteOfMorePagesThanWaitedFor", "TW2113", "(it holds 1)", "BRISC writer",
         [](TestProgram& p, Bench& b) {
             pass(p, b, kReadTwo,
                  "  cb_wait_front(0, 1);\n  noc_async_write(get_read_ptr(0), get_noc_addr(0, out), 2048);\n  "
                  "noc_async_write(get_read_ptr(0) + 2048, get_noc_addr(1, out), 2048);  // HERE\n"
                  "  noc_async_write_barrier();\n  cb_pop_front(0, 1);\n" +
                      kTake);
         },
         [](TestProgram& p, Bench& b) {
             pass(p, b, kReadTwo,
                  "  cb_wait_front(0, 2);\n  noc_async_write(get_read_ptr(0), get_noc_addr(0, out), 2048);\n  "
                  "noc_async_write(get_read_ptr(0) + 2048, get_noc_addr(1, out), 2048);\n"
                  "  noc_async_write_barrier();\n  cb_pop_front(0, 2);\n");
         }},
        {"StoreAfterPush", "TW2114", "a page of c_0 that NCRISC reader has not reserved", "NCRISC reader",
         [](TestProgram& p, Bench& b) { pass(p, b, kWritePointer + kReadOne + "  *p = 7;  // HERE\n", kTake); },
         [](TestProgram& p, Bench& b) {
             pass(p, b,
                  kWritePointer +
                      "  cb_reserve_back(0, 1);\n  for (uint32_t i = 0; i < 512; ++i) {\n    p[i] = 7;\n  }\n  "
                      "cb_push_back(0, 1);\n",
                  kTake);
         }},
        {"ReadOneStickTooMany", "TW2114", "noc_async_read of 64 B", "NCRISC reader",
         [](TestProgram& p, Bench& b) {
             pass(p, b,
                  "  cb_reserve_back(0, 1);\n  for (uint32_t i = 0; i < 33; ++i) {\n    noc_async_read(get_noc_addr(0, "
                  "in), get_write_ptr(0) + 64 * i, 64);  // HERE\n  }\n  noc_async_read_barrier();\n  cb_push_back(0, "
                  "1);\n",
                  kTake);
         },
         [](TestProgram& p, Bench& b) {
             pass(p, b,
                  "  cb_reserve_back(0, 1);\n  for (uint32_t i = 0; i < 32; ++i) {\n    noc_async_read(get_noc_addr(0, "
                  "in), get_write_ptr(0) + 64 * i, 64);\n  }\n  noc_async_read_barrier();\n  cb_push_back(0, 1);\n",
                  kTake);
         }},
        {"ReadBehindTheLastBuffer", "TW2122", "page 5000 of a tensor that has pages 0 to 7", "NCRISC reader",
         [](TestProgram& p, Bench& b) {
             pass(p, b,
                  "  cb_reserve_back(0, 1);\n  noc_async_read(get_noc_addr(5000, in), get_write_ptr(0), 2048);  // "
                  "HERE\n  noc_async_read_barrier();\n  cb_push_back(0, 1);\n",
                  kTake);
         },
         [](TestProgram& p, Bench& b) { pass(p, b, kReadOne, kTake); }},
        {"StaleAddressOfAFreedBuffer", "TW2125", "64 pages of 2048 B", "NCRISC reader",
         [](TestProgram& p, Bench& b) { stale(p, b, true); }, [](TestProgram& p, Bench& b) { stale(p, b, false); }},
        {"TwoCoresWriteOnePage", "TW2116", "overlaps a write of core (0,0)", "BRISC writer",
         [](TestProgram& p, Bench& b) { two_writers(p, b, 3); },
         [](TestProgram& p, Bench& b) { two_writers(p, b, 4); }},
        {"PageSentThatWasNeverFilled", "TW2117", "where nothing was ever written", "BRISC writer",
         [](TestProgram& p, Bench& b) {
             pass(p, b, "  cb_reserve_back(0, 1);\n  cb_push_back(0, 1);\n",
                  "  cb_wait_front(0, 1);\n  noc_async_write(get_read_ptr(0), get_noc_addr(0, out), 2048);  // HERE\n  "
                  "noc_async_write_barrier();\n  cb_pop_front(0, 1);\n");
         },
         [](TestProgram& p, Bench& b) { pass(p, b, kReadOne, kWriteOne); }},
        {"LoadOfAPageThatWasNeverFilled", "TW2117", "load of 4 B", "BRISC writer",
         [](TestProgram& p, Bench& b) {
             pass(p, b, "  cb_reserve_back(0, 1);\n  cb_push_back(0, 1);\n",
                  kReadPointer +
                      "  cb_wait_front(0, 1);\n  uint32_t x = *p;  // HERE\n  if (x != 1) {\n    cb_pop_front(0, 1);\n "
                      " }\n");
         },
         [](TestProgram& p, Bench& b) {
             pass(p, b, kReadOne,
                  kReadPointer +
                      "  cb_wait_front(0, 1);\n  uint32_t x = *p;\n  if (x != 1) {\n    cb_pop_front(0, 1);\n  }\n");
         }},
        {"ArgumentNeverSet", "TW2201", "get_arg_val(4)", "NCRISC reader",
         [](TestProgram& p, Bench& b) {
             pass(p, b, "  volatile uint32_t n = get_arg_val<uint32_t>(4);  // HERE\n  (void)n;\n" + kReadOne, kTake);
         },
         [](TestProgram& p, Bench& b) {
             pass(p, b, "  volatile uint32_t n = get_arg_val<uint32_t>(0);\n  (void)n;\n" + kReadOne, kTake);
         }},
        {"AssertionFails", "TW2501", "ASSERT", "NCRISC reader",
         [](TestProgram& p, Bench& b) {
             pass(p, b, "  ASSERT(get_arg_val<uint32_t>(0) == 3);  // HERE\n" + kReadOne, kTake);
             p.kernels[0].source.text = "#include \"debug/assert.h\"\n" + p.kernels[0].source.text;
         },
         [](TestProgram& p, Bench& b) {
             pass(p, b, "  ASSERT(get_arg_val<uint32_t>(0) != 3);\n" + kReadOne, kTake);
             p.kernels[0].source.text = "#include \"debug/assert.h\"\n" + p.kernels[0].source.text;
         }},
        {"NullPointer", "TW2601", "null pointer", "NCRISC reader",
         [](TestProgram& p, Bench& b) {
             pass(p, b, "  volatile uint32_t* p = nullptr;\n  *p = 1;  // HERE\n" + kReadOne, kTake);
         },
         [](TestProgram& p, Bench& b) { pass(p, b, kReadOne, kTake); }},
        {"StoreIntoReservedL1", "TW2119", "store of 4 B at L1 address 0x1000", "NCRISC reader",
         [](TestProgram& p, Bench& b) {
             pass(p, b, "  *reinterpret_cast<volatile uint32_t*>(0x1000) = 1;  // HERE\n" + kReadOne, kTake);
         },
         [](TestProgram& p, Bench& b) {
             pass(p, b, "  *reinterpret_cast<volatile uint32_t*>(0x120000) = 1;\n" + kReadOne, kTake);
         }},
        {"SemaphoreThatDoesNotExist", "TW2129", "semaphore 3 would lie there", "NCRISC reader",
         [](TestProgram& p, Bench& b) {
             p.semaphores.push_back({0, {{{0, 0}, {0, 0}}}, 0});
             pass(p, b,
                  "  auto* s = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_semaphore(3));\n"
                  "  noc_semaphore_set(s, 1);  // HERE\n" +
                      kReadOne,
                  kTake);
         },
         [](TestProgram& p, Bench& b) {
             p.semaphores.push_back({3, {{{0, 0}, {0, 0}}}, 0});
             pass(p, b,
                  "  auto* s = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_semaphore(3));\n"
                  "  noc_semaphore_set(s, 1);\n" +
                      kReadOne,
                  kTake);
         }},
        {"SemaphoreBeyondAll", "TW2129", "behind all semaphores", "NCRISC reader",
         [](TestProgram& p, Bench& b) {
             pass(p, b,
                  "  noc_semaphore_inc(get_noc_addr(get_semaphore(99)), 1);  // HERE\n  noc_async_atomic_barrier();\n" +
                      kReadOne,
                  kTake);
         },
         [](TestProgram& p, Bench& b) {
             p.semaphores.push_back({15, {{{0, 0}, {0, 0}}}, 0});
             pass(
                 p, b,
                 "  noc_semaphore_inc(get_noc_addr(get_semaphore(15)), 1);\n  noc_async_atomic_barrier();\n" + kReadOne,
                 kTake);
         }},
        {"StoreBeforeTheArguments", "TW2129", "arguments of kernels lie there", "NCRISC reader",
         [](TestProgram& p, Bench& b) {
             pass(p, b, "  *reinterpret_cast<volatile uint32_t*>(get_arg_addr(4)) = 5;  // HERE\n" + kReadOne, kTake);
         },
         [](TestProgram& p, Bench& b) {
             pass(p, b, "  auto* a = reinterpret_cast<volatile uint32_t*>(get_arg_addr(0));\n  *a = *a;\n" + kReadOne,
                  kTake);
         }},
        {"WordAtAnOddAddress", "TW2120", "4-byte word at L1 address 0x120002", "NCRISC reader",
         [](TestProgram& p, Bench& b) {
             pass(p, b, "  *reinterpret_cast<volatile uint32_t*>(0x120002) = 1;  // HERE\n" + kReadOne, kTake);
         },
         [](TestProgram& p, Bench& b) {
             pass(p, b,
                  "  *reinterpret_cast<volatile uint16_t*>(0x120002) = 1;\n  uint32_t one = 1;\n"
                  "  __builtin_memcpy(reinterpret_cast<void*>(0x120006), &one, 4);\n" +
                      kReadOne,
                  kTake);
         }},
        {"LargeVariables", "TW2121", "variables of 10", "NCRISC reader",
         [](TestProgram& p, Bench& b) {
             pass(p, b, "  volatile uint32_t table[25600];\n  table[get_arg_val<uint32_t>(0) & 7] = 1;\n" + kReadOne,
                  kTake);
         },
         [](TestProgram& p, Bench& b) {
             pass(p, b, "  volatile uint32_t table[256];\n  table[get_arg_val<uint32_t>(0) & 7] = 1;\n" + kReadOne,
                  kTake);
         }},
        {"DivisionByZero", "TW2605", "divided by zero", "NCRISC reader",
         [](TestProgram& p, Bench& b) {
             pass(p, b, "  volatile uint32_t zero = 0;\n  volatile uint32_t x = 5 / zero;  // HERE\n" + kReadOne,
                  kTake);
         },
         [](TestProgram& p, Bench& b) {
             pass(p, b, "  volatile uint32_t two = 2;\n  volatile uint32_t x = 5 / two;\n" + kReadOne, kTake);
         }},
        {"EndlessLoop", "TW2602", "spins for ever", "NCRISC reader",
         [](TestProgram& p, Bench& b) { pass(p, b, "  while (true) {\n  }\n" + kReadOne, kTake); },
         [](TestProgram& p, Bench& b) { pass(p, b, kReadOne, kTake); }},
    };
}

}  // namespace tilewright::testing
