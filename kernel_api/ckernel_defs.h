// The low-level names kernels reach for.
#pragma once
#include "ckernel.h"
