// mask.h at its old path.
#pragma once

#include "api/compute/mask.h"
