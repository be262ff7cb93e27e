// xlogy.h at its old path.
#pragma once

#include "api/compute/xlogy.h"
