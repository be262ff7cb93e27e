#pragma once
#include "api/debug/pause.h"
