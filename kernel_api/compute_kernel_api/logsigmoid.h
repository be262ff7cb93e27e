// logsigmoid.h at its old path.
#pragma once

#include "api/compute/logsigmoid.h"
