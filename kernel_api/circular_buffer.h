#pragma once
#include "internal/circular_buffer_interface.h"
