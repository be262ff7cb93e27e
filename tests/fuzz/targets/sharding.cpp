// Buffers: interleaved and sharded, of any sizes. A buffer that is made holds what is written to it, and its pages do
// not share a byte.
#include <set>

#include "card/buffer.hpp"
#include "fuzz/target.hpp"
#include "ttnn/tensor/tensor_spec.hpp"

namespace tilewright::fuzz::sharding {

constexpr uint64_t kMostBytes = 1 << 16;

static void buffers(Bytes& bytes, const std::shared_ptr<card::Card>& card) {
    card::BufferConfig config;
    config.page_bytes = bytes.number();
    const uint64_t pages = bytes.number();
    config.bytes = bytes.below(8) == 0 ? pages : pages * config.page_bytes;
    config.memory = bytes.coin() ? card::MemoryType::Dram : card::MemoryType::L1;
    if (bytes.below(8) == 0) config.address = uint64_t{bytes.word()} << 32 | bytes.number();
    if (bytes.below(4) == 0) config.bottom_up = bytes.coin();
    if (bytes.coin()) {
        card::Sharding shards;
        for (uint32_t left = bytes.below(4); left > 0; --left) shards.tensor_shape_pages.push_back(bytes.number());
        for (uint32_t left = bytes.below(4); left > 0; --left) shards.shard_shape_pages.push_back(bytes.number());
        if (bytes.below(4) == 0) shards.shard_shape_pages.resize(shards.tensor_shape_pages.size());
        for (uint32_t left = bytes.below(5); left > 0; --left) {
            if (config.memory == card::MemoryType::L1 || bytes.below(8) == 0) {
                shards.cores.push_back({bytes.below(9), bytes.below(9)});
            } else {
                shards.dram_banks.push_back(bytes.below(14));
            }
        }
        shards.contiguous = bytes.coin();
        config.sharding = shards;
    }
    card::Buffer buffer(card, config);
    if (buffer.bytes() > kMostBytes || buffer.num_pages() > kMostBytes) return;
    std::vector<uint8_t> data(buffer.bytes()), back(buffer.bytes());
    for (uint8_t& byte : data) byte = bytes.byte();
    std::set<const uint8_t*> places;
    for (uint64_t page = 0; page < buffer.num_pages(); ++page) {
        const card::PageLocation at = buffer.page(page);
        require(places.insert(at.host).second, "two pages in one place");
        require(at.address >= buffer.address() &&
                    at.address + buffer.page_bytes() <= buffer.address() + buffer.bytes_per_bank(),
                "a page outside its buffer");
    }
    buffer.write(data);
    buffer.read(back);
    require(data == back, "the buffer holds something else");
}

static void specs(Bytes& bytes) {
    using namespace tt::tt_metal;
    const auto extents = [&](uint32_t most) {
        ttsl::SmallVector<uint32_t> made;
        for (uint32_t left = bytes.below(most + 1); left > 0; --left) made.push_back(bytes.number());
        return Shape(made);
    };
    const CoreCoord from(bytes.below(9), bytes.below(9)), to(from.x + bytes.below(9), from.y + bytes.below(9));
    const CoreRangeSet grid{tt::tt_metal::CoreRange(from, to)};
    const auto orientation = bytes.coin() ? ShardOrientation::ROW_MAJOR : ShardOrientation::COL_MAJOR;
    static constexpr TensorMemoryLayout kLayouts[] = {
        TensorMemoryLayout::INTERLEAVED, TensorMemoryLayout::HEIGHT_SHARDED, TensorMemoryLayout::WIDTH_SHARDED,
        TensorMemoryLayout::BLOCK_SHARDED, TensorMemoryLayout::ND_SHARDED};
    const BufferType memory = bytes.coin() ? BufferType::L1 : BufferType::DRAM;
    MemoryConfig config(memory);
    if (bytes.coin()) {
        std::optional<ShardSpec> shards;
        if (bytes.below(8) != 0) shards = ShardSpec(grid, {bytes.number(), bytes.number()}, orientation);
        config = MemoryConfig(kLayouts[bytes.below(5)], memory, shards);
    } else {
        config = MemoryConfig(
            memory, NdShardSpec{extents(4), grid, orientation, static_cast<ShardDistributionStrategy>(bytes.below(3))});
    }
    const TensorLayout layout(static_cast<DataType>(bytes.below(8)),
                              PageConfig(bytes.coin() ? Layout::TILE : Layout::ROW_MAJOR), config);
    const TensorSpec spec(extents(5), layout);
    if (spec.physical_shape().height() > 4096 || spec.physical_shape().width() > 4096) return;
    spec.compute_packed_buffer_size_bytes();
    spec.compute_page_size_bytes();
    spec.compute_buffer_sharding_args();
}

}  // namespace tilewright::fuzz::sharding

FUZZ_TARGET(sharding) {
    static const auto card = std::make_shared<card::Card>(card::find_arch("wormhole_b0"));
    Bytes bytes(input);
    const bool buffer = bytes.coin();
    host_answers([&] { buffer ? buffers(bytes, card) : specs(bytes); });
}
