// Polygamma of order n (float32 bits); scale is (-1)^(n+1) * n!.
#pragma once

#include "tw/compute/sfpu_call.h"

#define TW_SFPU_HEADER_polygamma ~, TW_SFPU_DECLARE
#include "tw/compute/sfpu_declare.h"
#undef TW_SFPU_HEADER_polygamma
