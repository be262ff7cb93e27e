// Low-level SFPU entry points (tw/sfpi/run.h).
#pragma once

#include "tw/sfpi/run.h"
