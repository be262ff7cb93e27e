// binary_fmod.h at its old path.
#pragma once

#include "api/compute/binary_fmod.h"
