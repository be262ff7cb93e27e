// The January 2026 path of api/compute/eltwise_binary.h.
#pragma once
#include "api/compute/eltwise_binary.h"
