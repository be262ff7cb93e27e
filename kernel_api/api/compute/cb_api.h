// Circular buffers on the compute threads.
#pragma once
#include "tw/compute/cb.h"
