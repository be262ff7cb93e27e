// 1 - tanh(x)^2.
#pragma once

#include "tw/compute/sfpu_call.h"

#define TW_SFPU_HEADER_tanh_derivative ~, TW_SFPU_DECLARE
#include "tw/compute/sfpu_declare.h"
#undef TW_SFPU_HEADER_tanh_derivative
