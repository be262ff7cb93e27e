// FPU element-wise operations on two tiles.
#pragma once
#include "tw/compute/binary.h"
