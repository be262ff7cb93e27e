// FPU element-wise operations with a broadcast operand.
#pragma once
#include "tw/compute/bcast.h"
