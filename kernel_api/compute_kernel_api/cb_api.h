// The January 2026 path of api/compute/cb_api.h.
#pragma once
#include "api/compute/cb_api.h"
