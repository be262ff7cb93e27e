// Included before every data-movement kernel, after the precompiled header: what the card's build makes visible to a
// kernel file before its first line.
#pragma once

#ifndef KERNEL_BUILD
#define KERNEL_BUILD 1
#endif

#include "tw/pch_dm.h"

#include "api/dataflow/dataflow_api.h"
// Kernels print without including the header that declares it: on the card it comes along with the others.
#include "api/debug/dprint.h"
