// Integer quotients, rounded down or toward zero.
#pragma once

#include "tw/compute/sfpu_call.h"

#define TW_SFPU_HEADER_div_int32_floor ~, TW_SFPU_DECLARE
#include "tw/compute/sfpu_declare.h"
#undef TW_SFPU_HEADER_div_int32_floor
