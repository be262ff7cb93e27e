// The card's build generates this file; its names are in tw/generated.h. Some kernels include it inside a function.
#include "tw/generated.h"
