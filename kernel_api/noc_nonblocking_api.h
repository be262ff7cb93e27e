#pragma once
#include "tw/dataflow/noc_sync.h"
