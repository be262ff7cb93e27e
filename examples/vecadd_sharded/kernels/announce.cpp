// The shards are in place: publish them as pages of c_0 and c_1.
#include <cstdint>

#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    const uint32_t count = get_arg_val<uint32_t>(0);
    cb_reserve_back(tt::CBIndex::c_0, count);
    cb_push_back(tt::CBIndex::c_0, count);
    cb_reserve_back(tt::CBIndex::c_1, count);
    cb_push_back(tt::CBIndex::c_1, count);
}
