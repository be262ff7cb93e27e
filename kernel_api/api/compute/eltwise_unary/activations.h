// Activation functions: the rows of tw/sfpu/table.def that name this header.
#pragma once

#include "tw/compute/sfpu_call.h"

#define TW_SFPU_HEADER_activations ~, TW_SFPU_DECLARE
#include "tw/compute/sfpu_declare.h"
#undef TW_SFPU_HEADER_activations
