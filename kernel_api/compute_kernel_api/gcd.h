// gcd.h at its old path.
#pragma once

#include "api/compute/gcd.h"
