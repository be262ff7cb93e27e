// Quotient of two integer tiles as float32.
#pragma once

#include "tw/compute/sfpu_call.h"

#define TW_SFPU_HEADER_div_int32_sfpu ~, TW_SFPU_DECLARE
#include "tw/compute/sfpu_declare.h"
#undef TW_SFPU_HEADER_div_int32_sfpu
