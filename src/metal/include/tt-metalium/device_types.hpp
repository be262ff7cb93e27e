// Chip numbers.
#pragma once

#include "umd/device/types/cluster_descriptor_types.hpp"
