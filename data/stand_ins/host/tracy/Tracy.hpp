// Stand-in for the profiler's macros: nothing is recorded.
#pragma once

#define ZoneScoped
#define ZoneScopedN(name)
#define ZoneScopedC(color)
#define ZoneScopedNC(name, color)
#define ZoneText(text, size)
#define ZoneName(text, size)
#define ZoneValue(value)
#define TracyMessage(text, size)
#define TracyMessageL(text)
#define TracyMessageLC(text, color)
#define FrameMark
#define TracyLockable(type, name) type name
#define LockableBase(type) type
