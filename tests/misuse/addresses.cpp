// Addresses that were meant for something else: pages a tensor does not have, accessors with other pages than the
// tensor's, addresses of tensors that are gone or never were, pointers that leave their CB, sizes below zero.
#include "misuse.hpp"

namespace tilewright::testing {

namespace {
using Steps = std::function<void(TestProgram&, Bench&)>;

const LogicalCore kSecond{1, 0};
const CoreRanges kTwoCores = {{{0, 0}, {1, 0}}};

uint32_t l1_buffer(Bench& bench, uint32_t pages, uint32_t page_bytes = 2048) {
    card::BufferConfig config;
    config.bytes = uint64_t{pages} * page_bytes;
    config.page_bytes = page_bytes;
    config.memory = card::MemoryType::L1;
    bench.buffers.push_back(std::make_unique<card::Buffer>(bench.card, config));
    bench.buffers.back()->write(std::vector<uint8_t>(config.bytes, 1));
    return static_cast<uint32_t>(bench.buffers.back()->address());
}

// 8 pages in two shards of 4, on DRAM banks 0 and 1.
uint32_t sharded_buffer(Bench& bench) {
    card::BufferConfig config;
    config.bytes = 8 * 2048;
    config.page_bytes = 2048;
    config.sharding = card::Sharding{{8}, {4}, {}, {0, 1}, false};
    bench.buffers.push_back(std::make_unique<card::Buffer>(bench.card, config));
    bench.buffers.back()->write(std::vector<uint8_t>(config.bytes, 1));
    return static_cast<uint32_t>(bench.buffers.back()->address());
}
// What TensorAccessorArgs writes for it: flags, page size, rank, banks, tensor, shard, two bank coordinates.
const std::vector<uint32_t> kShardedWords = {3, 2048, 1, 2, 8, 4, 0x0100u << 16};

// A reader that makes pages [first, first + count) come into c_0, one at a time; `make` makes the accessor `in` from
// argument 0, arguments 1 and 2 are first and count.
std::string read_pages(const std::string& make, const std::string& bytes = "2048") {
    return make +
           "  const uint32_t first = get_arg_val<uint32_t>(1);\n  const uint32_t count = get_arg_val<uint32_t>(2);\n"
           "  for (uint32_t i = first; i < first + count; ++i) {\n    cb_reserve_back(0, 1);\n"
           "    noc_async_read(in.get_noc_addr(i), get_write_ptr(0), " +
           bytes + ");  // HERE\n    noc_async_read_barrier();\n    cb_push_back(0, 1);\n  }\n";
}
const std::string kTakeAll =
    "  for (uint32_t i = 0; i < get_arg_val<uint32_t>(0); ++i) {\n    cb_wait_front(0, 1);\n    cb_pop_front(0, 1);\n  "
    "}\n";

void through(TestProgram& program, const std::string& reader, std::vector<uint32_t> arguments,
             uint32_t page_bytes = 2048) {
    program.cb(0, 2, page_bytes);
    const uint32_t count = arguments[2];
    program.reader(dm(reader)).runtime_args[k00] = std::move(arguments);
    program.writer(dm(kTakeAll)).runtime_args[k00] = {count};
}

// A tensor of `pages` pages with another one right behind it.
uint32_t with_neighbour(Bench& bench, uint32_t pages, uint32_t page_bytes = 2048) {
    const uint32_t address = bench.dram(pages, page_bytes);
    bench.dram(24);
    return address;
}

Steps pages_of(uint32_t pages, uint32_t first, uint32_t count, const std::string& make = kIn) {
    return [=](TestProgram& p, Bench& b) { through(p, read_pages(make), {with_neighbour(b, pages), first, count}); };
}

Steps page_before(uint32_t page) {
    return [=](TestProgram& p, Bench& b) {
        pass(p, b,
             "  cb_reserve_back(0, 1);\n  noc_async_read(get_noc_addr(get_arg_val<uint32_t>(1) - 1, in), "
             "get_write_ptr(0), 2048);  // HERE\n  noc_async_read_barrier();\n  cb_push_back(0, 1);\n",
             kTake);
        p.kernels[0].runtime_args[k00].push_back(page);
    };
}

// The same through an accessor that takes pages of `accessor_bytes`, of a tensor with pages of `page_bytes`.
Steps page_size(uint32_t pages, uint32_t page_bytes, uint32_t accessor_bytes) {
    return [=](TestProgram& p, Bench& b) {
        const std::string bytes = std::to_string(accessor_bytes);
        through(p,
                read_pages("  const auto in = TensorAccessor(TensorAccessorArgs<0>(), get_arg_val<uint32_t>(0), " +
                               bytes + ");\n",
                           bytes),
                {with_neighbour(b, pages, page_bytes), 0, pages}, accessor_bytes);
        p.kernels[0].compile_time_args = {2, page_bytes};
    };
}

Steps tile_format(uint32_t page_bytes, const std::string& format, const std::string& bytes) {
    return [=](TestProgram& p, Bench& b) {
        through(p,
                read_pages("  const InterleavedAddrGenFast<true> in = {.bank_base_address = get_arg_val<uint32_t>(0), "
                           ".page_size = " +
                               bytes + ", .data_format = DataFormat::" + format + "};\n",
                           bytes),
                {with_neighbour(b, 24, page_bytes), 0, 24}, static_cast<uint32_t>(std::stoul(bytes)));
    };
}

// Two cores, the second one with its own first page.
Steps two_parts(uint32_t second_first) {
    return [=](TestProgram& p, Bench& b) {
        p.cb(0, 2, 2048, kTwoCores);
        p.reader(dm(read_pages(kIn)), kTwoCores);
        p.writer(dm(kTakeAll), kTwoCores);
        auto& reader = p.kernels[0];
        auto& writer = p.kernels[1];
        const uint32_t address = with_neighbour(b, 12);
        reader.runtime_args[k00] = {address, 0, 6};
        reader.runtime_args[kSecond] = {address, second_first, 6};
        writer.runtime_args[k00] = writer.runtime_args[kSecond] = {6};
    };
}

// A writer that fills pages [0, count) of a tensor.
Steps write_pages(uint32_t pages, uint32_t count) {
    return [=](TestProgram& p, Bench& b) {
        pass(p, b, kReadOne,
             "  cb_wait_front(0, 1);\n  for (uint32_t i = 0; i < get_arg_val<uint32_t>(1); ++i) {\n"
             "    noc_async_write(get_read_ptr(0), get_noc_addr(i, out), 2048);  // HERE\n  }\n"
             "  noc_async_write_barrier();\n  cb_pop_front(0, 1);\n");
        p.kernels[1].runtime_args[k00] = {with_neighbour(b, pages), count};
    };
}

Steps sharded(const std::string& make, uint32_t count) {
    return [=](TestProgram& p, Bench& b) {
        through(p, read_pages(make), {sharded_buffer(b), 0, count});
        p.kernels[0].compile_time_args = kShardedWords;
    };
}
const std::string kShardedAccessor =
    "  const auto in = TensorAccessor(TensorAccessorArgs<0>(), get_arg_val<uint32_t>(0));\n";

// The tensor is freed before the program runs; another one comes to lie around its place, or nothing does.
Steps freed(bool gone, bool reused) {
    return [=](TestProgram& p, Bench& b) {
        const uint32_t in_front = b.dram(12);
        const uint32_t address = b.dram(12);
        b.dram(12);
        through(p, read_pages(kIn), {address, 0, 1});
        (void)in_front;
        if (!gone) return;
        b.buffers[0]->deallocate();
        b.buffers[1]->deallocate();
        if (reused) b.dram(24);
    };
}

Steps shifted(uint32_t index) {
    return [=](TestProgram& p, Bench& b) {
        p.cb(0, 2);
        p.reader(
             dm("  const uint32_t address = get_arg_val<uint32_t>(" + std::to_string(index) +
                ");\n  const InterleavedAddrGen<true> in = {.bank_base_address = address, .page_size = 2048};\n"
                "  cb_reserve_back(0, 1);\n  noc_async_read(get_noc_addr(0, in), get_write_ptr(0), 2048);  // HERE\n"
                "  noc_async_read_barrier();\n  cb_push_back(0, 1);\n"))
            .runtime_args[k00] = {7, b.dram(8), 64};
        p.writer(dm(kTake));
    };
}

// Tensors and accessors of the one memory and the other.
Steps memories(bool tensor_in_dram, bool accessor_for_dram) {
    return [=](TestProgram& p, Bench& b) {
        const uint32_t in_dram = b.dram(4);
        const uint32_t in_l1 = l1_buffer(b, 4);
        through(p,
                read_pages("  const InterleavedAddrGen<" + std::string(accessor_for_dram ? "true" : "false") +
                           "> in = {.bank_base_address = get_arg_val<uint32_t>(0), .page_size = 2048};\n"),
                {tensor_in_dram ? in_dram : in_l1, 0, 4});
    };
}

// c_0 and c_1 with two pages each; the body works on them without a partner.
Steps two_cbs(const std::string& body) {
    return [=](TestProgram& p, Bench& b) {
        p.cb(0, 2);
        p.cb(1, 2);
        p.reader(dm(kIn + "  cb_reserve_back(0, 2);\n  cb_reserve_back(1, 2);\n" + body +
                    "  cb_push_back(0, 2);\n  cb_push_back(1, 2);\n"))
            .runtime_args[k00] = {b.dram(8), 2};
        p.writer(dm("  cb_wait_front(0, 2);\n  cb_wait_front(1, 2);\n  cb_pop_front(0, 2);\n  cb_pop_front(1, 2);\n"));
    };
}
std::string fill(const std::string& count, const char* mark = "") {
    return "  volatile uint32_t* p = reinterpret_cast<volatile uint32_t*>(get_write_ptr(0));\n  for (uint32_t i = 0; i "
           "< " +
           count + "; ++i) {\n    p[i] = i;" + mark + "\n  }\n";
}
std::string walk(const std::string& pages, const char* mark = "") {
    return "  uint32_t at = get_write_ptr(0);\n  for (uint32_t i = 0; i < " + pages +
           "; ++i) {\n    noc_async_read(get_noc_addr(i, in), at, 2048);" + mark +
           "\n    at += 2048;\n  }\n  noc_async_read_barrier();\n";
}
constexpr const char* kMark = "  // HERE";

// Bank by bank at one place of a tensor with this many pages.
Steps banks_of(uint32_t pages, uint32_t banks, uint32_t place = 0) {
    return [=](TestProgram& p, Bench& b) {
        through(p,
                "  for (uint32_t bank = 0; bank < get_arg_val<uint32_t>(2); ++bank) {\n    cb_reserve_back(0, 1);\n"
                "    noc_async_read(get_noc_addr_from_bank_id<true>(bank, get_arg_val<uint32_t>(0) + "
                "get_arg_val<uint32_t>(1)), get_write_ptr(0), 2048);  // HERE\n    noc_async_read_barrier();\n"
                "    cb_push_back(0, 1);\n  }\n",
                {with_neighbour(b, pages), place, banks});
    };
}

// Pages of a tensor of which core (1,0) has two, read at once by core (0,0).
Steps shard_of_a_neighbour(uint32_t count) {
    return [=](TestProgram& p, Bench& b) {
        card::BufferConfig config;
        config.bytes = 2 * 2048;
        config.page_bytes = 2048;
        config.memory = card::MemoryType::L1;
        config.sharding = card::Sharding{{2}, {2}, {kSecond}, {}, false};
        l1_buffer(b, 4);
        b.buffers.push_back(std::make_unique<card::Buffer>(b.card, config));
        b.buffers.back()->write(std::vector<uint8_t>(config.bytes, 1));
        const card::NocXy at = b.card->virtual_core(kSecond);
        p.cb(0, 4);
        p.reader(
             dm("  cb_reserve_back(0, 3);\n  noc_async_read(get_noc_addr(get_arg_val<uint32_t>(0), "
                "get_arg_val<uint32_t>(1), get_arg_val<uint32_t>(2)), get_write_ptr(0), get_arg_val<uint32_t>(3));  "
                "// HERE\n  noc_async_read_barrier();\n  cb_push_back(0, 3);\n"))
            .runtime_args[k00] = {at.x, at.y, static_cast<uint32_t>(b.buffers.back()->address()), count * 2048};
        p.writer(dm("  cb_wait_front(0, 3);\n  cb_pop_front(0, 3);\n"));
    };
}

Steps last_block(const std::string& size) {
    return [=](TestProgram& p, Bench& b) {
        pass(p, b,
             "  uint32_t width = get_arg_val<uint32_t>(1);\n  cb_reserve_back(0, 1);\n"
             "  noc_async_read(get_noc_addr(0, in), get_write_ptr(0), " +
                 size + ");  // HERE\n  noc_async_read_barrier();\n  cb_push_back(0, 1);\n",
             kTake);
        p.kernels[0].runtime_args[k00].push_back(64);
    };
}
}  // namespace

std::vector<Misuse> address_misuse() {
    const std::string accessor =
        "  const auto in = TensorAccessor(TensorAccessorArgs<0>(), get_arg_val<uint32_t>(0));\n";
    const auto interleaved = [accessor](uint32_t count, const std::string& reader) -> Steps {
        return [=](TestProgram& p, Bench& b) {
            through(p, accessor + reader, {with_neighbour(b, 12), 0, count});
            p.kernels[0].compile_time_args = {2, 2048};
            p.kernels[0].source.text =
                "#include \"api/dataflow/noc.h\"\n#include \"api/dataflow/circular_buffer.h\"\n" +
                p.kernels[0].source.text;
        };
    };
    const std::string objects =
        "  Noc noc;\n  CircularBuffer cb(0);\n  for (uint32_t i = 0; i < get_arg_val<uint32_t>(2); ++i) {\n"
        "    cb.reserve_back(1);\n    noc.async_read(in, cb, 2048, {.page_id = i}, {.offset_bytes = 0});  // HERE\n"
        "    noc.async_read_barrier();\n    cb.push_back(1);\n  }\n";
    const std::string iterator =
        "  for (const auto& page : in.pages(0, get_arg_val<uint32_t>(2))) {\n    cb_reserve_back(0, 1);\n"
        "    noc_async_read(page.noc_addr(), get_write_ptr(0), 2048);  // HERE\n    noc_async_read_barrier();\n"
        "    cb_push_back(0, 1);\n  }\n";
    const std::string tiles =
        "  for (uint32_t i = 0; i < get_arg_val<uint32_t>(2); ++i) {\n    cb_reserve_back(0, 1);\n"
        "    noc_async_read_tile(i, in, get_write_ptr(0));  // HERE\n    noc_async_read_barrier();\n"
        "    cb_push_back(0, 1);\n  }\n";
    const std::string added =
        "  for (uint32_t i = 0; i < get_arg_val<uint32_t>(2); ++i) {\n    cb_reserve_back(0, 1);\n"
        "    noc_async_read(get_noc_addr(11, in) + i * 2048, get_write_ptr(0), 2048);  // HERE\n"
        "    noc_async_read_barrier();\n    cb_push_back(0, 1);\n  }\n";
    const std::string reader = "NCRISC reader";
    const std::string writer = "BRISC writer";
    return {
        {"PageBehindTheLastInTheNextTensor", "TW2122", "page 12 of a tensor that has pages 0 to 11", reader,
         pages_of(12, 0, 13), pages_of(12, 0, 12)},
        {"PagesOfAOnePageTensor", "TW2122", "page 1 of a tensor that has pages 0 to 0", reader, pages_of(1, 0, 12),
         pages_of(12, 0, 12)},
        {"FirstPageTooLarge", "TW2122", "page 14 of a tensor that has pages 0 to 13", reader, pages_of(14, 7, 8),
         pages_of(14, 7, 7)},
        {"SecondCoreBeginsTooLate", "TW2122", "page 12 of a tensor that has pages 0 to 11", reader, two_parts(8),
         two_parts(6)},
        {"OutputPageTooMany", "TW2122", "noc_async_write writes page 8 of a tensor that has pages 0 to 7", writer,
         write_pages(8, 9), write_pages(8, 8)},
        {"PageOfAnL1TensorTooMany", "TW2122", "page 4 of a tensor that has pages 0 to 3", reader,
         [](TestProgram& p, Bench& b) {
             through(p,
                     read_pages("  const InterleavedAddrGen<false> in = {.bank_base_address = "
                                "get_arg_val<uint32_t>(0), .page_size = 2048};\n"),
                     {l1_buffer(b, 4), 0, 5});
         },
         memories(false, false)},
        {"PageOfAShardedTensorTooMany", "TW2122", "page 8 of a tensor that has pages 0 to 7", reader,
         sharded(kShardedAccessor, 9), sharded(kShardedAccessor, 8)},
        {"ObjectsReadAPageTooMany", "TW2122", "page 12 of", reader, interleaved(13, objects), interleaved(12, objects)},
        {"IteratorOverTooManyPages", "TW2122", "page 12 of", reader, interleaved(14, iterator),
         interleaved(12, iterator)},
        {"TileCallsReadAPageTooMany", "TW2122", "page 12 of", reader, interleaved(13, tiles), interleaved(12, tiles)},
        {"BytesBehindTheLastPageOfABank", "TW2122", "end 2048 B behind it", reader, interleaved(2, added),
         interleaved(1, added)},
        {"PageMinusOne", "TW2102", "page 4294967295 (-1) of the tensor", reader, page_before(0), page_before(1)},
        {"Float32TensorThroughBfloat16Pages", "TW2123", "pages of 2048 B; the tensor's have 4096 B", reader,
         page_size(24, 4096, 2048), page_size(24, 4096, 4096)},
        {"FewFloat32PagesThroughBfloat16Pages", "TW2123", "2048 of the 4096 B of every page", reader,
         page_size(4, 4096, 2048), page_size(4, 4096, 4096)},
        {"OneFloat32PageThroughBfloat16Pages", "TW2123", "2048 of the 4096 B of every page", reader,
         page_size(1, 4096, 2048), page_size(1, 2048, 2048)},
        {"Bfloat16TensorThroughFloat32Pages", "TW2123", "pages of 4096 B; the tensor's have 2048 B", reader,
         page_size(8, 2048, 4096), page_size(8, 2048, 2048)},
        {"TileFormatOfAnotherTensor", "TW2123", "pages of 2048 B; the tensor's have 4096 B", reader,
         tile_format(4096, "Float16_b", "2048"), tile_format(4096, "Float32", "4096")},
        {"BlockFloatTileFormat", "TW2123", "pages of 2048 B; the tensor's have 1088 B", reader,
         tile_format(1088, "Float16_b", "2048"), tile_format(1088, "Bfp8_b", "1088")},
        {"ShardedTensorThroughAnInterleavedAccessor", "TW2123", "an interleaved accessor; the tensor is sharded",
         reader, sharded(kIn, 4), sharded(kShardedAccessor, 4)},
        {"AddressOfATensorThatIsGone", "TW2125", "a tensor that was freed before this launch: 12 pages of 2048 B",
         reader, freed(true, false), freed(false, false)},
        {"AddressThatAnotherTensorCovers", "TW2125", "which was at", reader, freed(true, true), freed(false, false)},
        {"ArgumentsShiftedByOne", "TW2124", "base address 0x7 is no DRAM tensor's", reader, shifted(0), shifted(1)},
        {"ArgumentsShiftedTheOtherWay", "TW2124", "base address 0x40 is no DRAM tensor's", reader, shifted(2),
         shifted(1)},
        {"L1TensorThroughADramAccessor", "TW2124", "is no DRAM tensor's", reader, memories(false, true),
         memories(false, false)},
        {"DramTensorThroughAnL1Accessor", "TW2124", "is no L1 tensor's", reader, memories(true, false),
         memories(true, true)},
        {"StoresRunIntoTheNextCb", "TW2126", "in c_1, through a pointer that began in c_0", reader,
         two_cbs(fill("1025", kMark)), two_cbs(fill("1024"))},
        {"StoresByAnArgumentRunIntoTheNextCb", "TW2126", "in c_1, through a pointer that began in c_0", reader,
         two_cbs(fill("get_arg_val<uint32_t>(1) * 513", kMark)), two_cbs(fill("get_arg_val<uint32_t>(1) * 512"))},
        {"ReadsRunIntoTheNextCb", "TW2126", "noc_async_read of 2048 B", reader, two_cbs(walk("3", kMark)),
         two_cbs(walk("2"))},
        {"ReadBehindTheLastCb", "TW2126", "where no CB lies, through a pointer that began in c_1", reader,
         two_cbs("  noc_async_read(get_noc_addr(0, in), get_write_ptr(1) + 2 * 2048, 2048);  // HERE\n"
                 "  noc_async_read_barrier();\n"),
         two_cbs(
             "  noc_async_read(get_noc_addr(0, in), get_write_ptr(1) + 2048, 2048);\n  noc_async_read_barrier();\n")},
        {"StoreInFrontOfTheCb", "TW2126", "in c_0, through a pointer that began in c_1", reader,
         two_cbs("  volatile uint32_t* p = reinterpret_cast<volatile uint32_t*>(get_write_ptr(1) - 16);\n"
                 "  *p = 5;  // HERE\n"),
         two_cbs("  volatile uint32_t* p = reinterpret_cast<volatile uint32_t*>(get_write_ptr(1) + 16);\n  *p = 5;\n")},
        {"WriteTakesBytesOfTheNextCb", "TW2126", "noc_async_write of 4096 B", reader,
         two_cbs(walk("2") + "  noc_async_write(get_write_ptr(0) + 2048, get_noc_addr(0, in), 2048);\n"
                             "  noc_async_write(get_write_ptr(0) + 2048, get_noc_addr(0, in), 4096);  // HERE\n"
                             "  noc_async_write_barrier();\n"),
         two_cbs(walk("2") + "  noc_async_write(get_write_ptr(0) + 2048, get_noc_addr(0, in), 2048);\n"
                             "  noc_async_write_barrier();\n")},
        {"SizeOfMinus64", "TW2102", "a size of -64 B (read as 4294967232)", reader, last_block("width - 128"),
         last_block("128 - width")},
        {"WrittenSizeOfMinus32", "TW2102", "a size of -32 B", writer,
         [](TestProgram& p, Bench& b) {
             pass(p, b, kReadOne,
                  "  cb_wait_front(0, 1);\n  const uint32_t done = get_arg_val<uint32_t>(1);\n"
                  "  noc_async_write(get_read_ptr(0), get_noc_addr(0, out), 2016 - done);  // HERE\n"
                  "  noc_async_write_barrier();\n  cb_pop_front(0, 1);\n");
             p.kernels[1].runtime_args[k00].push_back(2048);
         },
         [](TestProgram& p, Bench& b) {
             pass(p, b, kReadOne,
                  "  cb_wait_front(0, 1);\n  const uint32_t done = get_arg_val<uint32_t>(1);\n"
                  "  noc_async_write(get_read_ptr(0), get_noc_addr(0, out), 2048 - done);\n"
                  "  noc_async_write_barrier();\n  cb_pop_front(0, 1);\n");
             p.kernels[1].runtime_args[k00].push_back(1024);
         }},
        {"BanksWithoutAPage", "TW2128", "DRAM bank 1, which holds no page of the tensor there: 1 page of 2048 B",
         reader, banks_of(1, 12), banks_of(12, 12)},
        {"SlotBehindTheLastPage", "TW2128", "DRAM bank 2, which holds no page", reader, banks_of(14, 3, 2048),
         banks_of(14, 2, 2048)},
        {"ReadRunsPastAnL1Tensor", "TW2115", "of the L1 of core (1,0), 2048 B past the end of the buffer", reader,
         shard_of_a_neighbour(3), shard_of_a_neighbour(2)},
        {"BankAddressOfAFreedTensor", "TW2115", "was freed before this launch", reader,
         [](TestProgram& p, Bench& b) {
             const uint32_t address = b.dram(12);
             pass(p, b,
                  "  cb_reserve_back(0, 1);\n  noc_async_read(get_noc_addr_from_bank_id<true>(3, "
                  "get_arg_val<uint32_t>(1)), get_write_ptr(0), 2048);  // HERE\n  noc_async_read_barrier();\n"
                  "  cb_push_back(0, 1);\n",
                  kTake);
             p.kernels[0].runtime_args[k00].push_back(address);
             b.buffers.front()->deallocate();
         },
         [](TestProgram& p, Bench& b) {
             const uint32_t address = b.dram(12);
             pass(p, b,
                  "  cb_reserve_back(0, 1);\n  noc_async_read(get_noc_addr_from_bank_id<true>(3, "
                  "get_arg_val<uint32_t>(1)), get_write_ptr(0), 2048);\n  noc_async_read_barrier();\n"
                  "  cb_push_back(0, 1);\n",
                  kTake);
             p.kernels[0].runtime_args[k00].push_back(address);
         }},
    };
}

}  // namespace tilewright::testing
