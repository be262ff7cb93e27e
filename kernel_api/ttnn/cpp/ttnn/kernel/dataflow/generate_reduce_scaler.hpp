#pragma once
#include "ttnn/kernel/dataflow/generate_reduce_scaler.hpp"
