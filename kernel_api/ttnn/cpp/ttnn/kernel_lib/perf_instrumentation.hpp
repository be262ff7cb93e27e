// A profiler zone under a name a kernel may redefine to nothing before it includes this file.
#pragma once

#include "tools/profiler/kernel_profiler.hpp"

#ifndef MaybeDeviceZoneScope
#define MaybeDeviceZoneScope(name) DeviceZoneScopedN(name)
#endif
