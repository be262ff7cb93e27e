// The January 2026 path of api/compute/reduce.h, which guards itself.
#include "api/compute/reduce.h"
