// Numbers of circular buffers that host and kernels share.
#pragma once

#include <cstdint>

#ifdef TW_CARD_CIRCULAR_BUFFERS
#include "tw/dataflow/memory_map.h"  // NUM_CIRCULAR_BUFFERS
#endif
constexpr static std::uint32_t UINT32_WORDS_PER_LOCAL_CIRCULAR_BUFFER_CONFIG = 4;
constexpr static std::uint32_t UINT32_WORDS_PER_REMOTE_CIRCULAR_BUFFER_CONFIG = 2;
constexpr static std::uint32_t CIRCULAR_BUFFER_COMPUTE_WORD_SIZE = 16;
constexpr static std::uint32_t CIRCULAR_BUFFER_COMPUTE_ADDR_SHIFT = 4;
