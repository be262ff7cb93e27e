// Copying DST tiles.
#pragma once
#include "tw/compute_kernel.h"
