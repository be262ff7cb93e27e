// logical_not_noti.h: now logical_not.h.
#pragma once

#include "api/compute/eltwise_unary/logical_not.h"
