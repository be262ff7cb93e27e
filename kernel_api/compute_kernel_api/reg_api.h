// The January 2026 path of api/compute/reg_api.h.
#pragma once
#include "api/compute/reg_api.h"
