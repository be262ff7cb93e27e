// The January 2026 path of api/compute/cb_api.h from the repository root.
#include "api/compute/cb_api.h"
