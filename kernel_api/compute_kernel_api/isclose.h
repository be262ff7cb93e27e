// isclose.h at its old path.
#pragma once

#include "api/compute/isclose.h"
