// Refuses by name: a helper family that kernels may ask for and this library does not have.
#pragma once

#error \
    "tilewright kernel_lib: matmul_kloop_helpers.hpp is not provided; \
give the kernel the helper headers of its own tree as an include root"
