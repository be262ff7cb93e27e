// The January 2026 path of api/compute/common_globals.h.
#pragma once
#include "api/compute/common_globals.h"
