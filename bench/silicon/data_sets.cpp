// Programs about DRAM and the networks: copies, element-wise work on tiles in DRAM, reads and writes by size and place.
#include <algorithm>

#include "silicon/program.hpp"
#include "silicon/sets.hpp"

namespace tilewright::silicon {

namespace {

std::vector<LogicalCore> cores_of(const Row& row, const card::Card& card, const std::string& placement = "row") {
    return place(placement_of(placement), row.number("cores", 1), card.grid_x(), card.grid_y());
}

}  // namespace

program::ProgramDescriptor copy_dram(const Row& row, const card::Card& card, uint32_t repeats) {
    const uint32_t tiles = row.number("tiles"), block = row.number("block");
    Builder builder("copy_dram", cores_of(row, card, row.word("placement")));
    const auto count = static_cast<uint32_t>(builder.cores().size());
    const auto part = [=](uint32_t tensor) {
        return [=](uint32_t core) {
            const Share share = share_of(tiles, count, core);
            return Args{tensor, share.first, share.count};
        };
    };
    const int noc = static_cast<int>(row.number("noc", 0));
    return builder.cb(0, 2 * block)
        .moves("pages_in", kReader, Args{kTileBytes, block, 1, repeats} + dram_tensor(kTileBytes), part(kFirstTensor),
               noc)
        .moves("pages_out", kWriter, Args{kTileBytes, block, 1, repeats, 0} + dram_tensor(kTileBytes),
               part(kSecondTensor), 1 - noc)
        .take();
}

program::ProgramDescriptor traffic_by_place(const Row& row, const card::Card& card, uint32_t repeats) {
    const uint32_t tiles = row.number("tiles"), block = row.number("block");
    Builder builder("traffic_by_place", cores_of(row, card, row.word("placement")));
    const auto count = static_cast<uint32_t>(builder.cores().size());
    const auto part = [=](uint32_t core) {
        const Share share = share_of(tiles, count, core);
        return Args{kFirstTensor, share.first, share.count};
    };
    const int noc = static_cast<int>(row.number("noc"));
    builder.cb(0, block);
    if (row.is("what", "read"))
        builder.moves("pages_in", kReader, Args{kTileBytes, block, 0, repeats} + dram_tensor(kTileBytes), part, noc);
    else
        builder.moves("pages_out", kWriter, Args{kTileBytes, block, 0, repeats, 0} + dram_tensor(kTileBytes), part,
                      noc);
    return builder.take();
}

program::ProgramDescriptor relu_dram(const Row& row, const card::Card& card, uint32_t) {
    constexpr uint32_t kBlock = 8;
    const uint32_t height = row.number("height") / 32, width = row.number("width") / 32;
    const bool by_height = row.is("cut", "height");
    const uint32_t count = std::min(by_height ? height : width, card.grid_x() * card.grid_y());
    Builder builder("relu_dram", place(Placement::Rows, count, card.grid_x(), card.grid_y()));
    const auto rectangle = [=](uint32_t core) {
        const Share share = share_of(by_height ? height : width, count, core);
        return by_height ? Args{share.first, share.count, 0, width} : Args{0, height, share.first, share.count};
    };
    const auto with = [=](uint32_t tensor) {
        return [=](uint32_t core) { return Args{tensor} + rectangle(core) + Args{width}; };
    };
    return builder.cb(0, 2 * kBlock)
        .cb(16, 2 * kBlock)
        .moves("part_in", kReader, Args{kBlock} + dram_tensor(kTileBytes), with(kFirstTensor))
        .moves("part_out", kWriter, Args{kBlock} + dram_tensor(kTileBytes), with(kSecondTensor))
        .computes("relu", {},
                  [=](uint32_t core) {
                      const Args part = rectangle(core);
                      return Args{part[1] * part[3]};
                  })
        .take();
}

program::ProgramDescriptor gather_l1(const Row& row, const card::Card& card, uint32_t) {
    constexpr uint32_t kCores = 8, kTilesOfCore = 8, kPart = 4, kBlocks = 8, kSource = 0x80000;
    const uint32_t bytes = row.number("bytes");
    const bool split = row.is("processors", "2");
    Builder builder("gather_l1", {{0, 1}});  // below the row of those it reads from
    Args places;
    for (const bool is_y : {false, true}) {
        for (const LogicalCore core : place(Placement::Rows, kCores, card.grid_x(), card.grid_y())) {
            const auto at = card.virtual_core(core);
            places.push_back(is_y ? at.y : at.x);
        }
    }
    const Args sizes = {kCores, kTilesOfCore, kPart, kBlocks, bytes};
    return builder.cb(0, 2 * kPart)
        .cb(1, 2 * kPart)
        .moves("collect", kReader, sizes + Args{split ? 1u : 2u}, [=](uint32_t) { return Args{kSource} + places; })
        .moves("collect_out", kWriter, sizes + Args{split ? 1u : 0u} + dram_tensor(kTileBytes),
               [=](uint32_t) { return Args{kSource, kFirstTensor} + places; })
        .take();
}

program::ProgramDescriptor ring_writes(const Row& row, const card::Card& card, uint32_t) {
    constexpr uint32_t kCores = 8, kPages = 32, kFrom = 0x40000, kTo = 0x80000;
    const uint32_t bytes = row.number("bytes");
    const uint32_t size = row.is("size", "call") ? 1 : row.is("size", "argument") ? 2 : 0;
    Builder builder("ring_writes", place(Placement::Rows, kCores, card.grid_x(), card.grid_y()));
    const std::vector<LogicalCore> cores = builder.cores();
    const auto targets = [=, &card](uint32_t core) {
        Args args = {kFrom, kTo, bytes};
        for (uint32_t step = 1; step <= kCores; ++step) {
            const auto at = card.virtual_core(cores[(core + step) % kCores]);
            args.push_back(at.x);
            args.push_back(at.y);
        }
        return args;
    };
    return builder.moves("ring", kWriter, {bytes, kPages, row.is("to", "all") ? kCores : 1, size}, targets).take();
}

program::ProgramDescriptor two_operands(const Row& row, const card::Card&, uint32_t) {
    constexpr uint32_t kTiles = 128;
    const uint32_t block = row.number("block"), piece = row.number("bytes", kTileBytes);
    const bool one = row.is("readers", "1"), helper = row.is("readers", "helper");
    const Args layout = dram_tensor(kTileBytes);
    Builder builder("two_operands", {{0, 0}});
    builder.cb(0, 2 * block).cb(1, 2 * block).cb(16, kTiles).semaphore(0).semaphore(1);
    builder.moves("operands_in", kReader, Args{block, piece, one, helper} + layout,
                  [](uint32_t) { return Args{kFirstTensor, kSecondTensor, 0, kTiles}; });
    if (!one)
        builder.moves("second_in", kWriter, Args{block, piece, !helper} + layout,
                      [](uint32_t) { return Args{kSecondTensor, 0, kTiles}; });
    const uint32_t what = row.is("math", "multiply") ? 2 : 0;
    return builder.computes("two_tiles", {std::min(block, 8u), what}, [](uint32_t) { return Args{kTiles}; }).take();
}

program::ProgramDescriptor add_dram(const Row& row, const card::Card& card, uint32_t) {
    const uint32_t tiles = row.number("tiles"), block = row.number("block");
    Builder builder("add_dram", cores_of(row, card));
    const auto count = static_cast<uint32_t>(builder.cores().size());
    const auto share = [=](uint32_t core) { return share_of(tiles, count, core); };
    return builder.cb(0, 2 * block)
        .cb(1, 2 * block)
        .cb(16, 2 * block)
        .semaphore(0)
        .semaphore(1)
        .moves("operands_in", kReader, Args{block, kTileBytes, 1, 0} + dram_tensor(kTileBytes),
               [=](uint32_t core) { return Args{kFirstTensor, kSecondTensor, share(core).first, share(core).count}; })
        .moves("pages_out", kWriter, Args{kTileBytes, block, 1, 1, 16} + dram_tensor(kTileBytes),
               [=](uint32_t core) { return Args{kThirdTensor, share(core).first, share(core).count}; })
        .computes("two_tiles", {block, 1}, [=](uint32_t core) { return Args{share(core).count}; })
        .take();
}

program::ProgramDescriptor tilize_dram(const Row& row, const card::Card& card, uint32_t) {
    const uint32_t height = row.number("height") / 32, width = row.number("width") / 32;
    uint32_t chunk = std::min(8u, width);
    while (width % chunk != 0) --chunk;
    const uint32_t chunks = width / chunk, all = height * chunks;
    // Whole tile-rows to a core where there are enough of them; else chunks.
    const uint32_t grid = card.grid_x() * card.grid_y();
    const bool by_rows = row.is("cut", "rows");
    const uint32_t units = by_rows ? height : all, size = by_rows ? chunks : 1;
    const uint32_t count = row.number("cores", std::min(units, grid));
    Builder builder("tilize_dram", place(Placement::Rows, count, card.grid_x(), card.grid_y()));
    const auto share = [=](uint32_t core) {
        const Share part = share_of(units, count, core);
        return Share{part.first * size, part.count * size};
    };
    return builder.cb(0, 2 * chunk)
        .cb(16, 2 * chunk)
        .moves("sticks_in", kReader, Args{chunk, chunks} + dram_tensor(width * 64),
               [=](uint32_t core) { return Args{kFirstTensor, share(core).first, share(core).count}; })
        .moves("pages_out", kWriter, Args{kTileBytes, chunk, 1, 1, 16} + dram_tensor(kTileBytes),
               [=](uint32_t core) { return Args{kSecondTensor, share(core).first * chunk, share(core).count * chunk}; })
        .computes("tilize_chunks", {chunk}, [=](uint32_t core) { return Args{share(core).count}; })
        .take();
}

}  // namespace tilewright::silicon
