// Sends the scaler and epsilon tiles once, gamma and beta once (resident plan) or with every block of the last pass
// (streaming plan), and every tile-row of this core, block by block, as often as compute goes over it.
#include "ops/common/kernels/stick_blocks.hpp"

void kernel_main() {
    constexpr uint32_t cb_sticks = 0, cb_scaler = 2, cb_epsilon = 3, cb_gamma = 4, cb_beta = 5;
    constexpr uint32_t stick_bytes = get_compile_time_arg_val(0);
    constexpr uint32_t scaler_bits = get_compile_time_arg_val(1);   // float32 bits of 1/W
    constexpr uint32_t tail_columns = get_compile_time_arg_val(2);  // columns of the last tile; 0: all
    constexpr uint32_t block_tiles = get_compile_time_arg_val(3);
    constexpr uint32_t blocks = get_compile_time_arg_val(4);
    constexpr uint32_t passes = get_compile_time_arg_val(5);
    constexpr uint32_t parameter_tiles =
        get_compile_time_arg_val(6);                               // gamma and beta go through c_4, c_5 in such pieces
    constexpr uint32_t gamma_bytes = get_compile_time_arg_val(7);  // of its stick; 0: there is none
    constexpr uint32_t beta_bytes = get_compile_time_arg_val(8);
    constexpr uint32_t width_tiles = get_compile_time_arg_val(9);
    constexpr auto source_args = TensorAccessorArgs<10>();
    constexpr auto gamma_args = TensorAccessorArgs<source_args.next_compile_time_args_offset()>();
    constexpr auto beta_args = TensorAccessorArgs<gamma_args.next_compile_time_args_offset()>();
    const uint32_t first_stick = get_arg_val<uint32_t>(1);
    const uint32_t sticks = get_arg_val<uint32_t>(2);

    const auto source = TensorAccessor(source_args, get_arg_val<uint32_t>(0));
    const auto gamma = TensorAccessor(gamma_args, get_arg_val<uint32_t>(3));
    const auto beta = TensorAccessor(beta_args, get_arg_val<uint32_t>(4));
    const uint32_t epsilon_bits = get_arg_val<uint32_t>(5);
    stick_blocks::send_scalers<cb_scaler, tail_columns>(scaler_bits);
    // Epsilon everywhere, so that no element of the inverse deviation is infinite.
    constexpr uint32_t epsilon_datum = get_tile_size(cb_epsilon) / 1024;
    cb_reserve_back(cb_epsilon, 1);
    dataflow_kernel_lib::fill_l1_range<epsilon_datum>(get_write_ptr(cb_epsilon), get_tile_size(cb_epsilon),
                                                      epsilon_datum == 4 ? epsilon_bits : epsilon_bits >> 16);
    cb_push_back(cb_epsilon, 1);

    // Tiles first to first + parameter_tiles of gamma and beta: their only stick is row 0 of the block.
    const auto send_parameters = [&](uint32_t tiles_from, uint32_t tiles_to) {
        for (uint32_t tile = tiles_from; tile < tiles_to; tile += parameter_tiles) {
            if constexpr (gamma_bytes != 0) {
                stick_blocks::read<cb_gamma, parameter_tiles>(gamma, 0, 1, gamma_bytes,
                                                              tile * stick_blocks::tile_row_bytes<cb_gamma>());
            }
            if constexpr (beta_bytes != 0) {
                stick_blocks::read<cb_beta, parameter_tiles>(beta, 0, 1, beta_bytes,
                                                             tile * stick_blocks::tile_row_bytes<cb_beta>());
            }
        }
    };
    if constexpr (blocks == 1) send_parameters(0, width_tiles);
    stick_blocks::read_rows<cb_sticks, block_tiles, blocks, passes>(
        source, first_stick, sticks, stick_bytes, [&](uint32_t pass, uint32_t block) {
            if (blocks > 1 && pass + 1 == passes) send_parameters(block * block_tiles, (block + 1) * block_tiles);
        });
}
