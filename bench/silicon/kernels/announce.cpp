// Says that what lies in L1 is there, or takes what came out of it; over and over.
#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    constexpr uint32_t kCb = get_compile_time_arg_val(0), kPages = get_compile_time_arg_val(1);
    for (uint32_t round = get_compile_time_arg_val(2); round > 0; --round) {
        if constexpr (get_compile_time_arg_val(3) != 0) {
            cb_wait_front(kCb, kPages);
            cb_pop_front(kCb, kPages);
        } else {
            cb_reserve_back(kCb, kPages);
            cb_push_back(kCb, kPages);
        }
    }
}
