// Start-up of the compute units.
#pragma once
#include "tw/compute/config.h"
