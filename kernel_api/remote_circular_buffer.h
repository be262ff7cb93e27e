#pragma once
#include "api/remote_circular_buffer.h"
