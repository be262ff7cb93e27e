// Sharded accessors from words, with compile-time and runtime fields, and everything they offer. Compiled, never run.
// Compile-time words: 0 one; 1-9 sharded L1 tensor [4, 6] pages in [2, 2] shards over 3 banks; 10-13 the same with
// everything at run time; 12 … interleaved DRAM.
#include "accessor/tensor_accessor.h"
#include "api/dataflow/noc.h"
#include "api/tensor/noc_traits.h"

uint64_t sink = 0;

template <typename Accessor>
void use_sharded(const Accessor& t) {
    const std::array<uint32_t, 2> coordinate{1, 2};
    const uint32_t raw[2] = {0, 1};
    sink += t.get_noc_addr(3) + t.get_noc_addr(3, 16) + t.get_noc_addr(3, 16, 1) + t.get_noc_addr(coordinate) +
            t.get_noc_addr(raw) + t.get_shard_noc_addr(1) + t.get_shard_noc_addr(coordinate, 8) +
            t.get_aligned_page_size() + t.get_bank_base_address();
    const auto [bank, offset] = t.get_bank_and_offset(5);
    sink += bank + offset + t.is_local_bank(18, 18) + t.is_local_addr(5) + t.is_local_page(3) + t.is_local_shard(1);
    for (const auto& page : t.pages()) sink += page.noc_addr() + page.page_id();
    for (const auto& page : t.pages(1, 3)) sink += page.noc_addr();
    const auto& spec = t.dspec();
    sink += spec.rank() + spec.num_banks() + spec.tensor_shape()[0] + spec.shard_shape()[1] + spec.shard_grid()[0] +
            spec.shard_strides()[0] + spec.tensor_strides()[0] + spec.shard_grid_strides()[0] + spec.tensor_volume() +
            spec.shard_volume() + spec.num_shards() + spec.packed_xy_coords()[0];
    noc_async_read_shard(0, t, 0x20000);
    noc_async_write_shard(0, t, 0x20000);
    noc_async_read_page(0, t, 0x20000);
    noc_async_write_page(0, t, 0x20000);
}

void kernel_main() {
    constexpr auto args = TensorAccessorArgs<1>();
    const auto t = TensorAccessor(args, get_arg_val<uint32_t>(0), 64);
    use_sharded(t);
    for (const auto& page : t.shard_pages(1)) sink += page.page_id();
    for (auto shard : t.strided_shard_pages()) {
        for (const auto& page : shard) sink += page.page_id();
    }
    constexpr auto runtime_args = TensorAccessorArgs<args.next_compile_time_args_offset(), 3>();
    const TensorAccessor runtime(runtime_args, get_arg_val<uint32_t>(0), 64);
    use_sharded(runtime);
    const auto later =
        TensorAccessorArgs<args.next_compile_time_args_offset()>(runtime_args.next_common_runtime_args_offset());
    use_sharded(TensorAccessor(later, 0, 64));
    sink += later.num_common_runtime_args() + later.get_rank() + later.get_num_banks() +
            later.get_physical_num_banks() + later.crta_offset();
    constexpr auto plain_args = TensorAccessorArgs<runtime_args.next_compile_time_args_offset()>();
    static_assert(!plain_args.is_sharded && plain_args.is_dram);
    const auto plain = TensorAccessor(plain_args, 0, 64);
    for (const auto& page : plain.pages(0, 8)) sink += page.noc_addr();
    constexpr auto tuple = make_tensor_accessor_args_tuple<3, 1>();
    const auto accessors = make_tensor_accessor_tuple(tuple, 0);
    const auto sized = make_tensor_accessor_tuple(tuple, 0, 0);
    const auto wrappers = make_abstract_tensor_accessor_wrappers(accessors);
    sink += wrappers[0].get_noc_addr(3) + wrappers[2].get_noc_addr(3, 16) + std::get<1>(sized).get_noc_addr(0);
    sink += ShardView(t).get_noc_addr(1, 0, 0) + PageView(t).get_noc_addr(1, 0, 0);
    const InterleavedAddrGen<true>& generator = plain;
    sink += generator.get_noc_addr(3) + get_noc_addr(3, plain) + get_noc_addr(3, t);
}
