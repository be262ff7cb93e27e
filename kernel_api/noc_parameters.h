#pragma once
#include "noc/noc_parameters.h"
