// The objects by their earlier names, in namespace experimental.
#pragma once

#include "api/dataflow/noc.h"

namespace experimental {
using ::Noc;
using ::NocOptions;
using ::NocOptVals;
using ::noc_traits_t;
}  // namespace experimental
