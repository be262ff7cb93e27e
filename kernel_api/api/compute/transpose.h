// Transposing a tile on its way into DST.
#pragma once
#include "tw/compute/transpose.h"
