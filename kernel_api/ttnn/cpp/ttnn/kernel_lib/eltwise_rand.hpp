// RandTile lives with the other generators.
#pragma once

#include "ttnn/cpp/ttnn/kernel_lib/eltwise_fill.hpp"
