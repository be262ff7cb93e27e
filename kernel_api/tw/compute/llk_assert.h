// Assertions of the low-level calls.
#pragma once
#include "api/debug/assert.h"
#ifndef LLK_ASSERT
#define LLK_ASSERT(condition, message) ASSERT(condition)
#endif
#ifndef LLK_ASSERT_BLOCK
#define LLK_ASSERT_BLOCK(...)
#endif
