// Buffers between cores: their name; a call that is left is refused.
#pragma once

#include "tw/card_types.h"

class CrossNodeDFB {
public:
    template <class... What>
    TW_REFUSED("no buffers across cores (CrossNodeDFB); use noc_async_write and a semaphore")
    explicit CrossNodeDFB(What&&...);
};
