// eltwise_unary.h at its old path.
#pragma once

#include "api/compute/eltwise_unary/eltwise_unary.h"
