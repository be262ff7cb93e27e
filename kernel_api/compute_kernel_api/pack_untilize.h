// The January 2026 path of api/compute/pack_untilize.h.
#pragma once
#include "api/compute/pack_untilize.h"
