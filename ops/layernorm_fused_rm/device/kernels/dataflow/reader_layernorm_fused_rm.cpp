// Sends the scaler and epsilon tiles once and every tile-row of this core, block by block, as often as compute goes
// over it; gamma and beta with the blocks of the last pass, of the first tile-row only where they stay.
#include "ops/common/kernels/stick_blocks.hpp"

void kernel_main() {
    constexpr uint32_t cb_sticks = 0, cb_scaler = 2, cb_epsilon = 3, cb_gamma_stick = 4, cb_beta_stick = 5,
                       cb_gamma = 6, cb_beta = 7;
    constexpr uint32_t tail_columns = get_compile_time_arg_val(1);  // columns of the last tile; 0: all
    constexpr uint32_t block_tiles = get_compile_time_arg_val(2);
    constexpr uint32_t blocks = get_compile_time_arg_val(3);
    constexpr uint32_t passes = get_compile_time_arg_val(4);
    constexpr uint32_t first_pass_blocks = get_compile_time_arg_val(5);
    constexpr bool parameters_stay = get_compile_time_arg_val(8) != 0;
    constexpr uint32_t scaler_bits = get_compile_time_arg_val(9);  // float32 bits of 1/W
    constexpr uint32_t stick_bytes = get_compile_time_arg_val(10);
    constexpr uint32_t gamma_bytes = get_compile_time_arg_val(11);  // of its stick; 0: there is none
    constexpr uint32_t beta_bytes = get_compile_time_arg_val(12);
    // For the matrix unit, which tilizes them, gamma and beta go through c_4 and c_5 in pieces of so many tiles.
    constexpr bool parameters_as_sticks = get_compile_time_arg_val(13) != 0;
    constexpr uint32_t parameter_tiles = parameters_as_sticks ? get_compile_time_arg_val(13) : block_tiles;
    constexpr auto source_args = TensorAccessorArgs<14>();
    constexpr uint32_t after_source = source_args.next_compile_time_args_offset();
    constexpr auto gamma_args = TensorAccessorArgs<after_source>();
    constexpr auto beta_args = TensorAccessorArgs<gamma_args.next_compile_time_args_offset()>();
    const uint32_t first_stick = get_arg_val<uint32_t>(0);
    const uint32_t sticks = get_arg_val<uint32_t>(1);

    const auto source = TensorAccessor(source_args, get_arg_val<uint32_t>(2));
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

    // Blocks of gamma and beta: row 0 of tiles, or sticks in pieces of parameter_tiles tiles. c_6 and c_7 hold some
    // blocks, or all.
    uint32_t sent = 0;
    const auto send_parameters = [&](uint32_t first_block, uint32_t end_block) {
        for (uint32_t block = first_block; block < end_block; ++block, ++sent) {
            const uint32_t from = block * block_tiles;
            if constexpr (parameters_as_sticks) {
                for (uint32_t tile = from; tile < from + block_tiles; tile += parameter_tiles) {
                    if constexpr (gamma_bytes != 0) {
                        stick_blocks::read<cb_gamma_stick, parameter_tiles>(
                            gamma, 0, 1, gamma_bytes, tile * stick_blocks::tile_row_bytes<cb_gamma_stick>());
                    }
                    if constexpr (beta_bytes != 0) {
                        stick_blocks::read<cb_beta_stick, parameter_tiles>(
                            beta, 0, 1, beta_bytes, tile * stick_blocks::tile_row_bytes<cb_beta_stick>());
                    }
                }
            } else {
                if constexpr (gamma_bytes != 0)
                    stick_blocks::read_lines<cb_gamma, block_tiles>(gamma, gamma_bytes, from, sent);
                if constexpr (beta_bytes != 0)
                    stick_blocks::read_lines<cb_beta, block_tiles>(beta, beta_bytes, from, sent);
            }
        }
    };
    if constexpr (parameters_stay && parameters_as_sticks) send_parameters(0, blocks);  // tilized before the first row
    stick_blocks::read_rows<cb_sticks, block_tiles, blocks, passes, first_pass_blocks>(
        source, first_stick, sticks, stick_bytes, [&](uint32_t pass, uint32_t block) {
            if (pass + 1 != passes || (parameters_stay && sent == blocks)) return;
            if constexpr (passes > 1) {
                send_parameters(block, block + 1);
            } else if (block + 1 == blocks) {  // compute has taken the whole tile-row before it asks for parameters
                send_parameters(0, blocks);
            }
        });
}
