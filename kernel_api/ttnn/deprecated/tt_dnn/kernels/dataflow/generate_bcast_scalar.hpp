#pragma once
#include "ttnn/kernel/dataflow/generate_bcast_scalar.hpp"
