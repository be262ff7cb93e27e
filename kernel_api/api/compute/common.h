// What every compute kernel needs: DST, packing, formats, CBs, arguments.
#pragma once
#include "tw/compute_kernel.h"
