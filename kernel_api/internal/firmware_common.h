#pragma once
#include "firmware_common.h"
