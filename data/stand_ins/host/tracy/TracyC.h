// Stand-in for the profiler's C interface: nothing is recorded.
#pragma once

#define TracyCZone(context, active)
#define TracyCZoneN(context, name, active)
#define TracyCZoneEnd(context)
#define TracyCAllocN(pointer, size, name)
#define TracyCFreeN(pointer, name)
