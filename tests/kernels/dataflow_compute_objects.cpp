// The buffer objects in a compute kernel, on every thread. Compiled, never run.
#include "api/compute/common.h"
#include "api/core_local_mem.h"
#include "api/dataflow/circular_buffer.h"
#include "api/dataflow/dataflow_buffer.h"
#include "api/debug/assert.h"
#include "api/debug/dprint.h"
#include "api/scratchpad.h"
#include "experimental/circular_buffer.h"
#include "experimental/kernel_args.h"
#include "tools/profiler/kernel_profiler.hpp"

void kernel_main() {
    CircularBuffer cb(0);
    experimental::CircularBuffer old(1);
    DataflowBuffer buffer(2);
    cb.wait_front(1);
    old.reserve_back(1);
    buffer.push_back(1);
    buffer.pop_front(1);
    uint32_t sum = cb.get_read_ptr() + cb.get_write_ptr() + cb.get_tile_size() + cb.get_cb_id() +
                   buffer.get_entry_size() + buffer.get_total_num_entries() + buffer.get_read_ptr() +
                   buffer.get_tile_hw() + (uint32_t)buffer.get_dataformat();
    sum += cb.get_tile_address(0) + cb.read_tile_value(0, 1) + buffer.read_tile_value<uint16_t>(0, 3) +
           buffer.get_tile_address(1);
    CoreLocalMem<volatile uint32_t> memory(0x20000);
    memory[0] = sum;
    ASSERT(sum != 0);
    DPRINT("{}\n", sum);
    DPRINT_MATH("math {}\n", sum);
    DPRINT_UNPACK("{}", TileSlice(0, 0, SliceRange::h0_w0_32(), true, true));
    DeviceZoneScopedN("zone");
}
