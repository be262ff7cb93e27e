// rsub_tile under its older header name.
#pragma once

#include "api/compute/eltwise_unary/rsub.h"
