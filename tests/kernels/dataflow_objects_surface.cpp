// Every object of the data-movement API once: buffers, NoC, endpoints, semaphores, local memory. Compiled, never run.
#include "api/core_local_mem.h"
#include "api/dataflow/circular_buffer.h"
#include "api/dataflow/dataflow_api.h"
#include "api/dataflow/dataflow_buffer.h"
#include "api/dataflow/endpoints.h"
#include "api/dataflow/noc.h"
#include "api/dataflow/noc_semaphore.h"
#include "api/lock.h"
#include "api/numeric/bfloat16.h"
#include "api/numeric/float32.h"
#include "api/numeric/int32.h"
#include "api/scratchpad.h"
#include "api/tensor/local_tensor_accessor.h"
#include "api/tensor/noc_traits.h"
#include "experimental/circular_buffer.h"
#include "experimental/core_local_mem.h"
#include "experimental/endpoints.h"
#include "experimental/kernel_args.h"
#include "experimental/lock.h"
#include "experimental/noc.h"
#include "experimental/noc_semaphore.h"
#include "experimental/tensor.h"

namespace args {
constexpr experimental::RtaArg<uint32_t> start{0};
constexpr experimental::CrtaArg<uint32_t> common{4};
constexpr experimental::CtaVal<uint32_t> block{8};
}  // namespace args
namespace dfb {
constexpr DFBBindingToken in(3);
}
namespace tensor {
constexpr tensor_accessor::TensorBindingToken<1, 4> x{};
}
namespace scratch {
constexpr ScratchpadBindingToken tmp(2, 256);
}

uint32_t sink = 0;

void buffers(Noc noc) {
    CircularBuffer cb(0);
    cb.reserve_back(1);
    cb.push_back(1);
    cb.wait_front(1);
    cb.pop_front(1);
    auto lock = cb.scoped_lock();
    sink += cb.get_write_ptr() + cb.get_read_ptr() + cb.get_tile_size() + cb.get_tile_hw() + cb.get_cb_id() +
            (uint32_t)cb.get_dataformat() + cb.pages_reservable_at_back(1) + cb.pages_available_at_front(1);
    DataflowBuffer b(dfb::in), c(5);
    b.reserve_back(1);
    b.push_back(1);
    b.wait_front(1);
    b.pop_front(1);
    sink += b.get_write_ptr() + b.get_read_ptr() + b.get_id() + b.get_entry_size() + b.get_tile_size() +
            b.get_tile_hw() + b.get_tile_r_dim() + b.get_tile_c_dim() + b.get_tile_num_faces() + b.get_face_r_dim() +
            b.get_num_faces_r_dim() + b.get_num_faces_c_dim() + b.get_partial_face() + b.get_narrow_tile() +
            (uint32_t)b.get_dataformat() + (uint32_t)b.get_unpack_dst_format() + (uint32_t)b.get_pack_src_format() +
            (uint32_t)b.get_pack_dst_format() + b.get_stride_size() + b.get_total_num_entries() +
            b.get_total_size_bytes() + b.get_local_num_entries() + b.get_local_size_bytes() + b.get_ring_span_bytes() +
            b.get_ring_span_num_entries() + b.pages_reservable_at_back(1) + b.pages_available_at_front(1);
    b.evil_set_write_ptr(b.get_write_ptr());
    b.evil_set_read_ptr(b.get_read_ptr());
    {
        auto w = b.scoped_write_lock();
        auto r = b.scoped_read_lock(2);
        w.get_ptr<uint16_t>()[0] = (uint16_t)r.get_ptr()[1];
    }
    b.finish();
    b.write_barrier(noc);
    constexpr uint32_t index = dfb::in;
    sink += index + get_tile_size(index);
}

void transfers(uint32_t a) {
    Noc noc, other(1);
    CircularBuffer cb(0);
    DataflowBuffer b(1);
    UnicastEndpoint core;
    MulticastEndpoint rectangle;
    AllocatorBank<AllocatorBankType::DRAM> dram;
    CoreLocalMem<uint32_t> memory(a);
    constexpr auto tensor_args = TensorAccessorArgs<1>();
    const auto t = TensorAccessor(tensor_args, a);
    noc.async_read(t, cb, 2048, {.page_id = 1}, {.offset_bytes = 32});
    noc.async_read(t, b, 2048, {.page_id = 1, .offset_bytes = 16}, {});
    noc.async_read<NocOptions::TXN_ID>(t, memory, 64, {.page_id = 1}, {}, NocOptVals{.trid = 3});
    noc.async_read<NocOptions::TXN_ID | NocOptions::CUSTOM_VC, 64>(t, memory, 64, {.page_id = 1}, {},
                                                                   {.vc = 2, .trid = 3});
    noc.async_read<Noc::TxnIdMode::ENABLED, 64, false>(t, memory, 64, {.page_id = 1}, {}, NOC_UNICAST_WRITE_VC, 4);
    noc.async_read<NocOptions::DEFAULT, NOC_MAX_BURST_SIZE>(core, cb, 64, {.noc_x = 18, .noc_y = 18, .addr = a}, {});
    noc.async_read(dram, cb, 64, {.bank_id = 2, .addr = a}, {.offset_bytes = 0});
    noc_traits_t<UnicastEndpoint>::src_args_type place{.noc_x = 18, .noc_y = 19, .addr = a};
    noc.async_read(core, use<CircularBuffer::AddrSelector::READ_PTR>(cb), 64, place, {.offset_bytes = 4});
    noc.set_async_read_state<NocOptions::DEFAULT, 64>(core, 64, place);
    noc.async_read_with_state<NocOptions::DEFAULT, 64>(core, cb, 64, place, {});
    noc.set_async_read_state<Noc::VcSelection::CUSTOM, 64>(core, 64, place, 2);
    noc.async_read_with_state<Noc::VcSelection::CUSTOM, 64>(core, cb, 64, place, {.offset_bytes = 8}, 2);
    noc.set_async_read_state(core, 64, place);
    noc.async_read_with_state(core, cb, 64, place, {});
    noc.async_write(cb, t, 2048, {.offset_bytes = 32}, {.page_id = 2});
    noc.async_write<NocOptions::POSTED>(b, core, 64, {}, {.noc_x = 18, .noc_y = 18, .addr = a});
    noc.async_write<NocOptions::TXN_ID | NocOptions::POSTED>(b, core, 64, {}, {.noc_x = 18, .noc_y = 18, .addr = a},
                                                             {.trid = 2});
    noc.async_write<Noc::TxnIdMode::DISABLED, Noc::ResponseMode::POSTED>(memory, core, 64, {},
                                                                         {.noc_x = 18, .noc_y = 18, .addr = a});
    noc.async_write_multicast(cb, rectangle, 64, 3, {},
                              {.noc_x_start = 18, .noc_y_start = 18, .noc_x_end = 20, .noc_y_end = 18, .addr = a},
                              true);
    noc.async_write_multicast<NocOptions::MCAST_INCL_SRC>(
        cb, cb, 64, 3, {}, {.noc_x_start = 18, .noc_y_start = 18, .noc_x_end = 20, .noc_y_end = 18, .offset_bytes = 0});
    noc.async_write_multicast<Noc::McastMode::INCLUDE_SRC>(
        cb, b, 64, 3, {}, {.noc_x_start = 18, .noc_y_start = 18, .noc_x_end = 20, .noc_y_end = 18});
    noc.set_async_write_state(core, 64, {.noc_x = 18, .noc_y = 18, .addr = a});
    noc.async_write_with_state(cb, core, 64, {}, {.noc_x = 18, .noc_y = 18, .addr = a});
    noc.set_async_write_state<Noc::ResponseMode::POSTED, 64>(core, 64, {.noc_x = 18, .noc_y = 18, .addr = a});
    noc.inline_dw_write(core, 5, {.noc_x = 18, .noc_y = 18, .addr = a});
    noc.inline_dw_write<NocOptions::INLINE_L1 | NocOptions::POSTED>(core, 5, {.noc_x = 18, .noc_y = 18, .addr = a},
                                                                    0xF);
    noc.async_write_zeros(cb, 1000);
    noc.async_write_zeros(b, 1000, {.offset_bytes = 64});
    noc.write_zeros_l1_barrier();
    noc.async_write_zeros(t, 64, {.page_id = 3}, cb);
    noc.write_zeros_dram_barrier();
    noc.async_read_barrier();
    noc.async_read_barrier<NocOptions::TXN_ID>({.trid = 3});
    noc.async_read_barrier<NocOptions::TXN_ID>(NocOptVals{.trid = 3});
    noc.async_read_barrier<Noc::BarrierMode::TXN_ID>(3);
    noc.async_write_barrier();
    noc.async_write_barrier<NocOptions::TXN_ID>(NocOptVals{.trid = 3});
    noc.async_writes_flushed();
    noc.async_writes_flushed<NocOptions::POSTED>();
    noc.async_writes_flushed<Noc::ResponseMode::POSTED, Noc::BarrierMode::FULL>();
    noc.async_atomic_barrier();
    noc.async_full_barrier();
    sink += noc.is_read_trid_flushed(3) + noc.get_noc_id() + other.is_local_bank(1, 2) + noc.is_local_addr(5);
    const auto pages = t.pages(0, 4);
    for (const auto& page : pages) noc.async_read(page, cb, 64, {}, {.offset_bytes = page.page_id()});
    noc.async_write(cb, PageView(t), 64, {}, {.page_id = 3});
    const Scratchpad<uint32_t> tmp(scratch::tmp);
    noc.async_write(tmp, t, 64, {.offset_bytes = 4}, {.page_id = 0});
}

void semaphores(const Noc& noc) {
    Semaphore s(0), d(1);
    Semaphore<ProgrammableCoreType::TENSIX> typed(2);
    s.up(1);
    s.up(noc, 18, 18, 1);
    s.down(1);
    s.wait(1);
    s.wait_min(2);
    s.set(0);
    s.set_multicast(noc, 18, 18, 20, 20, 8);
    s.set_multicast<NocOptions::MCAST_INCL_SRC>(noc, 18, 18, 20, 20, 9, true);
    s.set_multicast<Noc::McastMode::INCLUDE_SRC>(noc, 18, 18, 20, 20, 9);
    s.inc_multicast(noc, 18, 18, 20, 20, 1, 8);
    s.relay_unicast(noc, d, 18, 18);
    s.relay_multicast(noc, d, 18, 18, 20, 20, 8);
    s.relay_multicast<NocOptions::MCAST_INCL_SRC>(noc, typed, 18, 18, 20, 20, 9);
    experimental::Semaphore<> old(3);
    old.set(1);
}

void memory(uint32_t a) {
    CoreLocalMem<volatile uint32_t> p(a);
    CoreLocalMem<uint16_t> h(a + 2);
    *p = 1;
    p[3] = h[1] + *h;
    ++p, p++, --p, p--;
    p += 2;
    p -= 1;
    auto q = p + 3;
    sink += (q - p) + (q > p) + (q != p) + p.get_address() + *q.get_unsafe_ptr() + (bool)q;
    auto lock = p.scoped_lock(4);
    Scratchpad<uint32_t> tmp(scratch::tmp);
    sink += tmp[0] + tmp.size() + tmp.size_in_bytes() + tmp.get_base_address() + *tmp.local_mem();
    for (uint32_t& word : tmp) word = 0;
    LocalTensorAccessor<uint32_t> local(a);
    sink += local[1] + local.get_bank_base_address() + *local.local_mem();
    Lock release([] { ++sink; });
    experimental::CoreLocalMem<uint32_t> old(a);
    sink += old[0];
    sink += fp32_to_bf16(1.5f) + fp32_to_bf16_truncate(bf16_to_fp32(3)) + bfloat16_greater(1, 2) +
            float32_greater(1, 2) + int32_greater(1, 2) + NEG_INF_BFLOAT16 + NEG_INF_FLOAT32 + NEG_INF_INT32;
}

void named() {
    sink += get_arg(args::start) + get_arg(args::common);
    constexpr uint32_t block = get_arg(args::block);
    constexpr uint32_t same = args::block;
    static_assert(block == 8 && same == 8);
    sink += get_vararg(0) + get_common_vararg(0) + get_compile_time_vararg<0>() + get_num_compile_time_varargs();
    TensorAccessor t(tensor::x);
    sink += t.get_aligned_page_size() + (uint32_t)t.get_noc_addr(3);
}

void kernel_main() {
    buffers(Noc());
    transfers(0);
    semaphores(experimental::Noc());
    memory(0);
    named();
}
