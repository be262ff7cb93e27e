// ASSERT(condition[, type]): a failed one ends the thread with finding TW2501, naming condition, file and line.
#pragma once

#include "tw/abi.h"

#ifndef ASSERT
#ifdef TW_TIMED
#define ASSERT(condition, ...)                                                                \
    (tw_timed_pause(), (condition) ? (void)0 : tw_assert_failed(#condition, __FILE__, __LINE__), \
     tw_timed_resume())
#else
#define ASSERT(condition, ...) ((void)((condition) ? 0 : (tw_assert_failed(#condition, __FILE__, __LINE__), 0)))
#endif
#define ASSERT_ENABLED 1
#define WATCHER_ASSERT_ENABLED 1
#define LIGHTWEIGHT_ASSERT_ENABLED 0
#endif
