// The January 2026 path of api/compute/pack.h.
#pragma once
#include "api/compute/pack.h"
