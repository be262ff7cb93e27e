#pragma once
#include "ttnn/cpp/ttnn/kernel_lib/mcast_pipe.hpp"
