// quantization.h at its old path.
#pragma once

#include "api/compute/quantization.h"
