// WAYPOINT("ABCD"): where the thread is, for hang reports.
#pragma once

#include "tw/abi.h"

#ifdef TW_STRICT
#define WAYPOINT(x) tw_waypoint(x)
#else
#define WAYPOINT(x) ((void)0)
#endif
