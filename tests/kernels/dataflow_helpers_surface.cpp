// Every helper of the shared headers and of the data-movement helper library once. Compiled, never run.
#include "ttnn/cpp/ttnn/kernel_lib/l1_helpers.hpp"
#include "ttnn/cpp/ttnn/kernel_lib/mcast_pipe.hpp"
#include "ttnn/cpp/ttnn/kernel_lib/reduce_helpers_dataflow.hpp"
#include "ttnn/cpp/ttnn/kernel_lib/tilize_helpers_dataflow.hpp"
#include "ttnn/deprecated/tt_dnn/kernels/dataflow/generate_reduce_scaler.hpp"
#include "ttnn/kernel/dataflow/generate_bcast_scalar.hpp"
#include "ttnn/kernel/dataflow/generate_mm_scaler.hpp"
#include "ttnn/kernel/dataflow/moreh_common.hpp"
#include "ttnn/kernel_lib/dfb_helpers_dataflow.hpp"

using namespace dataflow_kernel_lib;

void kernel_main() {
    constexpr uint32_t cb = 2;
    generate_reduce_scaler(cb, 0x3F803F80);
    generate_reduce_scaler<true>(tt::CBIndex::c_2, 0x3F803F80);
    wh_generate_reduce_scaler(cb, 1);
    generate_bcast_col_scalar(cb, 1);
    generate_bcast_row_scalar(CircularBuffer(cb), 1);
    generate_bcast_unary_scalar(cb, 1);
    generate_mm_scaler(DataflowBuffer(cb), 1);
    fill_cb_with_value(cb, 0x3F800000);
    generate_bcast_scaler<uint32_t>(cb, 1);
    generate_mask_h(cb, 5);
    generate_mask_w<int32_t>(cb, 5);
    generate_mask_h_w(cb, 5, 6);
    generate_mask_h_w_if_needed(cb, 33, 34);
    generate_mask_tiles(cb, 3, 4);
    mask_tile_if_need(0x20000, 33, 34);
    constexpr auto args = TensorAccessorArgs<1>();
    const auto t = TensorAccessor(args, 0);
    read_tile(cb, t, 0);
    read_value(cb, t, 0, 3);
    read_line(cb, cb, t, 2);
    ArgFetcher fetch;
    uint32_t offset = get_tilized_idx(1, 17) + get_tilized_idx(1, 17, 32, 32) + fetch.get_next_arg_val<uint32_t>() +
                      get_gamma_beta_tile_idx(1, 2, 3, 32) + get_tilized_gamma_beta_idx_in_tile(1, 2, 3, 32, 32);
    get_noc_offset(1, 2, 2, offset);
    noc_async_read_tile_helper(tt::CBIndex::c_1, 1, 0, t);
    noc_async_write_tile_helper(tt::CBIndex::c_1, 1, 0, t);

    prepare_reduce_scaler<cb>(1.0f);
    prepare_reduce_scaler<cb, 7>(1.0f);
    prepare_reduce_scaler<cb, ReduceDim::REDUCE_COL>(1.0f);
    prepare_reduce_scaler<cb, ReduceDim::REDUCE_ROW, 7>(1.0f);
    prepare_reduce_scaler<cb, PoolType::SUM, ReduceDim::REDUCE_ROW>(1.0f, 7);
    prepare_reduce_scaler<cb, PoolType::SUM, ReduceDim::REDUCE_ROW, true>(1.0f);
    calculate_and_prepare_reduce_scaler<cb, PoolType::AVG, ReduceDim::REDUCE_ROW, 32, 64>();
    calculate_and_prepare_reduce_scaler<cb, PoolType::AVG, ReduceDim::REDUCE_SCALAR, 64>(5);
    calculate_and_prepare_reduce_scaler<cb, PoolType::MAX, ReduceDim::REDUCE_COL>();
    prepare_partial_reduce_scalers<cb, 7>(1.0f);
    prepare_partial_reduce_scalers<cb, ReduceDim::REDUCE_COL, 7>(1.0f);
    prepare_partial_reduce_scalers<cb, PoolType::SUM, ReduceDim::REDUCE_COL, 7>(1.0f);
    calculate_and_prepare_partial_reduce_scalers<cb, PoolType::AVG, ReduceDim::REDUCE_ROW, 7, 39>();
    prepare_reduce_scaler_rows<cb, 4>(1.0f);
    prepare_partial_reduce_scalers_rows<cb, 4>(1.0f);
    prepare_reduce_mask<cb, ReduceDim::REDUCE_COL>(5);
    zero_faces<DataFormat::Float16_b, false>(0x20000);
    zero_tile(DataflowBuffer(cb));
    prepare_zero_tile<cb>();
    fill_l1_range<2>(0x20000, 64, 1);
    addr_to_l1_ptr(0x20000)[0] = get_tile_r_dim<cb>() + get_tile_c_dim<cb>();
    read_sticks_for_tilize<cb>(t, 64, 100);
    read_sticks_for_tilize<cb, TilizeGranularity::ROW>(t, 64, 100, 3, 16);
    read_sticks_for_tilize<cb, TilizeGranularity::TILE, StickReadMode::Stateful>(t, 64, 100);
    read_stick_rows_for_tilize(t, 0, 100, 0, 0x20000, 128, 32);
    write_sticks_after_untilize<cb>(t, 64, 100, 1);
    Noc noc;
    const McastRect<0> rectangle(18, 18, 20, 19);
    SenderPipe<0, 0, true, 1> sender(noc, rectangle);
    sender.send(0x20000, 0x21000, 64);
    sender.send_signal();
    ReceiverPipe<0, false> receiver(noc);
    receiver.receive(18, 18);
    SenderPipe<0, 0, false, UNUSED_SEM_ID, DataReadySignal::Counter> counted(noc, rectangle, 3);
    counted.send(0x20000, 0x20000, 64);
    ReceiverPipe<0, true, 1, DataReadySignal::Counter> counter(noc);
    counter.receive_signal();
}
