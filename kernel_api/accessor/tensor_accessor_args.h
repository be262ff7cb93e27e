#pragma once
#include "api/tensor/tensor_accessor_args.h"
