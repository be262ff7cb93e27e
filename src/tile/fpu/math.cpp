// tile_math(): which implementation a program gets, and the refusals that all implementations share.
#include "tile/fpu/math.hpp"

#include <string>

#include "base/error.hpp"
#include "tile/fpu/math_rules.hpp"
#include "tile/fpu/tables.hpp"

namespace tilewright::tile {

const TileMath& tile_math(Numerics numerics, bool simd) {
    if (!simd) return numerics == Numerics::Float ? float_scalar_table() : card_scalar_table();
    const SimdTarget& best = simd_targets().front();
    return numerics == Numerics::Float ? best.float_table : best.card_table;
}

static void check_sources(const char* what, const MathConfig& config) {
    for (const DataFormat format : {config.src_a, config.src_b})
        if (is_integer(format)) refuse_format(what, format);
    if (is_a_exponent(config.src_a) != is_a_exponent(config.src_b))
        throw Error("TW0604",
                    std::string(what) + " was given a " + std::string(format_name(config.src_a)) + " and a " +
                        std::string(format_name(config.src_b)) +
                        " operand, but exponents of 5 and of 8 bits do not mix",
                    "Give both circular buffers a format of the same exponent family.");
}

void check_eltwise(const MathConfig& config, EltwiseOp op) {
    check_sources("an element-wise FPU operation", config);
    if (op != EltwiseOp::Mul && op != EltwiseOp::Add && op != EltwiseOp::Sub)
        throw Error("TW0605", "the FPU has no element-wise division or comparison",
                    "Use ELWADD, ELWSUB or ELWMUL, or the SFPU call (div_binary_tile, lt_binary_tile).");
}

void check_matmul(const MathConfig& config) { check_sources("matmul", config); }

void check_reduce(const MathConfig& config, Pool pool) {
    check_sources("reduce", config);
    if (pool == Pool::Min)
        throw Error("TW0605", "the FPU has no minimum reduction",
                    "Use sfpu_reduce, or negate, reduce with MAX and negate.");
}

}  // namespace tilewright::tile
