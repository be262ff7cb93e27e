#pragma once
#include "internal/tensor/array_wrapper.h"
