#pragma once
#include "tw/dataflow/platform.h"
