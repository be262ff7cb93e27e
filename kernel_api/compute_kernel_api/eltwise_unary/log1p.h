// log1p.h at its old path.
#pragma once

#include "api/compute/eltwise_unary/log1p.h"
