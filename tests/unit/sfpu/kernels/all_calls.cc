// Every SFPU call of the kernel API in the forms that public kernels use, January 2026 and later: must compile for
// every thread. Not run: arguments are arbitrary. One file because it is one translation unit per thread variant.
#define APPROX false
#define DST_ACCUM_MODE false
#define DST_SYNC_MODE DstSync::SyncHalf
#include "api/compute/eltwise_unary/activations.h"
#include "api/compute/eltwise_unary/addcdiv.h"
#include "api/compute/eltwise_unary/addcmul.h"
#include "api/compute/eltwise_unary/binop_with_scalar.h"
#include "api/compute/eltwise_unary/bitwise.h"
#include "api/compute/eltwise_unary/bitwise_and.h"
#include "api/compute/eltwise_unary/bitwise_not.h"
#include "api/compute/eltwise_unary/bitwise_or.h"
#include "api/compute/eltwise_unary/bitwise_xor.h"
#include "api/compute/eltwise_unary/cbrt.h"
#include "api/compute/eltwise_unary/clamp.h"
#include "api/compute/eltwise_unary/comp.h"
#include "api/compute/eltwise_unary/digamma.h"
#include "api/compute/eltwise_unary/dropout.h"
#include "api/compute/eltwise_unary/eltwise_unary.h"
#include "api/compute/eltwise_unary/elu.h"
#include "api/compute/eltwise_unary/erf_erfc.h"
#include "api/compute/eltwise_unary/erfinv.h"
#include "api/compute/eltwise_unary/exp.h"
#include "api/compute/eltwise_unary/fill.h"
#include "api/compute/eltwise_unary/fmod.h"
#include "api/compute/eltwise_unary/gelu.h"
#include "api/compute/eltwise_unary/hardmish.h"
#include "api/compute/eltwise_unary/hardtanh.h"
#include "api/compute/eltwise_unary/i0.h"
#include "api/compute/eltwise_unary/i1.h"
#include "api/compute/eltwise_unary/identity.h"
#include "api/compute/eltwise_unary/isinf_isnan.h"
#include "api/compute/eltwise_unary/left_shift.h"
#include "api/compute/eltwise_unary/lerp.h"
#include "api/compute/eltwise_unary/lgamma.h"
#include "api/compute/eltwise_unary/log1p.h"
#include "api/compute/eltwise_unary/logical_not.h"
#include "api/compute/eltwise_unary/logical_not_noti.h"
#include "api/compute/eltwise_unary/mac.h"
#include "api/compute/eltwise_unary/mish.h"
#include "api/compute/eltwise_unary/negative.h"
#include "api/compute/eltwise_unary/polygamma.h"
#include "api/compute/eltwise_unary/prelu.h"
#include "api/compute/eltwise_unary/rand.h"
#include "api/compute/eltwise_unary/rdiv.h"
#include "api/compute/eltwise_unary/recip.h"
#include "api/compute/eltwise_unary/relu.h"
#include "api/compute/eltwise_unary/remainder.h"
#include "api/compute/eltwise_unary/reverseops.h"
#include "api/compute/eltwise_unary/right_shift.h"
#include "api/compute/eltwise_unary/rounding.h"
#include "api/compute/eltwise_unary/rpow.h"
#include "api/compute/eltwise_unary/rsqrt.h"
#include "api/compute/eltwise_unary/rsub.h"
#include "api/compute/eltwise_unary/selu.h"
#include "api/compute/eltwise_unary/sfpu_int_sum.h"
#include "api/compute/eltwise_unary/sfpu_split_includes.h"
#include "api/compute/eltwise_unary/shift.h"
#include "api/compute/eltwise_unary/snake_beta.h"
#include "api/compute/eltwise_unary/softcap.h"
#include "api/compute/eltwise_unary/softplus.h"
#include "api/compute/eltwise_unary/sqrt.h"
#include "api/compute/eltwise_unary/tanh_derivative.h"
#include "api/compute/eltwise_unary/tanhshrink.h"
#include "api/compute/eltwise_unary/threshold.h"
#include "api/compute/eltwise_unary/trigonometry.h"
#include "api/compute/eltwise_unary/typecast.h"
#include "api/compute/eltwise_unary/where.h"
#include "api/compute/eltwise_unary/xielu.h"
#include "api/compute/add_int_sfpu.h"
#include "api/compute/atan2.h"
#include "api/compute/binary_bitwise_sfpu.h"
#include "api/compute/binary_comp.h"
#include "api/compute/binary_fmod.h"
#include "api/compute/binary_max_min.h"
#include "api/compute/binary_remainder.h"
#include "api/compute/binary_shift.h"
#include "api/compute/cumsum.h"
#include "api/compute/div_int32_floor.h"
#include "api/compute/div_int32_sfpu.h"
#include "api/compute/eltwise_binary_sfpu.h"
#include "api/compute/ema.h"
#include "api/compute/gcd.h"
#include "api/compute/isclose.h"
#include "api/compute/lcm.h"
#include "api/compute/logsigmoid.h"
#include "api/compute/mask.h"
#include "api/compute/mul_int32_sfpu.h"
#include "api/compute/mul_int_sfpu.h"
#include "api/compute/quantization.h"
#include "api/compute/reshuffle.h"
#include "api/compute/sfpu_binary_bcast.h"
#include "api/compute/situ_glu.h"
#include "api/compute/sub_int_sfpu.h"
#include "api/compute/welford.h"
#include "api/compute/xlogy.h"
#include "tw/compute/sfpu_api.h"

void kernel_main() {
    sigmoid_tile_init<false>();
    sigmoid_tile_init();
    sigmoid_tile<VectorMode::RC, false>(1);
    sigmoid_tile(1);
    silu_tile(1);
    silu_tile_init();
    tanh_tile_init<false>();
    tanh_tile_init();
    tanh_tile<false>(1);
    tanh_tile(1);
    square_tile(1);
    square_tile_init();
    sigmoid_tile_init_pack<false>();
    sigmoid_tile_init_pack();
    sigmoid_tile_pack<VectorMode::RC, false>(1);
    sigmoid_tile_pack(1);
    log_tile_init<false>();
    log_tile_init();
    log_tile<false>(1);
    log_tile(1);
    log_with_base_tile_init<false>();
    log_with_base_tile_init();
    log_with_base_tile<false, false>(1, 1);
    log_with_base_tile(1, 1);
    tanh_tile_init_pack<false>();
    tanh_tile_init_pack();
    tanh_tile_pack<false>(1);
    tanh_tile_pack(1);
    signbit_tile_init();
    signbit_tile(1);
    signbit_tile_int32_init();
    signbit_tile_int32(1);
    abs_tile(1);
    abs_tile_init();
    abs_tile_int32(1);
    sign_tile(1);
    sign_tile_init();
    tiled_prod_tile(1);
    tiled_prod_tile_init();
    power_tile(1, 1);
    power_tile_init();
    power_iterative_tile(1, 1);
    power_iterative_tile_init();
    exp2_tile(1);
    exp2_tile_init();
    heaviside_tile(1, 1);
    heaviside_tile_init();
    expm1_tile<false>(1);
    expm1_tile(1);
    expm1_tile_init<false>();
    expm1_tile_init();
    silu_tile_pack(1);
    silu_tile_init_pack();
    sfpu_reduce<PoolType::SUM, DataFormat::Int32>(1);
    sfpu_reduce_init<PoolType::SUM, DataFormat::Int32>();
    sfpu_add_top_row<DataFormat::UInt16>(1, 1, 1);
    sfpu_add_top_row<DataFormat::Int32>(1, 1, 1);
    sfpu_add_top_row_init();
    unary_max_int32_tile(1, 1);
    unary_max_int32_tile_init();
    unary_max_uint32_tile(1, 1);
    unary_max_uint32_tile_init();
    unary_max_tile(1, 1);
    unary_max_tile_init();
    alt_complex_rotate90_tile(1);
    alt_complex_rotate90_tile_init();
    unary_min_int32_tile(1, 1);
    unary_min_int32_tile_init();
    unary_min_uint32_tile(1, 1);
    unary_min_uint32_tile_init();
    unary_min_tile(1, 1);
    unary_min_tile_init();
    hardsigmoid_tile(1);
    hardsigmoid_tile_pack(1);
    hardsigmoid_tile_init();
    hardsigmoid_tile_init_pack();
    softsign_tile(1);
    softsign_tile_init();
    celu_tile(1, 1, 1);
    celu_tile_init();
    softshrink_tile(1, 1);
    softshrink_tile_init();
    hardshrink_tile(1, 1);
    hardshrink_tile_init();
    addcdiv_tile<DataFormat::UInt16>(1, 1, 1, 1, 1);
    addcdiv_tile<DataFormat::Int32>(1, 1, 1, 1, 1);
    addcdiv_tile_init();
    addcmul_tile<DataFormat::UInt16>(1, 1, 1, 1, 1);
    addcmul_tile<DataFormat::Int32>(1, 1, 1, 1, 1);
    addcmul_tile_init();
    add_unary_tile(1, 1);
    sub_unary_tile(1, 1);
    mul_unary_tile(1, 1);
    div_unary_tile(1, 1);
    rsub_unary_tile(1, 1);
    add_unary_tile_int32(1, 1);
    sub_unary_tile_int32(1, 1);
    binop_with_scalar_tile_init();
    bitwise_and_tile<DataFormat::UInt16>(1, 1);
    bitwise_and_tile<DataFormat::Int32>(1, 1);
    bitwise_or_tile<DataFormat::UInt16>(1, 1);
    bitwise_or_tile<DataFormat::Int32>(1, 1);
    bitwise_xor_tile<DataFormat::UInt16>(1, 1);
    bitwise_xor_tile<DataFormat::Int32>(1, 1);
    bitwise_and_tile_init();
    bitwise_or_tile_init();
    bitwise_xor_tile_init();
    bitwise_not_tile(1);
    bitwise_not_tile_init();
    cbrt_tile(1);
    cbrt_tile_init();
    clamp_tile(1, 1, 1);
    clamp_tile_int32(1, 1, 1);
    clamp_tile_init();
    unary_ne_tile(1, 1);
    unary_ne_tile_init();
    unary_ne_tile_int32(1, 1);
    unary_eq_tile(1, 1);
    unary_eq_tile_init();
    unary_eq_tile_int32(1, 1);
    unary_gt_tile(1, 1);
    unary_gt_tile_init();
    unary_gt_tile_int32(1, 1);
    unary_ge_tile(1, 1);
    unary_ge_tile_init();
    unary_ge_tile_int32(1, 1);
    unary_lt_tile(1, 1);
    unary_lt_tile_int32(1, 1);
    unary_lt_tile_init();
    unary_le_tile(1, 1);
    unary_le_tile_int32(1, 1);
    unary_le_tile_init();
    gtz_tile(1);
    gtz_tile_init();
    nez_tile(1);
    nez_tile_init();
    gez_tile(1);
    gez_tile_init();
    ltz_tile(1);
    ltz_tile_init();
    eqz_tile(1);
    eqz_tile_init();
    lez_tile(1);
    lez_tile_init();
    gtz_tile_int32(1);
    nez_tile_int32(1);
    gez_tile_int32(1);
    ltz_tile_int32(1);
    eqz_tile_int32(1);
    eqz_tile_uint16(1);
    eqz_tile_uint32(1);
    lez_tile_int32(1);
    nez_tile_uint16(1);
    nez_tile_uint32(1);
    digamma_tile(1);
    digamma_tile_init();
    dropout_tile(1, 1, 1);
    dropout_kernel_init();
    elu_tile(1, 1);
    elu_tile_init();
    erf_tile_init<true>();
    erf_tile_init();
    erf_tile<true>(1);
    erf_tile(1);
    erfc_tile_init();
    erfc_tile(1);
    erfinv_tile(1);
    erfinv_tile_init();
    exp_tile_init<false, 0x3F800000, InputClamping::ClampToNegative>();
    exp_tile_init();
    exp_tile<false, false, InputClamping::ClampToNegative, 8>(1);
    exp_tile(1);
    exp_tile(1, (int)VectorMode::C);
    exp_tile(1, VectorMode::R);
    exp_packthread_tile_init<false, 0x3F800000, InputClamping::ClampToNegative>();
    exp_packthread_tile_init();
    exp_packthread_tile<false, false, InputClamping::ClampToNegative, 8>(1);
    exp_packthread_tile(1);
    exp_packthread_tile(1, (int)VectorMode::C);
    exp_packthread_tile(1, VectorMode::R);
    fill_tile(1, 1.0f);
    fill_tile_int<DataFormat::UInt16>(1, 1);
    fill_tile_int<DataFormat::Int32>(1, 1);
    fill_tile_bitcast(1, 1);
    fill_tile_init();
    fmod_tile(1);
    fmod_tile_init(1, 1);
    gelu_tile_init<true>();
    gelu_tile_init();
    gelu_tile<true>(1);
    gelu_tile(1);
    gelu_tile_init_pack<true>();
    gelu_tile_init_pack();
    gelu_tile_pack<true>(1);
    gelu_tile_pack(1);
    gelu_tanh_tile_init();
    gelu_tanh_tile_init_pack();
    gelu_tanh_tile(1);
    gelu_tanh_tile_pack(1);
    gelu_derivative_tile_init<false>();
    gelu_derivative_tile_init();
    gelu_derivative_tile<false>(1);
    gelu_derivative_tile(1);
    hardmish_tile(1);
    hardmish_tile_init();
    hardtanh_tile(1, 1, 1);
    hardtanh_tile_pack(1, 1, 1);
    hardtanh_tile_init();
    hardtanh_tile_init_pack();
    i0_tile(1);
    i0_tile_init();
    i1_tile(1);
    i1_tile_init();
    identity_tile(1);
    identity_tile_init();
    identity_tile_uint32(1);
    isinf_tile(1);
    isinf_tile_init();
    isposinf_tile(1);
    isposinf_tile_init();
    isneginf_tile(1);
    isneginf_tile_init();
    isnan_tile(1);
    isnan_tile_init();
    isfinite_tile(1);
    isfinite_tile_init();
    lerp_tile<DataFormat::UInt16>(1, 1, 1, 1);
    lerp_tile<DataFormat::Int32>(1, 1, 1, 1);
    lerp_tile_init();
    lgamma_stirling_tile(1);
    lgamma_stirling_tile_init();
    lgamma_stirling_float_tile(1, 1, 1);
    lgamma_stirling_float_tile_init();
    lgamma_adjusted_tile(1, 1, 1, 1);
    lgamma_adjusted_tile_init();
    log1p_tile_init<false>();
    log1p_tile_init();
    log1p_tile<false>(1);
    log1p_tile(1);
    logical_not_tile<DataFormat::UInt16>(1);
    logical_not_tile<DataFormat::Int32>(1);
    logical_not_tile_init();
    mac_tile<DataFormat::UInt16>(1, 1, 1, 1);
    mac_tile<DataFormat::Int32>(1, 1, 1, 1);
    mac_tile_init<DataFormat::UInt16>();
    mac_tile_init<DataFormat::Int32>();
    mish_tile<true>(1);
    mish_tile_init<true>();
    negative_tile_init();
    negative_tile(1);
    negative_tile_int32(1);
    polygamma_tile(1, 1, 1);
    polygamma_tile_init();
    prelu_tile(1, 1);
    prelu_tile_init();
    rand_tile(1, 1, 1);
    rand_tile_init();
    rdiv_tile_init();
    rdiv_tile<RoundingMode::None>(1, 1);
    rdiv_tile(1, 1);
    rdiv_tile(1, 1, (int)VectorMode::C);
    rdiv_tile(1, 1, VectorMode::R);
    recip_tile_init<true>();
    recip_tile_init();
    recip_tile<true>(1);
    recip_tile(1);
    recip_tile(1, (int)VectorMode::C);
    recip_tile(1, VectorMode::R);
    relu_tile_init();
    relu_tile(1);
    relu_max_tile(1, 1);
    relu_max_tile_pack(1, 1);
    relu_max_tile_int32(1, 1);
    relu_max_tile_uint32(1, 1);
    relu_max_tile_uint16(1, 1);
    relu_max_tile_init();
    relu_max_tile_init_pack();
    relu_min_tile(1, 1);
    relu_min_tile_int32(1, 1);
    relu_min_tile_uint32(1, 1);
    relu_min_tile_uint16(1, 1);
    relu_min_tile_init();
    relu_tile_int32(1);
    leaky_relu_tile(1);
    leaky_relu_tile_init();
    remainder_tile(1);
    remainder_tile_init(1, 1);
    remainder_tile_uint32(1, 1);
    remainder_tile_uint32_init();
    rsub_tile(1, 1);
    rsub_tile_init();
    rounding_op_tile_init();
    ceil_tile(1);
    floor_tile(1);
    trunc_tile(1);
    round_tile(1, 1);
    stochastic_round_tile(1);
    frac_tile(1);
    rpow_tile_init();
    rpow_tile(1, 1);
    rpow_tile(1, 1, (int)VectorMode::C);
    rpow_tile(1, 1, VectorMode::R);
    rsqrt_tile_init<false>();
    rsqrt_tile_init();
    rsqrt_tile<false, false>(1);
    rsqrt_tile(1);
    rsub_tile(1, 1);
    rsub_unary_int32_tile(1, 1);
    rsub_unary_int32_tile_init();
    selu_tile(1, 1, 1);
    selu_tile_pack(1, 1, 1);
    selu_tile_init();
    selu_tile_init_pack();
    sfpu_sum_int_init();
    sfpu_sum_int_col(1);
    sfpu_sum_int_row(1);
    sfpu_add_int(1);
    left_shift_tile<DataFormat::UInt16>(1, 1);
    left_shift_tile<DataFormat::Int32>(1, 1);
    right_shift_tile<DataFormat::UInt16>(1, 1);
    right_shift_tile<DataFormat::Int32>(1, 1);
    left_shift_tile_init();
    right_shift_tile_init();
    snake_beta_tile<DataFormat::UInt16>(1, 1, 1, 1);
    snake_beta_tile<DataFormat::Int32>(1, 1, 1, 1);
    snake_beta_tile_init();
    softcap_tile(1, 1, 1);
    softcap_tile_init();
    softplus_tile(1, 1, 1, 1);
    softplus_tile_init();
    softplus_tile_pack(1, 1, 1, 1);
    softplus_tile_init_pack();
    sqrt_tile_init();
    sqrt_tile<false>(1);
    sqrt_tile(1);
    tanh_derivative_tile_init<false>();
    tanh_derivative_tile_init();
    tanh_derivative_tile<false>(1);
    tanh_derivative_tile(1);
    tanhshrink_tile(1);
    tanhshrink_tile_init();
    threshold_tile(1, 1, 1);
    threshold_tile_init();
    sin_tile_init();
    sin_tile(1);
    cos_tile_init();
    cos_tile(1);
    acosh_tile_init();
    acosh_tile(1);
    tan_tile_init();
    tan_tile(1);
    asinh_tile_init();
    asinh_tile(1);
    atanh_tile_init();
    atanh_tile(1);
    asin_tile(1);
    asin_tile_init();
    atan_tile(1);
    atan_tile_init();
    acos_tile(1);
    acos_tile_init();
    cosh_tile_init();
    cosh_tile(1);
    sinh_tile_init();
    sinh_tile(1);
    typecast_tile<5, 0>(1);
    typecast_tile_init<5, 0>();
    where_tile<DataFormat::UInt32>(1, 1, 1, 1);
    where_tile<DataFormat::Int32>(1, 1, 1, 1);
    where_tile_init();
    xielu_tile(1, 1, 1);
    xielu_tile_init();
    add_int_tile<DataFormat::UInt16>(1, 1, 1);
    add_int_tile<DataFormat::Int32>(1, 1, 1);
    add_int_tile_init();
    atan2_binary_tile(1, 1, 1);
    atan2_binary_tile_init();
    bitwise_and_binary_tile<DataFormat::UInt16>(1, 1, 1);
    bitwise_and_binary_tile<DataFormat::Int32>(1, 1, 1);
    bitwise_or_binary_tile<DataFormat::UInt16>(1, 1, 1);
    bitwise_or_binary_tile<DataFormat::Int32>(1, 1, 1);
    bitwise_xor_binary_tile<DataFormat::UInt16>(1, 1, 1);
    bitwise_xor_binary_tile<DataFormat::Int32>(1, 1, 1);
    binary_bitwise_tile_init();
    eq_int_tile<DataFormat::UInt16>(1, 1, 1);
    eq_int_tile<DataFormat::Int32>(1, 1, 1);
    ne_int_tile<DataFormat::UInt16>(1, 1, 1);
    ne_int_tile<DataFormat::Int32>(1, 1, 1);
    lt_int_tile<DataFormat::UInt16>(1, 1, 1);
    lt_int_tile<DataFormat::Int32>(1, 1, 1);
    gt_int_tile<DataFormat::UInt16>(1, 1, 1);
    gt_int_tile<DataFormat::Int32>(1, 1, 1);
    le_int_tile<DataFormat::UInt16>(1, 1, 1);
    le_int_tile<DataFormat::Int32>(1, 1, 1);
    ge_int_tile<DataFormat::UInt16>(1, 1, 1);
    ge_int_tile<DataFormat::Int32>(1, 1, 1);
    eq_int_tile_init<DataFormat::UInt16>();
    eq_int_tile_init<DataFormat::Int32>();
    ne_int_tile_init<DataFormat::UInt16>();
    ne_int_tile_init<DataFormat::Int32>();
    lt_int_tile_init<DataFormat::UInt16>();
    lt_int_tile_init<DataFormat::Int32>();
    gt_int_tile_init<DataFormat::UInt16>();
    gt_int_tile_init<DataFormat::Int32>();
    le_int_tile_init<DataFormat::UInt16>();
    le_int_tile_init<DataFormat::Int32>();
    ge_int_tile_init<DataFormat::UInt16>();
    ge_int_tile_init<DataFormat::Int32>();
    fmod_int32_tile(1, 1, 1);
    fmod_int32_tile_init();
    fmod_binary_tile(1, 1, 1);
    fmod_binary_tile_init();
    binary_max_int32_tile(1, 1, 1);
    binary_max_int32_tile_init();
    binary_max_uint32_tile(1, 1, 1);
    binary_max_uint32_tile_init();
    binary_max_tile(1, 1, 1);
    binary_max_tile(1, 1, 1, (int)VectorMode::C);
    binary_max_tile(1, 1, 1, VectorMode::R);
    binary_max_tile_init();
    binary_min_int32_tile(1, 1, 1);
    binary_min_int32_tile_init();
    binary_min_uint32_tile(1, 1, 1);
    binary_min_uint32_tile_init();
    binary_min_tile(1, 1, 1);
    binary_min_tile(1, 1, 1, (int)VectorMode::C);
    binary_min_tile(1, 1, 1, VectorMode::R);
    binary_min_tile_init();
    remainder_int32_tile(1, 1, 1);
    remainder_int32_tile_init();
    remainder_uint32_tile(1, 1, 1);
    remainder_uint32_tile_init();
    remainder_binary_tile(1, 1, 1);
    remainder_binary_tile_init();
    binary_left_shift_tile<DataFormat::UInt16>(1, 1, 1);
    binary_left_shift_tile<DataFormat::Int32>(1, 1, 1);
    binary_right_shift_tile<DataFormat::UInt16>(1, 1, 1);
    binary_right_shift_tile<DataFormat::Int32>(1, 1, 1);
    binary_logical_right_shift_tile<DataFormat::UInt16>(1, 1, 1);
    binary_logical_right_shift_tile<DataFormat::Int32>(1, 1, 1);
    binary_shift_tile_init();
    cumsum_tile(1);
    cumsum_tile_init();
    div_int32_floor_tile(1, 1, 1);
    div_int32_trunc_tile(1, 1, 1);
    div_int32_floor_tile_init();
    div_int32_trunc_tile_init();
    div_int32_tile(1, 1, 1);
    div_int32_tile_init();
    div_binary_tile(1, 1, 1);
    mul_binary_tile(1, 1, 1);
    add_binary_tile<ckernel::DstRoundingMode::Default>(1, 1, 1);
    add_binary_tile(1, 1, 1);
    sub_binary_tile<ckernel::DstRoundingMode::Default>(1, 1, 1);
    sub_binary_tile(1, 1, 1);
    rsub_binary_tile<ckernel::DstRoundingMode::Default>(1, 1, 1);
    rsub_binary_tile(1, 1, 1);
    power_binary_tile(1, 1, 1);
    eq_binary_tile(1, 1, 1);
    ne_binary_tile(1, 1, 1);
    lt_binary_tile(1, 1, 1);
    gt_binary_tile(1, 1, 1);
    le_binary_tile(1, 1, 1);
    ge_binary_tile(1, 1, 1);
    div_binary_tile_init();
    mul_binary_tile_init();
    add_binary_tile_init();
    sub_binary_tile_init();
    rsub_binary_tile_init();
    power_binary_tile_init();
    eq_binary_tile_init();
    ne_binary_tile_init();
    lt_binary_tile_init();
    gt_binary_tile_init();
    le_binary_tile_init();
    ge_binary_tile_init();
    gcd_tile(1, 1, 1);
    gcd_tile_init();
    isclose_binary_tile<false>(1, 1, 1, 1, 1);
    isclose_binary_tile(1, 1, 1, 1, 1);
    isclose_binary_tile_init();
    lcm_tile(1, 1, 1);
    lcm_tile_init();
    logsigmoid_tile(1, 1, 1);
    logsigmoid_tile_init();
    mask_tile_init();
    mask_tile(1, 1);
    mask_posinf_tile(1, 1);
    mul_int_tile<DataFormat::UInt16>(1, 1, 1);
    mul_int_tile<DataFormat::Int32>(1, 1, 1);
    mul_int_tile_init<DataFormat::UInt16>();
    mul_int_tile_init<DataFormat::Int32>();
    quant_tile(1, 1, 1);
    requant_tile(1, 1, 1);
    dequant_tile(1, 1, 1);
    quant_tile_init(1);
    quant_uint8_tile_init(1);
    requant_tile_init(1);
    requant_uint8_tile_init(1);
    dequant_tile_init(1);
    sfpu_bcast_col_init();
    sfpu_sub_bcast_col_init();
    sfpu_add_bcast_col_init();
    sfpu_mul_bcast_col_init();
    sfpu_sub_bcast_col(1, 1);
    sfpu_add_bcast_col(1, 1);
    sfpu_mul_bcast_col(1, 1);
    sfpu_bcast_row_init();
    sfpu_sub_bcast_row_init();
    sfpu_add_bcast_row_init();
    sfpu_mul_bcast_row_init();
    sfpu_sub_bcast_row(1, 1);
    sfpu_add_bcast_row(1, 1);
    sfpu_mul_bcast_row(1, 1);
    sfpu_bcast_init<BroadcastType::COL>();
    sfpu_bcast<BroadcastType::COL, EltwiseBinaryType::ELWADD>(1, 1);
    situ_glu_tile(1, 1, 1);
    situ_glu_tile(1, 1, 1, (int)VectorMode::C);
    situ_glu_tile(1, 1, 1, VectorMode::R);
    situ_glu_tile_init();
    sub_int_tile<DataFormat::UInt16>(1, 1, 1);
    sub_int_tile<DataFormat::Int32>(1, 1, 1);
    rsub_int_tile<DataFormat::UInt16>(1, 1, 1);
    rsub_int_tile<DataFormat::Int32>(1, 1, 1);
    sub_int_tile_init();
    rsub_int_tile_init();
    xlogy_binary_tile(1, 1, 1);
    xlogy_binary_tile_init();
    sigmoid_tile<VectorMode::RC, false>(1);
    sigmoid_tile(1);
    log_with_base_tile<false>(1, 1);
    log_with_base_tile(1, 1);
    max_tile_init();
    expm1_tile(1);
    expm1_tile_init();
    sfpu_reduce<PoolType::SUM, DataFormat::Int32>(1);
    add_int32_tile(1, 1, 1);
    add_uint16_tile(1, 1, 1);
    add_uint32_tile(1, 1, 1);
    bitwise_and_binary_tile(1, 1, 1);
    bitwise_and_uint32_binary_tile(1, 1, 1);
    bitwise_and_uint16_binary_tile(1, 1, 1);
    bitwise_or_binary_tile(1, 1, 1);
    bitwise_or_uint32_binary_tile(1, 1, 1);
    bitwise_or_uint16_binary_tile(1, 1, 1);
    bitwise_xor_binary_tile(1, 1, 1);
    bitwise_xor_uint32_binary_tile(1, 1, 1);
    bitwise_xor_uint16_binary_tile(1, 1, 1);
    lt_int32_tile(1, 1, 1);
    gt_int32_tile(1, 1, 1);
    ge_int32_tile(1, 1, 1);
    le_int32_tile(1, 1, 1);
    lt_int32_tile_init();
    gt_int32_tile_init();
    ge_int32_tile_init();
    le_int32_tile_init();
    binary_max_tile(1, 1, 1);
    binary_min_tile(1, 1, 1);
    binary_left_shift_tile(1, 1, 1);
    binary_left_shift_uint32_tile<false>(1, 1, 1);
    binary_left_shift_uint32_tile(1, 1, 1);
    binary_left_shift_int32_tile(1, 1, 1);
    binary_right_shift_tile(1, 1, 1);
    binary_right_shift_uint32_tile<false>(1, 1, 1);
    binary_right_shift_uint32_tile(1, 1, 1);
    binary_right_shift_int32_tile(1, 1, 1);
    binary_logical_right_shift_tile(1, 1, 1);
    binary_logical_right_shift_uint32_tile<false>(1, 1, 1);
    binary_logical_right_shift_uint32_tile(1, 1, 1);
    binary_logical_right_shift_int32_tile(1, 1, 1);
    add_binary_tile(1, 1, 1);
    sub_binary_tile(1, 1, 1);
    rsub_binary_tile(1, 1, 1);
    bitwise_and_tile(1, 1);
    bitwise_or_tile(1, 1);
    bitwise_xor_tile(1, 1);
    dropout_kernel_init(1);
    erfc_tile_init<true>();
    erfc_tile_init();
    erfc_tile<true>(1);
    erfc_tile(1);
    exp_tile_init<false, true, 0x3F800000>();
    exp_tile_init();
    fill_tile_int(1, 1);
    fmod_tile(1, 1, 1);
    left_shift_tile(1, 1);
    logical_not_unary_tile(1);
    logical_not_unary_tile_int32(1);
    logical_not_unary_tile_uint32(1);
    logical_not_unary_tile_uint16(1);
    logical_not_unary_tile_init();
    rand_tile_init(1);
    leaky_relu_tile(1, 1);
    remainder_tile(1, 1, 1);
    right_shift_tile(1, 1);
    ceil_tile_float32(1);
    floor_tile_float32(1);
    trunc_tile_float32(1);
    frac_tile_float32(1);
    sqrt_tile_init<true>();
    sqrt_tile_init();
    sqrt_tile<true, false>(1);
    sqrt_tile(1);
    typecast_tile_init();
    where_tile(1, 1, 1, 1);
    where_fp32_tile(1, 1, 1, 1);
    where_int32_tile(1, 1, 1, 1);
    where_uint32_tile(1, 1, 1, 1);
    mul_int32_tile(1, 1, 1);
    mul_uint32_tile(1, 1, 1);
    mul_int32_tile_init();
    mul_uint16_tile(1, 1, 1);
    mul_int_tile_init();
    sub_int32_tile(1, 1, 1);
    sub_uint32_tile(1, 1, 1);
    sub_uint16_tile(1, 1, 1);
    rsub_int32_tile(1, 1, 1);
    rsub_int32_tile_init();
    exp_tile<true>(0);
    exp_tile<true, true>(0);
    exp_tile<false, true, true>(0, (int)VectorMode::RC, 0x3F80);
    exp_tile<true, true, false, false, 8>(0, VectorMode::None, 0x3F80);
    exp_tile<true, false, InputClamping::None, 32>(0, VectorMode::None);
    exp_tile_init<true, true>();
    exp_tile_init<true, true, 0x40000000>();
    exp_tile_init<1u>();
    exp_tile<1u>(0);
    exp_tile_init<true, 0x40000000, InputClamping::None>();
    sqrt_tile<false>(0);
    rsqrt_tile<true>(0);
    ckernel::exp_tile(0);
    sigmoid_tile<(int)VectorMode::RC, true>(0);
    add_binary_tile(0, 1);
    add_binary_tile<DstRoundingMode::NearestEven>(0, 1, 2);
    max_tile_init();
    max_tile(0, 1, (int)VectorMode::C);
    where_tile<DataFormat::Float32>(0, 1, 2, 0);
}
void welford_calls() {
    std::array<uint32_t, 0> none{};
    std::array<uint32_t, 8> lut{};
    welford_init();
    welford_init<WelfordInitMode::PreserveStats>();
    welford_clear();
    welford_update<0>(0, 0, none);
    welford_update<8>(0, 0, lut);
    welford_update_rows<0>(0, 0, 1, 2, none);
    welford_save_state(1);
    welford_restore_state(1);
    welford_finalize_to_row<0>(1, 31, none);
    welford_finalize_to_face<8>(1, 2, 3, lut);
    welford_finalize_to_face<0>(1, 3, none);
    init_sfpu(0, 16);
}

// Every function that tw/sfpu/table.def declares, in its form: a row whose header does not exist or does not declare it
// fails here by name.
#define TRY_OWN(...)
#define TRY_CALL(init, call, ...) call(0);
#define TRY_CALL1(init, call, ...) call(0, 1);
#define TRY_CALL2(init, call, ...) call(0, 1, 2);
#define TRY_TILE(init, call, ...) init(), call(0);
#define TRY_TILE1(init, call, ...) init(), call(0, 1);
#define TRY_TILE2(init, call, ...) init(), call(0, 1, 2);
#define TRY_TILE3(init, call, ...) init(), call(0, 1, 2, 3);
#define TRY_BOTH(init, call, init_pack, call_pack, ...) init(), call(0), init_pack(), call_pack(0);
#define TRY_BOTH1(init, call, init_pack, call_pack, ...) init(), call(0, 1), init_pack(), call_pack(0, 1);
#define TRY_BOTH2(init, call, init_pack, call_pack, ...) init(), call(0, 1, 2), init_pack(), call_pack(0, 1, 2);
#define TRY_BOTH3(init, call, init_pack, call_pack, ...) init(), call(0, 1, 2, 3), init_pack(), call_pack(0, 1, 2, 3);
#define TRY_FAST_ON(init, call, ...) init(), init<false>(), call(0), call<false>(0);
#define TRY_FAST_OFF TRY_FAST_ON
#define TRY_FAST_BOTH_ON(init, call, init_pack, call_pack, ...) init(), call(0), init_pack<false>(), call_pack<true>(0);
#define TRY_FAST_BOTH_OFF TRY_FAST_BOTH_ON
#define TRY_FORMAT1(init, call, ...) init(), call(0, 1), call<DataFormat::UInt16>(0, 1);
#define TRY_INT32(init, call, init_pack, call_pack, call_int32) call_int32(0);
#define TRY_INT32_1(init, call, init_pack, call_pack, call_int32) call_int32(0, 1);
#define TRY_INT32_2(init, call, init_pack, call_pack, call_int32) call_int32(0, 1, 2);
#define TRY_TWO_OWN(...)
#define TRY_TWO_TILE(init, call) init(), call(0, 1, 2);
#define TRY_TWO_FORMAT(init, call) init(), init<DataFormat::UInt32>(), call(0, 1, 2), call<DataFormat::UInt32>(0, 1, 2);
#define TRY_THREE_OWN(...)
#define TRY_THREE_TILE(init, call) init(), call(0, 1, 2, 3);
#define TRY_THREE_FORMAT(init, call) init(), call(0, 1, 2, 3), call<DataFormat::Float32>(0, 1, 2, 3);
#define TRY_THREE_FORMAT1(init, call) init(), call(0, 1, 2, 3, 4), call<DataFormat::Float32>(0, 1, 2, 3, 4);
#define TRY_THREE_SELECT(init, call) init(), call(0, 1, 2, 3), call<DataFormat::Int32>(0, 1, 2, 3);
#define TW_UNARY(NAME, call, header, form, ...) \
    TRY_##form(call##_tile_init, call##_tile, call##_tile_init_pack, call##_tile_pack, call##_tile_int32)
#define TW_BINARY(NAME, call, header, form, ...) TRY_TWO_##form(call##_tile_init, call##_tile)
#define TW_TERNARY(NAME, call, header, form, ...) TRY_THREE_##form(call##_tile_init, call##_tile)
void table_calls() {
#include "tw/sfpu/table.def"
}
