// The January 2026 path of api/compute/compute_kernel_api.h.
#pragma once

#include "api/compute/compute_kernel_api.h"
