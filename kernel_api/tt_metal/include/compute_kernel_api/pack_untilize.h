// The January 2026 path of api/compute/pack_untilize.h from the repository root.
#include "api/compute/pack_untilize.h"
