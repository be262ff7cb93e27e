#pragma once
#include "api/compile_time_args.h"
