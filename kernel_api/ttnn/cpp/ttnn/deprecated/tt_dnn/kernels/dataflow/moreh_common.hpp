#pragma once
#include "ttnn/kernel/dataflow/moreh_common.hpp"
