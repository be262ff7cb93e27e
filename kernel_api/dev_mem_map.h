#pragma once
#include "tw/dataflow/memory_map.h"
