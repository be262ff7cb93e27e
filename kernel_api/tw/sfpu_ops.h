// The SFPU operations by number: one list for the kernel headers and for the engine.
//
// X(NAME, Kind, Store). Kind says how many tiles an operation reads; Store how a result goes into a 16-bit DST on the
// card: Truncate (the bare store), Away (rounded to bf16 first, ties away from zero), Even (rounded to nearest even),
// Raw (a whole 32-bit word, mostly an integer). A new operation is one line here and one case in src/tile/sfpu_*.cpp.
#pragma once

// clang-format off
#define TW_SFPU_OPS(X) \
    X(EXP, Unary, Away) \
    X(EXP2, Unary, Away) \
    X(EXPM1, Unary, Away) \
    X(LOG, Unary, Away) \
    X(LOG_BASE, Unary, Away) \
    X(LOG1P, Unary, Away) \
    X(SQRT, Unary, Away) \
    X(RSQRT, Unary, Away) \
    X(RECIP, Unary, Away) \
    X(CBRT, Unary, Away) \
    X(POWER, Unary, Away) \
    X(ELU, Unary, Away) \
    X(CELU, Unary, Away) \
    X(SELU, Unary, Away) \
    X(GELU, Unary, Away) \
    X(GELU_TANH, Unary, Away) \
    X(GELU_DERIV, Unary, Away) \
    X(SIGMOID, Unary, Away) \
    X(SILU, Unary, Away) \
    X(TANH, Unary, Away) \
    X(TANH_DERIV, Unary, Away) \
    X(TANHSHRINK, Unary, Away) \
    X(MISH, Unary, Away) \
    X(SOFTPLUS, Unary, Away) \
    X(XIELU, Unary, Away) \
    X(STOCHASTIC_ROUND, Unary, Away) \
    X(SIN, Unary, Away) \
    X(COS, Unary, Away) \
    X(TAN, Unary, Away) \
    X(ASIN, Unary, Away) \
    X(ACOS, Unary, Away) \
    X(ATAN, Unary, Away) \
    X(SINH, Unary, Away) \
    X(COSH, Unary, Away) \
    X(ASINH, Unary, Away) \
    X(ACOSH, Unary, Away) \
    X(ATANH, Unary, Away) \
    X(I1, Unary, Away) \
    X(POLYGAMMA, Unary, Away) \
    X(LGAMMA_STIRLING, Unary, Away) \
    X(SQUARE, Unary, Truncate) \
    X(POWER_ITERATIVE, Unary, Truncate) \
    X(RPOW, Unary, Truncate) \
    X(RELU, Unary, Truncate) \
    X(RELU_MAX, Unary, Truncate) \
    X(RELU_MIN, Unary, Truncate) \
    X(LEAKY_RELU, Unary, Truncate) \
    X(PRELU, Unary, Truncate) \
    X(HARDSIGMOID, Unary, Truncate) \
    X(HARDTANH, Unary, Truncate) \
    X(HARDMISH, Unary, Truncate) \
    X(SOFTSIGN, Unary, Truncate) \
    X(SOFTSHRINK, Unary, Truncate) \
    X(HARDSHRINK, Unary, Truncate) \
    X(SOFTCAP, Unary, Truncate) \
    X(THRESHOLD, Unary, Truncate) \
    X(HEAVISIDE, Unary, Truncate) \
    X(ABS, Unary, Truncate) \
    X(NEG, Unary, Truncate) \
    X(SIGN, Unary, Truncate) \
    X(SIGNBIT, Unary, Truncate) \
    X(FLOOR, Unary, Truncate) \
    X(CEIL, Unary, Truncate) \
    X(TRUNC, Unary, Truncate) \
    X(FRAC, Unary, Truncate) \
    X(ROUND, Unary, Truncate) \
    X(EQZ, Unary, Truncate) \
    X(NEZ, Unary, Truncate) \
    X(LTZ, Unary, Truncate) \
    X(GTZ, Unary, Truncate) \
    X(LEZ, Unary, Truncate) \
    X(GEZ, Unary, Truncate) \
    X(UNARY_EQ, Unary, Truncate) \
    X(UNARY_NE, Unary, Truncate) \
    X(UNARY_LT, Unary, Truncate) \
    X(UNARY_GT, Unary, Truncate) \
    X(UNARY_LE, Unary, Truncate) \
    X(UNARY_GE, Unary, Truncate) \
    X(ISINF, Unary, Truncate) \
    X(ISPOSINF, Unary, Truncate) \
    X(ISNEGINF, Unary, Truncate) \
    X(ISNAN, Unary, Truncate) \
    X(ISFINITE, Unary, Truncate) \
    X(LOGICAL_NOT, Unary, Truncate) \
    X(IDENTITY, Unary, Truncate) \
    X(FMOD, Unary, Truncate) \
    X(REMAINDER, Unary, Truncate) \
    X(ADD_SCALAR, Unary, Truncate) \
    X(SUB_SCALAR, Unary, Truncate) \
    X(MUL_SCALAR, Unary, Truncate) \
    X(DIV_SCALAR, Unary, Truncate) \
    X(RDIV, Unary, Truncate) \
    X(CLAMP, Unary, Truncate) \
    X(MAX_SCALAR, Unary, Truncate) \
    X(MIN_SCALAR, Unary, Truncate) \
    X(ERF, Unary, Truncate) \
    X(ERFC, Unary, Truncate) \
    X(ERFINV, Unary, Truncate) \
    X(I0, Unary, Truncate) \
    X(DIGAMMA, Unary, Truncate) \
    X(FILL, Unary, Truncate) \
    X(RAND, Unary, Truncate) \
    X(DROPOUT, Unary, Truncate) \
    X(TILED_PROD, Unary, Truncate) \
    X(ROTATE90, Unary, Truncate) \
    X(CUMSUM, Unary, Truncate) \
    X(REDUCE, Unary, Truncate) \
    X(RSUB_SCALAR, Unary, Even) \
    X(TYPECAST, Unary, Raw) \
    X(ABS_INT, Unary, Raw) \
    X(NEG_INT, Unary, Raw) \
    X(SIGNBIT_INT, Unary, Raw) \
    X(RELU_MAX_INT, Unary, Raw) \
    X(RELU_MIN_INT, Unary, Raw) \
    X(EQZ_INT, Unary, Raw) \
    X(NEZ_INT, Unary, Raw) \
    X(LTZ_INT, Unary, Raw) \
    X(GTZ_INT, Unary, Raw) \
    X(LEZ_INT, Unary, Raw) \
    X(GEZ_INT, Unary, Raw) \
    X(UNARY_EQ_INT, Unary, Raw) \
    X(UNARY_NE_INT, Unary, Raw) \
    X(UNARY_LT_INT, Unary, Raw) \
    X(UNARY_GT_INT, Unary, Raw) \
    X(UNARY_LE_INT, Unary, Raw) \
    X(UNARY_GE_INT, Unary, Raw) \
    X(CLAMP_INT, Unary, Raw) \
    X(MAX_SCALAR_INT, Unary, Raw) \
    X(MIN_SCALAR_INT, Unary, Raw) \
    X(ADD_SCALAR_INT, Unary, Raw) \
    X(SUB_SCALAR_INT, Unary, Raw) \
    X(RSUB_SCALAR_INT, Unary, Raw) \
    X(AND_SCALAR, Unary, Raw) \
    X(OR_SCALAR, Unary, Raw) \
    X(XOR_SCALAR, Unary, Raw) \
    X(NOT, Unary, Raw) \
    X(SHL_SCALAR, Unary, Raw) \
    X(SHR_SCALAR, Unary, Raw) \
    X(LOGICAL_NOT_INT, Unary, Raw) \
    X(REMAINDER_SCALAR_UINT, Unary, Raw) \
    X(FILL_INT, Unary, Raw) \
    X(IDENTITY_INT, Unary, Raw) \
    X(SUM_INT_COL, Unary, Raw) \
    X(SUM_INT_ROW, Unary, Raw) \
    X(REDUCE_INT, Unary, Raw) \
    X(ADD, Binary, Truncate) \
    X(SUB, Binary, Truncate) \
    X(RSUB, Binary, Truncate) \
    X(XLOGY, Binary, Truncate) \
    X(EQ, Binary, Truncate) \
    X(NE, Binary, Truncate) \
    X(LT, Binary, Truncate) \
    X(GT, Binary, Truncate) \
    X(LE, Binary, Truncate) \
    X(GE, Binary, Truncate) \
    X(MAX, Binary, Truncate) \
    X(MIN, Binary, Truncate) \
    X(ISCLOSE, Binary, Truncate) \
    X(ISCLOSE_EQUAL_NAN, Binary, Truncate) \
    X(LOGSIGMOID, Binary, Truncate) \
    X(LGAMMA_STIRLING_FLOAT, Binary, Truncate) \
    X(MASK, Binary, Truncate) \
    X(MASK_POSINF, Binary, Truncate) \
    X(MASK_INT, Binary, Truncate) \
    X(BCAST_COL_ADD, Binary, Truncate) \
    X(BCAST_COL_SUB, Binary, Truncate) \
    X(BCAST_COL_MUL, Binary, Truncate) \
    X(BCAST_ROW_ADD, Binary, Truncate) \
    X(BCAST_ROW_SUB, Binary, Truncate) \
    X(BCAST_ROW_MUL, Binary, Truncate) \
    X(SITU_GLU, Binary, Truncate) \
    X(DEQUANT, Binary, Truncate) \
    X(DIV_INT32, Binary, Truncate) \
    X(ADD_TOP_ROW, Binary, Truncate) \
    X(POW, Binary, Away) \
    X(ATAN2, Binary, Away) \
    X(FMOD_BINARY, Binary, Away) \
    X(REMAINDER_BINARY, Binary, Away) \
    X(MUL, Binary, Even) \
    X(DIV, Binary, Even) \
    X(ADD_NEAREST, Binary, Even) \
    X(SUB_NEAREST, Binary, Even) \
    X(RSUB_NEAREST, Binary, Even) \
    X(QUANT, Binary, Raw) \
    X(REQUANT, Binary, Raw) \
    X(ADD_INT, Binary, Raw) \
    X(SUB_INT, Binary, Raw) \
    X(RSUB_INT, Binary, Raw) \
    X(MUL_INT, Binary, Raw) \
    X(EQ_INT, Binary, Raw) \
    X(NE_INT, Binary, Raw) \
    X(LT_INT, Binary, Raw) \
    X(GT_INT, Binary, Raw) \
    X(LE_INT, Binary, Raw) \
    X(GE_INT, Binary, Raw) \
    X(MAX_INT, Binary, Raw) \
    X(MIN_INT, Binary, Raw) \
    X(AND, Binary, Raw) \
    X(OR, Binary, Raw) \
    X(XOR, Binary, Raw) \
    X(SHL, Binary, Raw) \
    X(SHR, Binary, Raw) \
    X(SHR_LOGICAL, Binary, Raw) \
    X(DIV_INT32_FLOOR, Binary, Raw) \
    X(DIV_INT32_TRUNC, Binary, Raw) \
    X(REMAINDER_INT, Binary, Raw) \
    X(FMOD_INT, Binary, Raw) \
    X(GCD, Binary, Raw) \
    X(LCM, Binary, Raw) \
    X(ADD_TOP_ROW_INT, Binary, Raw) \
    X(ADDCMUL, Ternary, Away) \
    X(MAC, Ternary, Away) \
    X(SNAKE_BETA, Ternary, Away) \
    X(LGAMMA_ADJUSTED, Ternary, Away) \
    X(LERP, Ternary, Even) \
    X(ADDCDIV, Ternary, Even) \
    X(WHERE, Ternary, Raw) \
    X(ADDCMUL_INT, Ternary, Raw)
// clang-format on

enum TwSfpuOp {
#define TW_SFPU_ENUMERATOR(name, kind, store) TW_SFPU_##name,
    TW_SFPU_OPS(TW_SFPU_ENUMERATOR)
#undef TW_SFPU_ENUMERATOR
        TW_SFPU_COUNT
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
