// Threads of a multi-threaded data-movement kernel. On Wormhole and Blackhole a kernel has one.
#pragma once

#include "tw/dataflow/side.h"

#include <stdint.h>

inline uint32_t get_num_threads() { return 1; }
inline uint32_t get_my_thread_id() { return 0; }
#ifndef TW_COMPUTE_SIDE
inline void thread_sync_init() {}
inline void wait_threads([[maybe_unused]] uint32_t participants, [[maybe_unused]] uint32_t barrier_idx = 0) {}
inline void sync_threads([[maybe_unused]] uint32_t barrier_idx = 0) {}
#endif
