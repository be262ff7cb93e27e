// WATCHER_RING_BUFFER_PUSH(x): the value goes into the trace of the run.
#pragma once

#include "tw/abi.h"

#define WATCHER_RING_BUFFER_PUSH(x) tw_record("ring buffer", (uint64_t)(x))
#define WATCHER_RING_BUFFER_INIT()
