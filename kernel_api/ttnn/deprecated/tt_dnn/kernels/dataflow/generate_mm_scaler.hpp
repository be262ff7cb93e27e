#pragma once
#include "ttnn/kernel/dataflow/generate_mm_scaler.hpp"
