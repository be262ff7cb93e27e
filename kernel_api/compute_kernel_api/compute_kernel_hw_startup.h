// The January 2026 path of api/compute/compute_kernel_hw_startup.h.
#pragma once
#include "api/compute/compute_kernel_hw_startup.h"
