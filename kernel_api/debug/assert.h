#pragma once
#include "api/debug/assert.h"
