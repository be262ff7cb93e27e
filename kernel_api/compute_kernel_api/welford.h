// welford.h at its old path.
#pragma once

#include "api/compute/welford.h"
