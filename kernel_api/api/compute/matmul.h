// Matrix products of tiles.
#pragma once
#include "tw/compute/matmul.h"
