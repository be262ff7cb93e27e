// binary_comp.h at its old path.
#pragma once

#include "api/compute/binary_comp.h"
