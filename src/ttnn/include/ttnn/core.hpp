// The usual includes of an op.
#pragma once

#include "ttnn/device.hpp"
#include "ttnn/tensor/tensor.hpp"
#include "ttnn/types.hpp"
