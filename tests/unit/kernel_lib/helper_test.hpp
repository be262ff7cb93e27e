// Runs one compute kernel on one core: a reader feeds tiles into its input CBs, a writer takes its results out.
//
// Every run happens in both modes and must end without a finding, with the same bits, and with each CB's pages pushed
// and popped as often as the test says.
#pragma once

#include <bit>
#include <functional>

#include "unit/engine/harness.hpp"

namespace tilewright::testing {

constexpr uint32_t kTileBytes = 2048;

// 32x32 values, row by row.
using Tile = std::array<float, 1024>;

inline Tile tile_of(const std::function<float(uint32_t row, uint32_t column)>& rule) {
    Tile tile{};
    for (uint32_t i = 0; i < 1024; ++i) tile[i] = rule(i / 32, i % 32);
    return tile;
}
inline Tile constant(float value) {
    return tile_of([=](uint32_t, uint32_t) { return value; });
}
// Small integers, so that bfloat16 sums and products stay exact.
inline Tile pattern(uint32_t seed, uint32_t range = 4) {
    return tile_of([=](uint32_t r, uint32_t c) { return float((r * 7 + c * 3 + seed * 5) % range); });
}
// A scaler tile: the value in row 0 of every face, for the first `valid` elements of the reduced dimension.
inline Tile scaler_tile(float value, uint32_t valid = 32) {
    return tile_of(
        [=](uint32_t r, uint32_t c) { return r % 16 == 0 && (c % 16) + 16 * (c / 16) < valid ? value : 0.0f; });
}

inline size_t face_offset(uint32_t row, uint32_t column) {
    return ((row / 16) * 2 + column / 16) * 256 + (row % 16) * 16 + column % 16;
}
inline uint16_t bf16(float value) { return static_cast<uint16_t>(std::bit_cast<uint32_t>(value) >> 16); }
inline float unbf16(uint16_t bits) { return std::bit_cast<float>(uint32_t(bits) << 16); }

enum class Layout { Tiles, Sticks };

// Tiles that go to one CB, in the order given.
struct Feed {
    uint32_t cb;
    std::vector<Tile> tiles;
    Layout layout = Layout::Tiles;  // Sticks: `tiles` is rows of `width` tiles, stored row-major
    uint32_t width = 1;
};

struct HelperRun {
    std::string includes;  // one kernel_lib header per line, without the path
    std::string body;      // statements of kernel_main
    std::vector<Feed> feeds;
    std::vector<std::pair<uint32_t, uint32_t>> cbs;  // index, pages
    uint32_t out_cb = 16;
    uint32_t out_tiles = 1;
    Layout out_layout = Layout::Tiles;
    uint32_t out_width = 1;
    std::vector<std::pair<uint32_t, std::pair<uint64_t, uint64_t>>> ledger;  // CB: pages pushed, popped
    program::Era era = program::Era::Aug2026;
    program::ComputeConfig config{};
    std::string prelude = "compute_kernel_hw_startup(0, 1, 16);";
};

// Calls visit(place in the bytes, tile, place in the tile) for every datum.
template <typename Visit>
void each_datum(size_t tiles, Layout layout, uint32_t width, Visit visit) {
    for (size_t i = 0; i < tiles * 1024; ++i) {
        const auto t = static_cast<uint32_t>(i / 1024), r = static_cast<uint32_t>(i / 32 % 32),
                   c = static_cast<uint32_t>(i % 32);
        visit(layout == Layout::Tiles ? t * 1024 + face_offset(r, c)
                                      : (t / width * 32 + r) * width * 32 + t % width * 32 + c,
              t, i % 1024);
    }
}

inline std::vector<uint8_t> to_bytes(const std::vector<Tile>& tiles, Layout layout, uint32_t width) {
    std::vector<uint8_t> bytes(tiles.size() * kTileBytes);
    auto* out = reinterpret_cast<uint16_t*>(bytes.data());
    each_datum(tiles.size(), layout, width, [&](size_t at, size_t t, size_t i) { out[at] = bf16(tiles[t][i]); });
    return bytes;
}
inline std::vector<Tile> to_tiles(const std::vector<uint8_t>& bytes, Layout layout, uint32_t width) {
    std::vector<Tile> tiles(bytes.size() / kTileBytes);
    const auto* in = reinterpret_cast<const uint16_t*>(bytes.data());
    each_datum(tiles.size(), layout, width, [&](size_t at, size_t t, size_t i) { tiles[t][i] = unbf16(in[at]); });
    return tiles;
}

inline std::string compute_text(const HelperRun& run) {
    std::string text =
        "#include \"api/compute/compute_kernel_hw_startup.h\"\n#include \"api/compute/eltwise_unary/sqrt.h\"\n";
    std::string line;
    for (const char letter : run.includes + "\n") {
        if (letter != '\n') {
            line += letter;
        } else if (!line.empty()) {
            text += "#include \"ttnn/cpp/ttnn/kernel_lib/" + line + "\"\n";
            line.clear();
        }
    }
    const std::string head =
        run.era == program::Era::Jan2026 ? "namespace NAMESPACE {\nvoid MAIN {\n" : "void kernel_main() {\n{\n";
    return text + "namespace ckl = compute_kernel_lib;\n" + head + run.prelude + "\n" + run.body + "\n}\n}\n";
}

// The results, equal in both modes.
inline std::vector<Tile> run_helper(const HelperRun& run) {
    auto card = open_card();
    std::vector<uint8_t> input;
    std::vector<uint32_t> reader_args;
    for (const Feed& feed : run.feeds) {
        reader_args.insert(reader_args.end(),
                           {feed.cb, uint32_t(input.size() / kTileBytes), uint32_t(feed.tiles.size())});
        const auto bytes = to_bytes(feed.tiles, feed.layout, feed.width);
        input.insert(input.end(), bytes.begin(), bytes.end());
    }
    card::BufferConfig storage;
    storage.page_bytes = kTileBytes;
    storage.bytes = input.size();
    card::Buffer in(card, storage);
    storage.bytes = uint64_t(run.out_tiles) * kTileBytes;
    card::Buffer out(card, storage);
    in.write(input);

    TestProgram program;
    program.era = run.era;
    for (const auto& [index, pages] : run.cbs) program.cb(index, pages);
    auto& reader = program.reader(R"(
#include "api/dataflow/dataflow_api.h"
void kernel_main() {
    const InterleavedAddrGenFast<true> in = {.bank_base_address = get_arg_val<uint32_t>(0),
                                             .page_size = 2048, .data_format = DataFormat::Float16_b};
    for (uint32_t feed = 0; feed < get_arg_val<uint32_t>(1); ++feed) {
        const uint32_t cb = get_arg_val<uint32_t>(2 + feed * 3), first = get_arg_val<uint32_t>(3 + feed * 3);
        for (uint32_t i = 0; i < get_arg_val<uint32_t>(4 + feed * 3); ++i) {
            cb_reserve_back(cb, 1);
            noc_async_read_tile(first + i, in, get_write_ptr(cb));
            noc_async_read_barrier();
            cb_push_back(cb, 1);
        }
    }
}
)");
    reader.runtime_args[{0, 0}] = {static_cast<uint32_t>(in.address()), static_cast<uint32_t>(run.feeds.size())};
    auto& words = reader.runtime_args[{0, 0}];
    words.insert(words.end(), reader_args.begin(), reader_args.end());
    program.compute(compute_text(run), kCore00, run.config);
    auto& writer = program.writer(R"(
#include "api/dataflow/dataflow_api.h"
void kernel_main() {
    const InterleavedAddrGenFast<true> out = {.bank_base_address = get_arg_val<uint32_t>(0),
                                             .page_size = 2048, .data_format = DataFormat::Float16_b};
    const uint32_t cb = get_arg_val<uint32_t>(1);
    for (uint32_t i = 0; i < get_arg_val<uint32_t>(2); ++i) {
        cb_wait_front(cb, 1);
        noc_async_write_tile(i, out, get_read_ptr(cb));
        noc_async_write_barrier();
        cb_pop_front(cb, 1);
    }
}
)");
    writer.runtime_args[{0, 0}] = {static_cast<uint32_t>(out.address()), run.out_cb, run.out_tiles};

    std::vector<uint8_t> first, result(uint64_t(run.out_tiles) * kTileBytes);
    for (const auto& options : {fast(), strict()}) {
        out.write(std::vector<uint8_t>(result.size(), 0xEE));
        try {
            const engine::RunResult ended = engine::run(*card, program, options);
            for (const Finding& finding : ended.findings) ADD_FAILURE() << finding.to_text();
        } catch (const Error& error) {
            ADD_FAILURE() << (options.mode == engine::Mode::Fast ? "fast: " : "strict: ") << error.what();
            return std::vector<Tile>(run.out_tiles, constant(-1));
        }
        for (const auto& [cb, pages] : run.ledger) {
            const TwCbShared& shared = card->core({0, 0}).cbs[cb];
            EXPECT_EQ(shared.pushed, pages.first) << "pushed to c_" << cb;
            EXPECT_EQ(shared.popped, pages.second) << "popped from c_" << cb;
        }
        out.read(result);
        if (first.empty()) first = result;
        EXPECT_EQ(result, first) << "the two modes differ";
    }
    return to_tiles(result, run.out_layout, run.out_width);
}

// Compares all of a tile, or only what a reduce leaves: column 0, row 0 or the first element.
enum class Part { All, Column, Row, Element };
inline void expect_tile(const Tile& got, const std::function<float(uint32_t, uint32_t)>& rule, Part part = Part::All,
                        float tolerance = 0) {
    const uint32_t rows = part == Part::Row || part == Part::Element ? 1 : 32;
    const uint32_t columns = part == Part::Column || part == Part::Element ? 1 : 32;
    for (uint32_t r = 0; r < rows; ++r) {
        for (uint32_t c = 0; c < columns; ++c)
            ASSERT_NEAR(got[r * 32 + c], rule(r, c), tolerance) << "row " << r << ", column " << c;
    }
}

}  // namespace tilewright::testing
