// The objects by their earlier names, in namespace experimental.
#pragma once

#include "api/dataflow/noc.h"

namespace experimental {
using ::Noc;
using ::noc_traits_t;
using ::NocOptions;
using ::NocOptVals;
}  // namespace experimental
