#pragma once
#include "ttnn/cpp/ttnn/kernel_lib/l1_helpers.hpp"
