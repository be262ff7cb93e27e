// What kernels take from the firmware's common header: platform names and the bank tables.
#pragma once
#include "internal/risc_attribs.h"
#include "tw/dataflow/identity.h"
#include "tw/dataflow/memory_map.h"
#include "tw/dataflow/noc_address.h"
#include "tw/dataflow/platform.h"
