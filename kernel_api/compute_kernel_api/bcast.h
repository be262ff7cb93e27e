// The January 2026 path of api/compute/bcast.h.
#pragma once
#include "api/compute/bcast.h"
