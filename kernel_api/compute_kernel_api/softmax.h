// The January 2026 path of api/compute/softmax.h.
#pragma once
#include "api/compute/softmax.h"
