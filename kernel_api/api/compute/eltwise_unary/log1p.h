// ln(1 + x).
#pragma once

#include "tw/compute/sfpu_call.h"

#define TW_SFPU_HEADER_log1p ~, TW_SFPU_DECLARE
#include "tw/compute/sfpu_declare.h"
#undef TW_SFPU_HEADER_log1p
