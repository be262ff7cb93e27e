// Chip numbers.
#pragma once

namespace tt {
using ChipId = int;
}  // namespace tt

using chip_id_t = int;
