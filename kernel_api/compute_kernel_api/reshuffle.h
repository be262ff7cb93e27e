// reshuffle.h at its old path.
#pragma once

#include "api/compute/reshuffle.h"
