// situ_glu.h at its old path.
#pragma once

#include "api/compute/situ_glu.h"
