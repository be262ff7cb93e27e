// What a call of a device operation holds while it runs.
#include "ttnn/device_operation.hpp"

#include "metal/device_impl.hpp"

namespace ttnn::device_operation::detail {

std::unique_lock<std::recursive_mutex> one_call_at_a_time(MeshDevice& device) {
    return std::unique_lock(device.impl().card->in_use());
}

}  // namespace ttnn::device_operation::detail
