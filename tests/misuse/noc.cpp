// Transfers used before they are done, misaligned or counted wrong.
#include "misuse.hpp"

namespace tilewright::testing {

namespace {
const std::string kIssue = "  cb_reserve_back(0, 1);\n  noc_async_read(get_noc_addr(0, in), get_write_ptr(0), 2048);\n";
const std::string kPointer = "  volatile uint32_t* p = reinterpret_cast<volatile uint32_t*>(get_write_ptr(0));\n";

void two_cores(TestProgram& program, Bench& bench, const std::string& sender) {
    const CoreRanges cores = {{{0, 0}, {1, 0}}};
    program.semaphores = {{0, cores, 0}, {1, cores, 0}};
    const card::NocXy at = bench.card->virtual_core({1, 0});
    program
        .reader(
            dm("  uint32_t flag = get_semaphore(1);\n  volatile tt_l1_ptr uint32_t* word = reinterpret_cast<volatile "
               "tt_l1_ptr uint32_t*>(flag);\n"
               "  uint64_t to = get_noc_addr(get_arg_val<uint32_t>(0), get_arg_val<uint32_t>(1), get_semaphore(0));\n" +
               sender))
        .runtime_args[{0, 0}] = {at.x, at.y};
    program.writer(dm("  noc_semaphore_wait(reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_semaphore(0)), 1);\n"),
                   {{{1, 0}, {1, 0}}});
}
}  // namespace

std::vector<Misuse> noc_misuse() {
    return {
        {"RelativeMisalignment", "TW2101", "differ modulo 32", "NCRISC reader",
         [](TestProgram& p, Bench& b) {
             pass(p, b,
                  "  cb_reserve_back(0, 1);\n  noc_async_read(get_noc_addr(0, in) + 16, get_write_ptr(0), 1024);  // "
                  "HERE\n  noc_async_read_barrier();\n  cb_push_back(0, 1);\n",
                  kTake);
         },
         [](TestProgram& p, Bench& b) {
             pass(p, b,
                  "  cb_reserve_back(0, 1);\n  noc_async_read(get_noc_addr(0, in) + 32, get_write_ptr(0), 1024);\n  "
                  "noc_async_read_barrier();\n  cb_push_back(0, 1);\n",
                  kTake);
         }},
        {"MisalignedAtomic", "TW2101", "is not a multiple of 4", "NCRISC reader",
         [](TestProgram& p, Bench& b) {
             two_cores(p, b,
                       "  noc_semaphore_inc(to + 2, 1);  // HERE\n  noc_async_atomic_barrier();\n  (void)word;\n");
         },
         [](TestProgram& p, Bench& b) {
             two_cores(p, b, "  noc_semaphore_inc(to, 1);\n  noc_async_atomic_barrier();\n  (void)word;\n");
         }},
        {"CoordinatesLeadNowhere", "TW2102", "lead nowhere", "NCRISC reader",
         [](TestProgram& p, Bench& b) {
             pass(p, b,
                  "  cb_reserve_back(0, 1);\n  noc_async_read(get_noc_addr(60, 60, 0x1000), get_write_ptr(0), 64);  // "
                  "HERE\n  noc_async_read_barrier();\n  cb_push_back(0, 1);\n",
                  kTake);
         },
         [](TestProgram& p, Bench& b) { pass(p, b, kReadOne, kTake); }},
        {"ReadBeyondOwnL1", "TW2102", "end beyond L1", "NCRISC reader",
         [](TestProgram& p, Bench& b) {
             pass(p, b,
                  "  noc_async_read(get_noc_addr(0, in), 0x16FFE0, 2048);  // HERE\n  noc_async_read_barrier();\n" +
                      kReadOne,
                  kTake);
         },
         [](TestProgram& p, Bench& b) { pass(p, b, kReadOne, kTake); }},
        {"PublishedWhileReadInFlight", "TW2103", "publishes a page whose noc_async_read", "NCRISC reader",
         [](TestProgram& p, Bench& b) {
             pass(p, b, kIssue + "  cb_push_back(0, 1);  // HERE\n  noc_async_read_barrier();\n", kTake);
         },
         [](TestProgram& p, Bench& b) {
             pass(p, b, kIssue + "  noc_async_read_barrier();\n  cb_push_back(0, 1);\n", kTake);
         }},
        {"KernelEndsWithReadInFlight", "TW2105", "kernel ended with 1 NoC transfer in flight", "NCRISC reader",
         [](TestProgram& p, Bench& b) { pass(p, b, kReadOne + kIssue, kTake); },
         [](TestProgram& p, Bench& b) { pass(p, b, kReadOne, kTake); }},
        {"KernelEndsWithWriteInFlight", "TW2105", "1 write", "BRISC writer",
         [](TestProgram& p, Bench& b) {
             pass(p, b, kReadOne,
                  "  cb_wait_front(0, 1);\n  noc_async_write(get_read_ptr(0), get_noc_addr(0, out), 2048);\n");
             p.cbs[0].persistent = true;
         },
         [](TestProgram& p, Bench& b) { pass(p, b, kReadOne, kWriteOne); }},
        {"PoppedBeforeTheWriteLeft", "TW2106", "has not left", "BRISC writer",
         [](TestProgram& p, Bench& b) {
             pass(p, b, kReadOne,
                  "  cb_wait_front(0, 1);\n  noc_async_write(get_read_ptr(0), get_noc_addr(0, out), 2048);\n  "
                  "cb_pop_front(0, 1);  // HERE\n  noc_async_write_barrier();\n");
         },
         [](TestProgram& p, Bench& b) {
             pass(p, b, kReadOne,
                  "  cb_wait_front(0, 1);\n  noc_async_write(get_read_ptr(0), get_noc_addr(0, out), 2048);\n  "
                  "noc_async_writes_flushed();\n  cb_pop_front(0, 1);\n  noc_async_write_barrier();\n");
         }},
        {"WithStateWithoutSetState", "TW2107", "without a set_state", "NCRISC reader",
         [](TestProgram& p, Bench& b) {
             pass(p, b,
                  "  cb_reserve_back(0, 1);\n  noc_async_read_one_packet_with_state(get_arg_val<uint32_t>(0), "
                  "get_write_ptr(0));  // HERE\n  noc_async_read_barrier();\n  cb_push_back(0, 1);\n",
                  kTake);
         },
         [](TestProgram& p, Bench& b) {
             pass(p, b,
                  "  cb_reserve_back(0, 1);\n  noc_async_read_one_packet_set_state(get_noc_addr(0, in), 2048);\n  "
                  "noc_async_read_one_packet_with_state(get_arg_val<uint32_t>(0), get_write_ptr(0));\n  "
                  "noc_async_read_barrier();\n  cb_push_back(0, 1);\n",
                  kTake);
         }},
        {"TwoReadsIntoOnePlace", "TW2108", "while an earlier read", "NCRISC reader",
         [](TestProgram& p, Bench& b) {
             pass(p, b,
                  kIssue +
                      "  noc_async_read(get_noc_addr(1, in), get_write_ptr(0), 2048);  // HERE\n  "
                      "noc_async_read_barrier();\n  cb_push_back(0, 1);\n",
                  kTake);
         },
         [](TestProgram& p, Bench& b) {
             pass(p, b,
                  kIssue +
                      "  noc_async_read_barrier();\n  noc_async_read(get_noc_addr(1, in), get_write_ptr(0), 2048);\n  "
                      "noc_async_read_barrier();\n  cb_push_back(0, 1);\n",
                  kTake);
         }},
        {"WriteFromAReadInFlight", "TW2109", "is still in flight", "NCRISC reader",
         [](TestProgram& p, Bench& b) {
             pass(p, b,
                  kIssue +
                      "  noc_async_write(get_write_ptr(0), get_noc_addr(1, in), 2048);  // HERE\n  "
                      "noc_async_read_barrier();\n  noc_async_write_barrier();\n  cb_push_back(0, 1);\n",
                  kTake);
         },
         [](TestProgram& p, Bench& b) {
             pass(p, b,
                  kIssue +
                      "  noc_async_read_barrier();\n  noc_async_write(get_write_ptr(0), get_noc_addr(1, in), 2048);\n  "
                      "noc_async_write_barrier();\n  cb_push_back(0, 1);\n",
                  kTake);
         }},
        {"LoadBeforeTheBarrier", "TW2110", "load of 4 B", "NCRISC reader",
         [](TestProgram& p, Bench& b) {
             pass(p, b,
                  kPointer + kIssue +
                      "  uint32_t first = *p;  // HERE\n  noc_async_read_barrier();\n  if (first != 1) {\n    "
                      "cb_push_back(0, 1);\n  }\n",
                  kTake);
         },
         [](TestProgram& p, Bench& b) {
             pass(p, b,
                  kPointer + kIssue +
                      "  noc_async_read_barrier();\n  uint32_t first = *p;\n  if (first != 1) {\n    cb_push_back(0, "
                      "1);\n  }\n",
                  kTake);
         }},
        {"StoreBeforeTheWriteLeft", "TW2111", "whose noc_async_write", "BRISC writer",
         [](TestProgram& p, Bench& b) {
             pass(p, b, kReadOne,
                  "  cb_wait_front(0, 1);\n  volatile uint32_t* p = reinterpret_cast<volatile "
                  "uint32_t*>(get_read_ptr(0));\n"
                  "  noc_async_write(get_read_ptr(0), get_noc_addr(0, out), 2048);\n  *p = 7;  // HERE\n  "
                  "noc_async_write_barrier();\n  cb_pop_front(0, 1);\n");
         },
         [](TestProgram& p, Bench& b) {
             pass(p, b, kReadOne,
                  "  cb_wait_front(0, 1);\n  volatile uint32_t* p = reinterpret_cast<volatile "
                  "uint32_t*>(get_read_ptr(0));\n"
                  "  *p = 7;\n  noc_async_write(get_read_ptr(0), get_noc_addr(0, out), 2048);\n  "
                  "noc_async_write_barrier();\n  cb_pop_front(0, 1);\n");
         }},
        {"SemaphoreWordOverwrittenBeforeItWasSent", "TW2111", "store of 4 B", "NCRISC reader",
         [](TestProgram& p, Bench& b) {
             two_cores(p, b,
                       "  noc_semaphore_set(word, 1);\n  noc_semaphore_set_remote(flag, to);\n  "
                       "noc_semaphore_set(word, 0);  // HERE\n  noc_async_write_barrier();\n");
         },
         [](TestProgram& p, Bench& b) {
             two_cores(p, b,
                       "  noc_semaphore_set(word, 1);\n  noc_semaphore_set_remote(flag, to);\n  "
                       "noc_async_writes_flushed();\n  noc_semaphore_set(word, 0);\n  noc_async_write_barrier();\n");
         }},
        {"StoreIntoAReadInFlight", "TW2112", "into which a noc_async_read", "NCRISC reader",
         [](TestProgram& p, Bench& b) {
             pass(p, b, kPointer + kIssue + "  *p = 7;  // HERE\n  noc_async_read_barrier();\n  cb_push_back(0, 1);\n",
                  kTake);
         },
         [](TestProgram& p, Bench& b) {
             pass(p, b, kPointer + kIssue + "  noc_async_read_barrier();\n  *p = 7;\n  cb_push_back(0, 1);\n", kTake);
         }},
    };
}

}  // namespace tilewright::testing
