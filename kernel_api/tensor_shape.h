// Shape of an operand in faces.
#pragma once
#include "tw/compute/enums.h"
