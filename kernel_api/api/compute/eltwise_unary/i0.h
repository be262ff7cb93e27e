// Modified Bessel function i0.
#pragma once

#include "tw/compute/sfpu_call.h"

#define TW_SFPU_HEADER_i0 ~, TW_SFPU_DECLARE
#include "tw/compute/sfpu_declare.h"
#undef TW_SFPU_HEADER_i0
