// What op authors write in compute_program_hash.
#pragma once

#include "ttnn/operation_hash.hpp"

namespace tt::tt_metal::operation {

using Hash = tt::stl::hash::hash_t;

// The op's type and the given objects.
template <typename operation_t, typename... Types>
Hash hash_operation(const Types&... objects) {
    return tt::stl::hash::hash_objects_with_default_seed(tt::stl::hash::type_hash<operation_t>, objects...);
}

}  // namespace tt::tt_metal::operation
