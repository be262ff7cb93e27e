#pragma once
#include "tw/dataflow/addrgen.h"
