// Low-level calls of the compute threads.
#pragma once
#include "tw/compute/llk.h"
