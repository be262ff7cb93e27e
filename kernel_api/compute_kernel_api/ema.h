// ema.h at its old path.
#pragma once

#include "api/compute/ema.h"
