// atan2.h at its old path.
#pragma once

#include "api/compute/atan2.h"
