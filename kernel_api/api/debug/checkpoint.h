// Named checkpoints: on the card barriers with dumps, here marks in the trace.
#pragma once

#include "tw/abi.h"

#define DEBUG_CHECKPOINT(name) tw_record(name, __LINE__)
#define DEBUG_CHECKPOINT_EX(name, num_cbs, words_per_cb, dump_dest) tw_record(name, __LINE__)
#define DEBUG_CHECKPOINT_GLOBAL(name, sem_id, barrier_coord_x, barrier_coord_y, num_cores) tw_record(name, __LINE__)
