// The January 2026 path of api/compute/tilize.h, which guards itself.
#include "api/compute/tilize.h"
