// Copying tiles into DST.
#pragma once
#include "tw/compute/copy_pack.h"
