// Bookkeeping of configured operands; the engine keeps it.
#pragma once
#include "tw/compute/llk.h"
