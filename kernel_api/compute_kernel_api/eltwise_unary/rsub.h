// rsub.h at its old path.
#pragma once

#include "api/compute/eltwise_unary/rsub.h"
