// SFPU_UNARY_CALL and relatives. Only names: what they expand to is in tw/sfpi/run.h, which sfpi.h brings.
#pragma once

#define TW_LLK_EXPAND(...) __VA_ARGS__
// FN with its template arguments, which come in parentheses.
#define TW_LLK_FN(FN, TEMPLATES) FN<TW_LLK_EXPAND TEMPLATES>
#define TW_LLK_INIT(KIND, OP) ::ckernel::llk_math_eltwise_##KIND##_sfpu_init<::SfpuType::OP>

#define SFPU_BINARY_INIT(OP) TW_LLK_INIT(binary, OP)()
#define SFPU_BINARY_INIT_FN(OP, FN, TEMPLATES) TW_LLK_INIT(binary, OP)(TW_LLK_FN(FN, TEMPLATES))
#define SFPU_BINARY_INIT_FN_ARGS(OP, FN, TEMPLATES, ...) \
    TW_LLK_INIT(binary, OP)(TW_LLK_FN(FN, TEMPLATES) __VA_OPT__(, ) __VA_ARGS__)
#define SFPU_BINARY_INIT_FN_NO_ARGS(OP, FN) TW_LLK_INIT(binary, OP)(FN)
#define SFPU_UNARY_INIT(OP) TW_LLK_INIT(unary, OP)()
#define SFPU_UNARY_INIT_FN(OP, FN, TEMPLATES) TW_LLK_INIT(unary, OP)(TW_LLK_FN(FN, TEMPLATES))
#define SFPU_UNARY_INIT_FN_ARGS(OP, FN, TEMPLATES, ...) \
    TW_LLK_INIT(unary, OP)(TW_LLK_FN(FN, TEMPLATES) __VA_OPT__(, ) __VA_ARGS__)

// DST_SYNC and DST_ACCUM are the kernel's, so nothing needs them here. What follows FN: slots of DST, then the mode.
#define TW_LLK_CALL(KIND, FN, ...) (_llk_math_eltwise_##KIND##_sfpu_params_(::ckernel::sfpu::FN, __VA_ARGS__))
#define SFPU_BINARY_CALL(DST_SYNC, DST_ACCUM, FN, TEMPLATES, ...) \
    TW_LLK_CALL(binary, FN<TW_LLK_EXPAND TEMPLATES>, __VA_ARGS__)
#define SFPU_BINARY_CALL_NO_TEMPLATE_ARGS(DST_SYNC, DST_ACCUM, FN, ...) TW_LLK_CALL(binary, FN, __VA_ARGS__)
#define SFPU_TERNARY_CALL(DST_SYNC, DST_ACCUM, FN, TEMPLATES, ...) \
    TW_LLK_CALL(ternary, FN<TW_LLK_EXPAND TEMPLATES>, __VA_ARGS__)
#define SFPU_UNARY_CALL(DST_SYNC, DST_ACCUM, FN, TEMPLATES, ...) \
    TW_LLK_CALL(unary, FN<TW_LLK_EXPAND TEMPLATES>, __VA_ARGS__)
#define SFPU_UNARY_CALL_NO_TEMPLATE_ARGS(DST_SYNC, DST_ACCUM, FN, ...) TW_LLK_CALL(unary, FN, __VA_ARGS__)
