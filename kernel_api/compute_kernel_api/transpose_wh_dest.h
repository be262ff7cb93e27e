// The January 2026 path of api/compute/transpose_wh_dest.h.
#pragma once
#include "api/compute/transpose_wh_dest.h"
