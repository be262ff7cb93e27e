// The mesh's devices by coordinate.
#pragma once

#include "tt-metalium/mesh_device.hpp"
