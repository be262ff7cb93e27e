#pragma once
#include "tools/profiler/kernel_profiler.hpp"
