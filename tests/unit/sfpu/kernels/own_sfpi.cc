// A kernel with SFPU code of its own, in the forms that public kernels use: must compile for MATH.
#define APPROX false
#define DST_ACCUM_MODE false
#define DST_SYNC_MODE DstSync::SyncHalf
#include "api/compute/eltwise_unary/rsqrt.h"
#include "ckernel_sfpu_binop_with_unary.h"
#include "ckernel_sfpu_sqrt.h"
#include "sfpu/ckernel_sfpu_converter.h"
#include "experimental/llk_sfpu/ckernel_sfpu_custom_add.h"
#include "experimental/llk_sfpu/ckernel_sfpu_smoothstep.h"
#include "llk_math_eltwise_unary_sfpu_macros.h"
template <int BINOP>
sfpi_inline void skip_binop(uint32_t param) {
    for (int i = 0; i < 4; i++) {
        sfpi::vFloat v = sfpi::dst_reg[0];
        sfpi::dst_reg[0] = (BINOP == ckernel::sfpu::MUL) ? (v * ckernel::sfpu::Converter::as_float(param))
                                                         : (v + ckernel::sfpu::Converter::as_float(param));
        sfpi::dst_reg += 2;
    }
}
sfpi_inline void skip_mul(uint32_t p) { skip_binop<ckernel::sfpu::MUL>(p); }
sfpi_inline void skip_rsqrt() {
    sfpi::vFloat t = ckernel::sfpu::_calculate_sqrt_body_<APPROX, true, false>(sfpi::dst_reg[0]);
    t = sfpi::convert<sfpi::vFloat16b>(t, sfpi::RoundMode::Nearest);
    sfpi::dst_reg[0] = t;
    sfpi::dst_reg[0] = sfpi::dst_reg[0] * t + t;
    v_if(t < 0.0f && sfpi::exexp(t) >= 0) { t = 1.0f; }
    v_elseif(t >= 4.0f) {
        t = -t;
        v_if(t == 2.0f) { t = 3.0f; }
        v_endif;
    }
    v_else { t = sfpi::setexp(t, 127); }
    v_endif;
    sfpi::vInt i = sfpi::reinterpret<sfpi::vInt>(t);
    i = i + 5;
    i -= 3;
    i = i << 2;
    const sfpi::vInt half = sfpi::as<sfpi::vInt>(sfpi::as<sfpi::vUInt>(t) >> 1);
    const sfpi::vInt rest = sfpi::vConstIntPrgm0 - half;
    sfpi::vFloat y = sfpi::as<sfpi::vFloat>(rest);
    sfpi::vConstFloatPrgm0 = 2.0f;
    y = sfpi::vConstFloatPrgm0 * y + sfpi::vConst1;
    v_if(i & 1) { y = 0.0f; }
    v_endif;
    sfpi::l_reg[sfpi::LRegs::LReg0] = y;
    t = sfpi::l_reg[sfpi::LRegs::LReg0];
    sfpi::dst_reg[0] = t;
    sfpi::dst_reg++;
}
void kernel_main() {
    MATH((_llk_math_eltwise_unary_sfpu_params_(skip_mul, 0, ckernel::VectorMode::C, 5u)));
    MATH((_llk_math_eltwise_unary_sfpu_params_<false>(skip_rsqrt, 0, (int)ckernel::VectorMode::C)));
    MATH(SFPU_BINARY_CALL_NO_TEMPLATE_ARGS(DST_SYNC_MODE, DST_ACCUM_MODE, my_add_tile_face, 0, 1, 0, VectorMode::RC));
    MATH(SFPU_UNARY_CALL_NO_TEMPLATE_ARGS(DST_SYNC_MODE, DST_ACCUM_MODE, smoothstep_tile_face, 0, VectorMode::RC, 0.0f,
                                          1.0f, 1.0f));
    MATH(SFPU_UNARY_CALL(DST_SYNC_MODE, DST_ACCUM_MODE, calculate_rsqrt, (APPROX, 8, DST_ACCUM_MODE, false, false), 0,
                         VectorMode::C));
    MATH(SFPU_UNARY_CALL(DST_SYNC_MODE, DST_ACCUM_MODE, calculate_reciprocal, (APPROX, DST_ACCUM_MODE, 8, true), 0,
                         VectorMode::C));
    MATH(SFPU_UNARY_INIT(abs));
    MATH(SFPU_UNARY_INIT_FN(rsqrt, sfpu::rsqrt_init, (APPROX, false)));
}
