// TW2404: the SFPU runs an operation while it is initialised for another, or for none.
#include "checks/check.hpp"

namespace tilewright::checks {

namespace {
using tile::SfpuOp;

// Operations whose init loads constants (or parameters) that another operation's init overwrites. The others only need
// that some SFPU init ran since the kernel started.
bool has_own_init(SfpuOp op) {
    switch (op) {
        case SfpuOp::EXP:
        case SfpuOp::EXP2:
        case SfpuOp::EXPM1:
        case SfpuOp::LOG:
        case SfpuOp::LOG_BASE:
        case SfpuOp::LOG1P:
        case SfpuOp::SQRT:
        case SfpuOp::RSQRT:
        case SfpuOp::RECIP:
        case SfpuOp::CBRT:
        case SfpuOp::GELU:
        case SfpuOp::GELU_TANH:
        case SfpuOp::GELU_DERIV:
        case SfpuOp::SIGMOID:
        case SfpuOp::SILU:
        case SfpuOp::TANH:
        case SfpuOp::TANH_DERIV:
        case SfpuOp::MISH:
        case SfpuOp::ERF:
        case SfpuOp::ERFC:
        case SfpuOp::ERFINV:
        case SfpuOp::I1:
        case SfpuOp::DIGAMMA:
        case SfpuOp::POLYGAMMA:
        case SfpuOp::POWER:
        case SfpuOp::RPOW:
        case SfpuOp::FMOD:
        case SfpuOp::REMAINDER:
        case SfpuOp::RDIV:
        case SfpuOp::SIN:
        case SfpuOp::COS:
        case SfpuOp::TAN:
        case SfpuOp::ASIN:
        case SfpuOp::ACOS:
        case SfpuOp::ATAN:
        case SfpuOp::SINH:
        case SfpuOp::COSH:
        case SfpuOp::ASINH:
        case SfpuOp::ACOSH:
        case SfpuOp::ATANH:
        case SfpuOp::CUMSUM:
        case SfpuOp::DIV:
        case SfpuOp::POW:
        case SfpuOp::XLOGY:
        case SfpuOp::ATAN2:
        case SfpuOp::QUANT:
        case SfpuOp::REQUANT:
        case SfpuOp::DEQUANT:
        case SfpuOp::ADDCDIV:
        case SfpuOp::SNAKE_BETA: return true;
        default: return false;
    }
}

// Operations that share their constants count as one.
SfpuOp family(SfpuOp op) {
    switch (op) {
        case SfpuOp::RSQRT: return SfpuOp::SQRT;
        case SfpuOp::SILU: return SfpuOp::SIGMOID;
        case SfpuOp::LOG_BASE: return SfpuOp::LOG;
        case SfpuOp::ACOS: return SfpuOp::ASIN;
        case SfpuOp::ACOSH: return SfpuOp::ASINH;
        case SfpuOp::RPOW: return SfpuOp::POW;
        default: return op;
    }
}

void call(const SfpuCall& use) {
    const uint32_t found = use.tensix.sfpu.init_op;
    const bool none = found == TW_SFPU_COUNT;
    if (!none && (!has_own_init(use.op) || family(static_cast<SfpuOp>(found)) == family(use.op))) return;
    const std::string wanted = sfpu_words(use.op);
    report("TW2404",
           "the SFPU runs " + wanted + " but " +
               (none ? std::string("no SFPU init was called since the kernel started")
                     : "was last initialised for " + sfpu_words(static_cast<SfpuOp>(found))),
           "an init loads the constants its operation reads; with another operation's constants the result is wrong",
           "call the init of " + wanted + " after the last init of another SFPU operation and before this call",
           Severity::Warning);
}
}  // namespace

void sfpu_init(Events& on) { on.sfpu_call.add(call); }

}  // namespace tilewright::checks
