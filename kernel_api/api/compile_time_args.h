// get_compile_time_arg_val, get_named_compile_time_arg_val, kernel_compile_time_args.
#pragma once
#include "tw/args.h"
