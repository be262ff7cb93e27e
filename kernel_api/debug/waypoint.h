#pragma once
#include "api/debug/waypoint.h"
