// The SFPU operations by number, for the kernel headers and for the engine. They are the rows of tw/sfpu/table.def.
#pragma once

enum TwSfpuOp {
#define TW_UNARY(NAME, ...) TW_SFPU_##NAME,
#define TW_BINARY(NAME, ...) TW_SFPU_##NAME,
#define TW_TERNARY(NAME, ...) TW_SFPU_##NAME,
#include "tw/sfpu/table.def"
    TW_SFPU_COUNT,
    TW_SFPU_ANY = TW_SFPU_COUNT,  // the column `init` of functions that any init serves
};

// The vector mode argument of the calls: which faces, and from bit 8 on how many of a face's eight steps (0: all).
enum { TW_VECTOR_NONE = 0, TW_VECTOR_R = 1, TW_VECTOR_C = 2, TW_VECTOR_RC = 4, TW_VECTOR_STEPS_SHIFT = 8 };

// Flags that choose a variant of EXP, RECIP, SQRT, RSQRT, SIGMOID, TANH, GELU ... (parameter p0 of those calls).
enum {
    TW_SFPU_APPROX = 1,           // math_approx_mode or the template's approximate form
    TW_SFPU_LEGACY = 2,           // legacy_compat
    TW_SFPU_FAST = 4,             // FAST_APPROX: no check for negative input
    TW_SFPU_SCALE = 8,            // EXP: multiply the input by the bf16 scale in p1
    TW_SFPU_CLAMP_NEGATIVE = 16,  // EXP: clamp very negative input
    TW_SFPU_BASE_TWO = 32,        // LOG_BASE
};
