// The January 2026 path of api/compute/eltwise_binary.h from the repository root.
#include "api/compute/eltwise_binary.h"
