// Transposing a tile in DST, older names.
#pragma once
#include "tw/compute/transpose.h"
