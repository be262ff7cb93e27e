// A kernel that does nothing includes this.
#pragma once
#include "tw/compute_kernel.h"
