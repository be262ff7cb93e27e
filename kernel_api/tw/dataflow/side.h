// Which kind of kernel includes a header that both kinds share. A fused compute kernel plays three threads at once and
// so has no COMPILE_FOR_TRISC.
#pragma once

#if defined(COMPILE_FOR_TRISC) || defined(TW_FUSED)
#define TW_COMPUTE_SIDE 1
#endif
