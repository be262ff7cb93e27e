// The January 2026 path of api/compute/reconfig_data_format.h.
#pragma once
#include "api/compute/reconfig_data_format.h"
