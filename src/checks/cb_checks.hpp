// Misuse of circular buffers, seen at the calls of strict mode. Each function reports findings and returns.
#pragma once

#include <cstdint>

#include "tw/abi.h"

namespace tilewright::checks {

void before_reserve(uint32_t cb, const TwCbShared& buffer, uint32_t pages);
void after_reserve(uint32_t cb, const TwCbShared& buffer, uint32_t pages);
void before_push(uint32_t cb, const TwCbShared& buffer, uint32_t pages);
void after_push(uint32_t cb, const TwCbShared& buffer, uint32_t pages);
void before_wait(uint32_t cb, const TwCbShared& buffer, uint32_t pages);
void after_wait(uint32_t cb, const TwCbShared& buffer, uint32_t pages);
void before_pop(uint32_t cb, const TwCbShared& buffer, uint32_t pages);
void after_pop(uint32_t cb, const TwCbShared& buffer, uint32_t pages);

}  // namespace tilewright::checks
