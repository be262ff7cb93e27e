// The January 2026 path of api/compute/common.h.
#pragma once
#include "api/compute/common.h"
