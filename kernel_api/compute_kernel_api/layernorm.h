// The January 2026 path of api/compute/layernorm.h.
#pragma once
#include "api/compute/layernorm.h"
