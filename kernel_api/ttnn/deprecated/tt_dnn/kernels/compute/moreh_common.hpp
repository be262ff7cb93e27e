// The moreh steps under their January path.
#pragma once

#include "ttnn/kernel/compute/moreh_common.hpp"
