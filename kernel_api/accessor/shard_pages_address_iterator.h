#pragma once
#include "api/tensor/shard_pages_address_iterator.h"
