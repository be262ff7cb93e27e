// Transposing a tile in DST.
#pragma once
#include "tw/compute/transpose.h"
