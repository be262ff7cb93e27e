// cumsum.h at its old path.
#pragma once

#include "api/compute/cumsum.h"
