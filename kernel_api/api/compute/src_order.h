// Which operand goes to which source register.
#pragma once
#include "tw/compute/defs.h"
