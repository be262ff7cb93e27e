// Calls of fast mode that stand for a sequence of those in abi.h: one crossing into the engine instead of many. The
// engine takes a shorter way where it gives the same bits, and makes the calls one by one where it does not.
#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// tw_unpack_a, tw_math_copy.
void tw_copy_tile(uint32_t cb, uint32_t tile, uint32_t dst);
// `tiles` tiles of a row-major block `tiles` wide, from 32-datum column `first` on, each through DST slot 0.
void tw_tilize_block(uint32_t cb_in, uint32_t first, uint32_t tiles, uint32_t cb_out, uint32_t first_out);
// Tiles 0 to block_ct - 1 through as many DST slots into the rows of a block `full_ct` wide.
void tw_untilize_block(uint32_t cb_in, uint32_t block_ct, uint32_t full_ct, uint32_t cb_out, uint32_t block_c_index);

#ifdef __cplusplus
}  // extern "C"
#endif
