// The January 2026 path of api/compute/copy_dest_values.h.
#pragma once
#include "api/compute/copy_dest_values.h"
