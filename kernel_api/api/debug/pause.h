// PAUSE() waits for a key at the host on the card; a run here does not stop for it, it only records the place.
#pragma once

#include "tw/abi.h"

#define PAUSE() tw_record("pause", __LINE__)
