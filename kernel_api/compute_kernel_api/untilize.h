// The January 2026 path of api/compute/untilize.h.
#pragma once
#include "api/compute/untilize.h"
