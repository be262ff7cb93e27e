// The endpoints by their earlier names.
#pragma once

#include "api/dataflow/endpoints.h"
#include "experimental/noc.h"

namespace experimental {
using ::AllocatorBank;
using ::AllocatorBankType;
using ::MulticastEndpoint;
using ::UnicastEndpoint;
}  // namespace experimental
