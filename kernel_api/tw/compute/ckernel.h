// The low-level names kernels reach for. Data-movement kernels include this too and get the enums and constants.
#pragma once
#include "tw/compute/enums.h"
#if defined(TW_FUSED) || defined(TRISC_UNPACK) || defined(TRISC_MATH) || defined(TRISC_PACK)
#include "tw/compute/llk.h"
#endif
