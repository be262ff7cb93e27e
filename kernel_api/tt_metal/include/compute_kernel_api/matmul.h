// The January 2026 path of api/compute/matmul.h from the repository root.
#include "api/compute/matmul.h"
