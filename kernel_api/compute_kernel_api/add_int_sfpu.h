// add_int_sfpu.h at its old path.
#pragma once

#include "api/compute/add_int_sfpu.h"
