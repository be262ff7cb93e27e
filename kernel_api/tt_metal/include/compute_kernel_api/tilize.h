// The January 2026 path of api/compute/tilize.h from the repository root.
#include "api/compute/tilize.h"
