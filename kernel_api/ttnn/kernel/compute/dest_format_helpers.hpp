// The format-aware steps under the name of the file that holds a part of them in newer trees.
#pragma once

#include "ttnn/kernel/compute/moreh_common.hpp"
