// The January 2026 path of api/compute/transpose_wh.h.
#pragma once
#include "api/compute/transpose_wh.h"
