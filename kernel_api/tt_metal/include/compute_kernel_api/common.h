// The January 2026 path of api/compute/common.h from the repository root.
#include "api/compute/common.h"
