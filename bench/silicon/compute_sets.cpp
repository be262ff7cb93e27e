// Programs about the compute side: what lies in L1 of one core, and matmul and rms_norm over DRAM.
#include <bit>

#include "silicon/program.hpp"
#include "silicon/sets.hpp"

namespace tilewright::silicon {

namespace {

constexpr uint32_t kFloatTileBytes = 4096;

tile::Fidelity fidelity_of(const Row& row) {
    const std::string& word = row.words.contains("fidelity") ? row.word("fidelity") : "HiFi4";
    if (word == "LoFi") return tile::Fidelity::LoFi;
    if (word == "HiFi2") return tile::Fidelity::HiFi2;
    if (word == "HiFi3") return tile::Fidelity::HiFi3;
    return tile::Fidelity::HiFi4;
}

program::ComputeConfig config_of(const Row& row, bool wide_dst = false) {
    program::ComputeConfig config;
    config.fidelity = fidelity_of(row);
    config.fp32_dest_acc_en = wide_dst;
    return config;
}

}  // namespace

program::ProgramDescriptor tilize_l1(const Row& row, const card::Card& card, uint32_t repeats) {
    const uint32_t width = row.number("width") / 32, tiles = row.number("tiles"), height = tiles / width;
    const bool alone = row.is("kernels", "1");
    Builder builder("tilize_l1", place(Placement::Rows, row.number("cores"), card.grid_x(), card.grid_y()));
    builder.cb(0, tiles).cb(16, tiles);
    if (!alone)
        builder.moves("announce", kReader, {0, tiles, repeats, 0}, {})
            .moves("announce", kWriter, {16, tiles, repeats, 1}, {});
    return builder.computes("tilize_here", {width, height, repeats, alone}).take();
}

program::ProgramDescriptor reduce_l1(const Row& row, const card::Card&, uint32_t repeats) {
    const uint32_t height = row.number("height"), width = row.number("width"), tiles = height * width;
    const std::string& along = row.word("along");
    const uint32_t dim = along == "row" ? 0 : along == "column" ? 1 : 2;  // ckernel::ReduceDim
    const uint32_t results = dim == 0 ? height : dim == 1 ? width : 1;
    const uint32_t elements = dim == 0 ? width * 32 : dim == 1 ? height * 32 : tiles * 1024;
    Builder builder("reduce_l1", {{0, 0}});
    builder.cb(0, tiles).cb(16, results, kFloatTileBytes, tile::DataFormat::Float32);
    if (row.is("by", "hand"))
        return builder
            .computes("sum_here", {tiles, dim, repeats, std::bit_cast<uint32_t>(1.0F / static_cast<float>(elements))},
                      {}, config_of(row, true))
            .take();
    const bool adding = row.is("by", "adding");
    return builder.cb(1, 1, kFloatTileBytes, tile::DataFormat::Float32)
        .moves("scaler", kReader, {dim, elements}, {})
        .computes("reduce_here", {height, width, dim, repeats, results, elements, adding}, {}, config_of(row, true))
        .take();
}

program::ProgramDescriptor chains(const Row& row, const card::Card&, uint32_t repeats) {
    const uint32_t tiles = row.number("tiles"), block = row.number("block", 1);
    const std::string& how = row.word("how");
    Builder builder("chains", {{0, 0}});
    builder.cb(0, tiles);
    if (row.is("what", "row_sum")) {
        return builder.cb(1, 2)
            .cb(16, 1)
            .moves("scaler", kReader, {0, 0}, {})
            .computes("chain_here", {tiles, 1, repeats, 0})
            .define("ROW_SUM", "1")
            .take();
    }
    builder.cb(1, tiles).cb(16, tiles).cb(3, tiles).cb(4, tiles);
    const bool add_exp = row.is("what", "add_exp");
    const uint32_t way = add_exp ? (how == "steps" ? 1 : 0) : how == "fpu" ? 0 : how == "sfpu" ? 1 : 2;
    builder.computes("chain_here", {tiles, block, repeats, way});
    if (add_exp) builder.define("ADD_EXP", "1");
    return builder.take();
}

program::ProgramDescriptor blocks_chain(const Row& row, const card::Card&, uint32_t repeats) {
    constexpr uint32_t kRows = 8, kInner = 4, kWidth = 4;
    const uint32_t block = row.number("rows");
    return Builder("blocks_chain", {{0, 0}})
        .cb(0, kRows * kInner)
        .cb(1, kRows * kInner)
        .cb(2, kInner * kWidth)
        .cb(3, block * kInner)
        .cb(4, block * kInner)
        .cb(5, block * kInner)
        .cb(6, block * kWidth)
        .cb(16, kRows * kWidth)
        .computes("blocks_here", {block, kRows / block, kInner, kWidth, repeats, row.number("formats")}, {},
                  config_of(row, true))
        .take();
}

program::ProgramDescriptor matmul_subblocks(const Row& row, const card::Card&, uint32_t repeats) {
    constexpr uint32_t kRows = 16, kColumns = 16;
    return Builder("matmul_subblocks", {{0, 0}})
        .cb(0, kRows)
        .cb(1, kColumns)
        .cb(16, kRows * kColumns)
        .computes("matmul_here", {kRows, kColumns, row.number("high"), row.number("wide"), repeats}, {}, config_of(row))
        .take();
}

program::ProgramDescriptor matmul_dram(const Row& row, const card::Card& card, uint32_t) {
    const uint32_t rows = row.number("rows", 1), inner = row.number("inner"), columns = row.number("columns");
    const uint32_t blocks = row.number("height") / rows, count = row.number("cores");
    Builder builder("matmul_dram", place(Placement::Rows, count, card.grid_x(), card.grid_y()));
    const auto share = [=](uint32_t core) { return share_of(blocks, count, core); };
    return builder.cb(0, 2 * rows * inner)
        .cb(1, 2 * inner)
        .cb(16, 2 * rows)
        .moves("matmul_in", kReader, Args{rows, inner, columns} + dram_tensor(kTileBytes),
               [=](uint32_t core) { return Args{kFirstTensor, kSecondTensor, share(core).first, share(core).count}; })
        .moves("matmul_out", kWriter, Args{rows, columns} + dram_tensor(kTileBytes),
               [=](uint32_t core) { return Args{kThirdTensor, share(core).first, share(core).count}; })
        .computes(
            "matmul_rows", {rows, inner, columns}, [=](uint32_t core) { return Args{share(core).count}; },
            config_of(row))
        .take();
}

program::ProgramDescriptor rms_norm(const Row& row, const card::Card& card, uint32_t) {
    const uint32_t height = row.number("height") / 32, width = row.number("width") / 32;
    const bool gamma = row.is("gamma", "1"), wide = row.is("dtype", "float32");
    const uint32_t bytes = wide ? kFloatTileBytes : kTileBytes;
    const auto format = wide ? tile::DataFormat::Float32 : tile::DataFormat::Float16_b;
    const uint32_t count = std::min(height, card.grid_x() * card.grid_y());
    Builder builder("rms_norm", place(Placement::Rows, count, card.grid_x(), card.grid_y()));
    const auto share = [=](uint32_t core) { return share_of(height, count, core); };
    builder.cb(0, width, bytes, format).cb(2, 1, bytes, format).cb(16, 2, bytes, format).cb(24, width, bytes, format);
    builder.cb(25, 2, bytes, format).cb(26, 2, bytes, format);
    const uint32_t chunk = std::min(width, wide ? 4u : 8u);
    if (gamma) builder.cb(1, width, bytes, format).cb(3, 2 * chunk, bytes, format).cb(27, chunk, bytes, format);
    const float per_element = 1.0F / static_cast<float>(width * 32);
    return builder
        .moves("rms_norm_in", kReader, Args{width, gamma, chunk} + dram_tensor(bytes) + dram_tensor(width * bytes / 32),
               [=](uint32_t core) { return Args{kFirstTensor, kSecondTensor, share(core).first, share(core).count}; })
        .moves("pages_out", kWriter, Args{bytes, 1, 1, 1, 16} + dram_tensor(bytes),
               [=](uint32_t core) { return Args{kThirdTensor, share(core).first * width, share(core).count * width}; })
        .computes(
            "rms_norm", {width, gamma, std::bit_cast<uint32_t>(per_element), std::bit_cast<uint32_t>(1e-6F), chunk},
            [=](uint32_t core) { return Args{share(core).count}; }, config_of(row, wide))
        .take();
}

}  // namespace tilewright::silicon
