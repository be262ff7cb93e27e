// Switching data formats between operations.
#pragma once
#include "tw/compute/config.h"
