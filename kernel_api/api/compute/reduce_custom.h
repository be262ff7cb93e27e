// MAX over a row of tiles.
#pragma once
#include "tw/compute/reduce.h"
