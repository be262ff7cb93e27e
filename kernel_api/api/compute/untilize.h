// Untilizing by the unpacker.
#pragma once
#include "tw/compute/untilize.h"
