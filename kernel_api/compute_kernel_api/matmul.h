// The January 2026 path of api/compute/matmul.h.
#pragma once
#include "api/compute/matmul.h"
