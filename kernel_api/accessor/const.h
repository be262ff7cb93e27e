#pragma once
#include "internal/tensor/const.h"
