// SFPU_UNARY_CALL and relatives. Only names: what they expand to is in tw/sfpi/run.h, which sfpi.h brings.
#pragma once

#define TW_SFPU_EXPAND(...) __VA_ARGS__
#define SFPU_UNARY_CALL(DST_SYNC, DST_ACCUM, FN, TEMPLATES, DST_IDX, VECTOR_MODE, ...)                         \
    (_llk_math_eltwise_unary_sfpu_params_(::ckernel::sfpu::FN<TW_SFPU_EXPAND TEMPLATES>, DST_IDX, VECTOR_MODE, \
                                          ##__VA_ARGS__))
#define SFPU_UNARY_CALL_NO_TEMPLATE_ARGS(DST_SYNC, DST_ACCUM, FN, DST_IDX, VECTOR_MODE, ...) \
    (_llk_math_eltwise_unary_sfpu_params_(::ckernel::sfpu::FN, DST_IDX, VECTOR_MODE, ##__VA_ARGS__))
#define SFPU_BINARY_CALL(DST_SYNC, DST_ACCUM, FN, TEMPLATES, IN0, IN1, OUT, VECTOR_MODE, ...)                         \
    (_llk_math_eltwise_binary_sfpu_params_(::ckernel::sfpu::FN<TW_SFPU_EXPAND TEMPLATES>, IN0, IN1, OUT, VECTOR_MODE, \
                                           ##__VA_ARGS__))
#define SFPU_BINARY_CALL_NO_TEMPLATE_ARGS(DST_SYNC, DST_ACCUM, FN, IN0, IN1, OUT, VECTOR_MODE, ...) \
    (_llk_math_eltwise_binary_sfpu_params_(::ckernel::sfpu::FN, IN0, IN1, OUT, VECTOR_MODE, ##__VA_ARGS__))
#define SFPU_TERNARY_CALL(DST_SYNC, DST_ACCUM, FN, TEMPLATES, IN0, IN1, IN2, OUT, VECTOR_MODE, ...)            \
    (_llk_math_eltwise_ternary_sfpu_params_(::ckernel::sfpu::FN<TW_SFPU_EXPAND TEMPLATES>, IN0, IN1, IN2, OUT, \
                                            VECTOR_MODE, ##__VA_ARGS__))
#define SFPU_UNARY_INIT(OP) ::ckernel::llk_math_eltwise_unary_sfpu_init<::SfpuType::OP>()
#define SFPU_UNARY_INIT_FN(OP, FN, TEMPLATES) \
    ::ckernel::llk_math_eltwise_unary_sfpu_init<::SfpuType::OP>(FN<TW_SFPU_EXPAND TEMPLATES>)
#define SFPU_UNARY_INIT_FN_ARGS(OP, FN, TEMPLATES, ...) \
    ::ckernel::llk_math_eltwise_unary_sfpu_init<::SfpuType::OP>(FN<TW_SFPU_EXPAND TEMPLATES>, ##__VA_ARGS__)
#define SFPU_BINARY_INIT(OP) ::ckernel::llk_math_eltwise_binary_sfpu_init<::SfpuType::OP>()
#define SFPU_BINARY_INIT_FN_NO_ARGS(OP, FN) ::ckernel::llk_math_eltwise_binary_sfpu_init<::SfpuType::OP>(FN)
#define SFPU_BINARY_INIT_FN(OP, FN, TEMPLATES) \
    ::ckernel::llk_math_eltwise_binary_sfpu_init<::SfpuType::OP>(FN<TW_SFPU_EXPAND TEMPLATES>)
#define SFPU_BINARY_INIT_FN_ARGS(OP, FN, TEMPLATES, ...) \
    ::ckernel::llk_math_eltwise_binary_sfpu_init<::SfpuType::OP>(FN<TW_SFPU_EXPAND TEMPLATES>, ##__VA_ARGS__)
