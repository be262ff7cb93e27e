// Packing DST tiles into a CB.
#pragma once
#include "tw/compute/copy_pack.h"
