#pragma once
#include "tw/dataflow/noc_address.h"
#include "tw/dataflow/memory_map.h"
