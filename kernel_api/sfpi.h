// SFPI: the vector unit as C++ types, for kernels that program it themselves.
//
// A vector has 32 lanes: 4 rows by 8 columns of a 16x16 face, the even columns at even indices of dst_reg, the odd ones
// at odd indices; a tile has 32 vectors. v_if/v_elseif/v_else/v_endif enable lanes; assignments and stores act on
// enabled lanes only. Arithmetic is the Wormhole lane of tw/sfpu_lane.h: a * b + c written in one expression is one
// multiply-add. Stores into a 16-bit DST truncate.
#pragma once

#include "tw/sfpi/dst.h"
#include "tw/sfpi/functions.h"
#include "tw/sfpi/run.h"
#include "tw/sfpi/types.h"
