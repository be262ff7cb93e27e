#pragma once
#include "api/debug/dprint.h"
