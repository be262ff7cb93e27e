// Card arithmetic against the golden vectors: every case, every byte, on the scalar definition and on every vector
// target of this processor.
#include <gtest/gtest.h>

#include <cstring>

#include "golden.hpp"
#include "tile/formats/layout.hpp"
#include "tile/fpu/math.hpp"
#include "tile/fpu/tables.hpp"

namespace tilewright::tile::test {
namespace {

using Words = std::vector<uint32_t>;
using Bytes = std::vector<uint8_t>;

// One case on one table: unpack, the operation, pack; intermediate results go through L1 as the kernels' do.
class Runner {
public:
    Runner(const TileMath& math, const GoldenCase& one) : math_(math), case_(one) {
        config_.dst_fp32 = one.dst == "fp32";
        config_.fidelity = one.fidelity == "LoFi"    ? Fidelity::LoFi
                           : one.fidelity == "HiFi2" ? Fidelity::HiFi2
                           : one.fidelity == "HiFi3" ? Fidelity::HiFi3
                                                     : Fidelity::HiFi4;
        config_.generation = one.llk == "apr" ? LlkGeneration::Apr2026 : LlkGeneration::Aug2026;
    }

    // Empty when all outputs match; otherwise the first difference.
    std::string run() {
        if (case_.op == "copy" || case_.op == "transpose")
            unary();
        else if (case_.op == "reduce")
            reduction();
        else if (case_.op == "matmul")
            matrix_product();
        else if (case_.op == "tilize")
            expect("out", tilize(tensor("in0")));
        else if (case_.op == "pack_untilize")
            expect("out", untilize(l1_tiles("in0"), case_.in_format));
        else if (case_.op == "chain")
            chain();
        else if (!case_.dest_reuse.empty())
            reuse();
        else
            binary();
        return difference_;
    }

private:
    const GoldenTensor& tensor(const std::string& role) const { return case_.tensors.at(role); }
    const uint8_t* tile(const GoldenTensor& t, uint32_t index) const {
        return golden().tiles.data() + t.offsets.at(index);
    }

    // The register format the host software chooses for an L1 format.
    DataFormat reg(DataFormat l1) const {
        if (l1 != DataFormat::Float32) return l1;
        return config_.dst_fp32 ? DataFormat::Tf32 : DataFormat::Float16_b;
    }
    PackConfig pack_config(PackConfig::Mask mask = PackConfig::Mask::None) const {
        PackConfig pack;
        pack.destination = case_.out_format;
        pack.source =
            case_.out_format == DataFormat::Float32 && !config_.dst_fp32 ? DataFormat::Float16_b : case_.out_format;
        pack.dst_fp32 = config_.dst_fp32;
        pack.mask = mask;
        return pack;
    }

    Bytes l1_tiles(const std::string& role) const {
        const GoldenTensor& t = tensor(role);
        Bytes all;
        for (uint32_t i = 0; i < t.tiles; ++i) all.insert(all.end(), tile(t, i), tile(t, i) + tile_bytes(t.format));
        return all;
    }
    Words unpacked(DataFormat format, const uint8_t* l1) const {
        Words words(kTileWords);
        math_.unpack(format, reg(format), l1, words.data());
        return words;
    }
    Words unpacked(const std::string& role, uint32_t index) const {
        return unpacked(tensor(role).format, tile(tensor(role), index));
    }
    Bytes packed(const Words& dst, PackConfig::Mask mask = PackConfig::Mask::None) const {
        Bytes bytes(tile_bytes(case_.out_format));
        math_.pack(pack_config(mask), dst.data(), bytes.data());
        return bytes;
    }
    void expect(const std::string& role, const Bytes& got, uint32_t first_tile = 0) {
        const GoldenTensor& t = tensor(role);
        const uint32_t chunk = t.offsets.size() == 1 ? static_cast<uint32_t>(got.size()) : tile_bytes(t.format);
        for (uint32_t i = 0; i * chunk < got.size(); ++i) {
            const uint8_t* want = tile(t, first_tile + i);
            for (uint32_t b = 0; b < chunk && difference_.empty(); ++b)
                if (got[i * chunk + b] != want[b])
                    difference_ = case_.id + ": " + role + " tile " + std::to_string(first_tile + i) + " byte " +
                                  std::to_string(b) + " is " + std::to_string(got[i * chunk + b]) + ", not " +
                                  std::to_string(want[b]);
        }
    }
    // bf16 operands stay in their L1 form, to cover that way in too.
    Operand operand(const std::string& role, uint32_t index, Words& storage) const {
        const GoldenTensor& t = tensor(role);
        if (t.format == DataFormat::Float16_b) return {tile(t, index), true};
        storage = unpacked(role, index);
        return {storage.data(), false};
    }
    void set_sources(DataFormat a, DataFormat b) {
        config_.src_a = reg(a);
        config_.src_b = reg(b);
    }

    void unary() {
        set_sources(case_.in_format, case_.in_format);
        for (uint32_t i = 0; i < tensor("in0").tiles; ++i) {
            Words source = unpacked("in0", i), dst(kTileWords);
            if (case_.op == "transpose") math_.transpose_faces(source.data(), true, true);
            math_.copy(config_, Broadcast::None, {source.data(), false}, dst.data());
            expect("out", packed(dst), i);
        }
    }

    static EltwiseOp eltwise_op(const std::string& op) {
        return op == "ADD" ? EltwiseOp::Add : op == "SUB" ? EltwiseOp::Sub : EltwiseOp::Mul;
    }
    void binary() {
        set_sources(case_.in_format, case_.in_format);
        const Broadcast broadcast = case_.broadcast == "COL"      ? Broadcast::Col
                                    : case_.broadcast == "ROW"    ? Broadcast::Row
                                    : case_.broadcast == "SCALAR" ? Broadcast::Scalar
                                                                  : Broadcast::None;
        for (uint32_t i = 0; i < tensor("in0").tiles; ++i) {
            Words left, right, dst(kTileWords, 0xDEADBEEF);
            math_.eltwise(config_, eltwise_op(case_.op), broadcast, false, 0, operand("in0", i, left),
                          operand("in1", i, right), true, dst.data());
            expect("out", packed(dst), i);
        }
    }
    void reuse() {
        set_sources(case_.in_format, case_.in_format);
        for (uint32_t i = 0; i < tensor("dst0").tiles; ++i) {
            Words dst(kTileWords), moved(kTileWords), storage;
            math_.copy(config_, Broadcast::None, operand("dst0", i, storage), dst.data());
            math_.dst_to_src(reg(case_.in_format), config_.dst_fp32, dst.data(), moved.data());
            Words other_storage;
            Operand a{moved.data(), false}, b = operand("in1", i, other_storage);
            if (case_.dest_reuse == "DEST_TO_SRCB") std::swap(a, b);
            math_.eltwise(config_, eltwise_op(case_.op), Broadcast::None, false, 0, a, b, true, dst.data());
            expect("out", packed(dst), i);
        }
    }

    static PackConfig::Mask mask_of(ReduceDim dim) {
        return dim == ReduceDim::Row   ? PackConfig::Mask::Column0
               : dim == ReduceDim::Col ? PackConfig::Mask::Row0
                                       : PackConfig::Mask::Element00;
    }
    // k data tiles of one L1 format with the case's scaler.
    Bytes reduced(Pool pool, ReduceDim dim, DataFormat format, const std::vector<const uint8_t*>& data) {
        const bool scaler_first =
            dim == ReduceDim::Row && pool != Pool::Max && config_.generation == LlkGeneration::Aug2026;
        const DataFormat scaler_format = tensor("scaler").format;
        if (scaler_first)
            set_sources(scaler_format, format);
        else
            set_sources(format, scaler_format);
        Words scaler_storage, dst(kTileWords, 0xDEADBEEF);
        const Operand scaler = operand("scaler", 0, scaler_storage);
        for (size_t i = 0; i < data.size(); ++i) {
            const Words words = unpacked(format, data[i]);
            math_.reduce(config_, pool, dim, {words.data(), false}, scaler, i == 0, dst.data());
        }
        return packed(dst, mask_of(dim));
    }
    void reduction() {
        const Pool pool = case_.pool == "MAX" ? Pool::Max : case_.pool == "AVG" ? Pool::Avg : Pool::Sum;
        const ReduceDim dim = case_.dim == "ROW"   ? ReduceDim::Row
                              : case_.dim == "COL" ? ReduceDim::Col
                                                   : ReduceDim::Scalar;
        const GoldenTensor& in = tensor("in0");
        for (uint32_t first = 0; first < in.tiles; first += case_.k) {
            std::vector<const uint8_t*> data;
            for (uint32_t i = 0; i < case_.k; ++i) data.push_back(tile(in, first + i));
            expect("out", reduced(pool, dim, in.format, data), first / case_.k);
        }
    }
    void matrix_product() {
        set_sources(tensor("in1").format, tensor("in0").format);
        for (uint32_t first = 0; first < tensor("in0").tiles; first += case_.k) {
            Words dst(kTileWords, 0xDEADBEEF);
            for (uint32_t i = 0; i < case_.k; ++i) {
                Words left, right;
                math_.matmul(config_, operand("in0", first + i, left), operand("in1", first + i, right), i == 0,
                             dst.data());
            }
            expect("out", packed(dst), first / case_.k);
        }
    }

    Bytes tilize(const GoldenTensor& sticks) {
        set_sources(sticks.format, sticks.format);
        const uint32_t size = datum_bytes(sticks.format), stride = sticks.tiles * 32 * size;
        Bytes all;
        for (uint32_t i = 0; i < sticks.tiles; ++i) {
            Words source(kTileWords), dst(kTileWords);
            math_.unpack_tilize(sticks.format, reg(sticks.format), tile(sticks, 0) + i * 32 * size, stride,
                                source.data());
            math_.copy(config_, Broadcast::None, {source.data(), false}, dst.data());
            const Bytes one = packed(dst);
            all.insert(all.end(), one.begin(), one.end());
        }
        return all;
    }
    Bytes untilize(const Bytes& tiles, DataFormat format) {
        set_sources(format, format);
        const uint32_t bytes = tile_bytes(format), count = static_cast<uint32_t>(tiles.size()) / bytes;
        const uint32_t size = datum_bytes(case_.out_format);
        Bytes rows(count * tile_bytes(case_.out_format));
        for (uint32_t i = 0; i < count; ++i) {
            const Words source = unpacked(format, tiles.data() + i * bytes);
            Words dst(kTileWords);
            math_.copy(config_, Broadcast::None, {source.data(), false}, dst.data());
            math_.pack_untilize(pack_config(), dst.data(), rows.data() + i * 32 * size, count * 32 * size, 32);
        }
        return rows;
    }
    Bytes each_tile(EltwiseOp op, Broadcast broadcast, const Bytes& left, const Bytes& right) {
        const DataFormat format = case_.out_format;
        const uint32_t bytes = tile_bytes(format);
        set_sources(format, format);
        Bytes all;
        for (uint32_t at = 0; at < left.size(); at += bytes) {
            const Words a = unpacked(format, left.data() + at);
            const Words b = unpacked(format, right.data() + (right.size() == bytes ? 0 : at));
            Words dst(kTileWords, 0xDEADBEEF);
            math_.eltwise(config_, op, broadcast, false, 0, {a.data(), false}, {b.data(), false}, true, dst.data());
            const Bytes one = packed(dst);
            all.insert(all.end(), one.begin(), one.end());
        }
        return all;
    }
    Bytes row_sum(const Bytes& tiles) {
        std::vector<const uint8_t*> data;
        for (uint32_t at = 0; at < tiles.size(); at += tile_bytes(case_.out_format)) data.push_back(tiles.data() + at);
        return reduced(Pool::Sum, ReduceDim::Row, case_.out_format, data);
    }
    void chain() {
        const Bytes tilized = tilize(tensor("in_sticks"));
        expect("tilized", tilized);
        const Bytes mean = row_sum(tilized);
        expect("mean", mean);
        const Bytes centered = each_tile(EltwiseOp::Sub, Broadcast::Col, tilized, mean);
        expect("centered", centered);
        expect("out_sticks", untilize(centered, case_.out_format));
        const Bytes squared = each_tile(EltwiseOp::Mul, Broadcast::None, centered, centered);
        expect("squared", squared);
        expect("variance", row_sum(squared));
    }

    const TileMath& math_;
    const GoldenCase& case_;
    MathConfig config_;
    std::string difference_;
};

void run_all(const TileMath& math) {
    std::map<std::string, int> failed;
    int shown = 0;
    for (const GoldenCase& one : golden().cases) {
        const std::string difference = Runner(math, one).run();
        if (difference.empty()) continue;
        ++failed[one.op];
        if (shown++ < 20) ADD_FAILURE() << difference;
    }
    for (const auto& [op, count] : failed) ADD_FAILURE() << op << ": " << count << " cases differ";
}

TEST(Golden, AllCasesArePresent) { EXPECT_EQ(golden().cases.size(), 2840u); }

TEST(Golden, ScalarDefinition) { run_all(tile_math(Numerics::Card, false)); }

TEST(Golden, EveryVectorTarget) {
    for (const SimdTarget& target : simd_targets()) {
        SCOPED_TRACE(target.name);
        run_all(target.card_table);
    }
}

}  // namespace
}  // namespace tilewright::tile::test
