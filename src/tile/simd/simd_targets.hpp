// The instruction sets the vector code is compiled for; included before Highway's own headers.
//
// On x86-64 these are AVX2 and AVX-512, and the scalar definition for everything older: each further target costs
// compile time in every build and serves processors nobody has under a kernel workshop. Targets whose vector length is
// unknown at compile time do not fit the fixed face rows.
#ifndef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4 | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#endif
