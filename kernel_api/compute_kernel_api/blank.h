// The January 2026 path of api/compute/blank.h.
#pragma once
#include "api/compute/blank.h"
