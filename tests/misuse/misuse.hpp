// A program with one mistake, the finding it must give, and its near twin that must give none.
#pragma once

#include "hangs/faulty.hpp"

namespace tilewright::testing {

// A card and the buffers a program works on.
struct Bench {
    std::shared_ptr<card::Card> card = open_card();
    std::vector<std::unique_ptr<card::Buffer>> buffers;

    // Address of a fresh interleaved DRAM buffer of 2 KiB pages filled with ones (bf16).
    uint32_t dram(uint32_t pages, uint32_t page_bytes = 2048) {
        card::BufferConfig config;
        config.bytes = uint64_t{pages} * page_bytes;
        config.page_bytes = page_bytes;
        buffers.push_back(std::make_unique<card::Buffer>(card, config));
        std::vector<uint8_t> data(uint64_t{pages} * page_bytes);
        for (size_t i = 0; i + 1 < data.size(); i += 2) data[i] = 0x80, data[i + 1] = 0x3F;
        buffers.back()->write(data);
        return static_cast<uint32_t>(buffers.back()->address());
    }
};

struct Misuse {
    std::string name;
    std::string code;
    std::string says;    // part of the message
    std::string thread;  // who does it
    std::function<void(TestProgram&, Bench&)> wrong;
    std::function<void(TestProgram&, Bench&)> right;
};

inline void PrintTo(const Misuse& misuse, std::ostream* out) { *out << misuse.name; }

// The whole path of a page: reader, optional compute, writer. Each part can be replaced by a faulty one.
inline const std::string kTake = "  cb_wait_front(0, 1);\n  cb_pop_front(0, 1);\n";
inline const std::string kIn =
    "  const InterleavedAddrGen<true> in = {.bank_base_address = get_arg_val<uint32_t>(0), .page_size = 2048};\n";
inline const std::string kOut =
    "  const InterleavedAddrGen<true> out = {.bank_base_address = get_arg_val<uint32_t>(0), .page_size = 2048};\n";
inline const std::string kReadOne =
    "  cb_reserve_back(0, 1);\n  noc_async_read(get_noc_addr(0, in), get_write_ptr(0), 2048);\n  "
    "noc_async_read_barrier();\n  cb_push_back(0, 1);\n";
inline const std::string kWriteOne =
    "  cb_wait_front(0, 1);\n  noc_async_write(get_read_ptr(0), get_noc_addr(0, out), 2048);\n  "
    "noc_async_write_barrier();\n  cb_pop_front(0, 1);\n";

// Reader and writer of c_0 with these bodies; both have a buffer of 8 pages as argument 0.
inline void pass(TestProgram& program, Bench& bench, const std::string& reader, const std::string& writer,
                 uint32_t depth = 2) {
    program.cb(0, depth);
    program.reader(dm(kIn + reader)).runtime_args[{0, 0}] = {bench.dram(8)};
    program.writer(dm(kOut + writer)).runtime_args[{0, 0}] = {bench.dram(8)};
}

// c_0 (and c_1, filled the same way) in, c_16 out, around a compute kernel; `tiles` pages each.
inline void tiles_through(TestProgram& program, Bench& bench, const std::string& compute, uint32_t tiles = 1,
                          ComputeConfig config = {}, tile::DataFormat second = tile::DataFormat::Float16_b) {
    const std::string n = std::to_string(tiles);
    program.cb(0, 2 * tiles);
    program.cb(1, 2 * tiles, second == tile::DataFormat::Float32 ? 4096 : 2048, kCore00, second);
    program.cb(16, 2 * tiles);
    std::string body =
        "  cb_reserve_back(0, " + n + ");\n  cb_reserve_back(1, " + n + ");\n  for (uint32_t i = 0; i < " + n +
        "; ++i) {\n" + "    noc_async_read(get_noc_addr(i, in), get_write_ptr(0) + i * 2048, 2048);\n" +
        "    noc_async_read(get_noc_addr(i, in), get_write_ptr(1) + i * get_tile_size(1), 2048);\n  }\n" +
        "  noc_async_read_barrier();\n  cb_push_back(0, " + n + ");\n  cb_push_back(1, " + n + ");\n";
    program.reader(dm(kIn + body)).runtime_args[{0, 0}] = {bench.dram(8)};
    program.compute(tensix(compute), kCore00, config);
    program.writer(dm("  cb_wait_front(16, " + n + ");\n  cb_pop_front(16, " + n + ");\n"));
}

}  // namespace tilewright::testing
