// The January 2026 path of api/compute/reduce_custom.h.
#pragma once
#include "api/compute/reduce_custom.h"
