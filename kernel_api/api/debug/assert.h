// ASSERT(condition[, type]): a failed one ends the thread with finding TW2501, naming condition, file and line.
#pragma once

#include "tw/abi.h"

#ifndef ASSERT
#define ASSERT(condition, ...) ((void)((condition) ? 0 : (tw_assert_failed(#condition, __FILE__, __LINE__), 0)))
#define ASSERT_ENABLED 1
#define WATCHER_ASSERT_ENABLED 1
#define LIGHTWEIGHT_ASSERT_ENABLED 0
#endif
