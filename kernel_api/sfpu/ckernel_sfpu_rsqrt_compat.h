// Low-level SFPU functions (tw/sfpi/library.h).
#pragma once

#include "tw/sfpi/library.h"
