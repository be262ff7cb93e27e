// lcm.h at its old path.
#pragma once

#include "api/compute/lcm.h"
