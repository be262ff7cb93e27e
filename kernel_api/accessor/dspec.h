#pragma once
#include "internal/tensor/dspec.h"
