// Transposing a tile on its way into DST, older names.
#pragma once
#include "tw/compute/transpose.h"
