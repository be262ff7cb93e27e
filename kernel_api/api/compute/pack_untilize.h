// Untilizing by the packer.
#pragma once
#include "tw/compute/untilize.h"
