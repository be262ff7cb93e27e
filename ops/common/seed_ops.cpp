// Names the entries of the shipped ops, so that a program that links them as a library has them registered.
#include "ops/common/seed_ops.hpp"

namespace ttnn::operations {
namespace centralize_w_rm {
extern const tilewright::workshop::Op entry;
}
namespace variance_w_rm {
extern const tilewright::workshop::Op entry;
}
namespace layernorm_fused_rm {
extern const tilewright::workshop::Op entry;
}
}  // namespace ttnn::operations

namespace tilewright::ops {

workshop::Op centralize() { return ttnn::operations::centralize_w_rm::entry; }
workshop::Op variance() { return ttnn::operations::variance_w_rm::entry; }
workshop::Op layernorm() { return ttnn::operations::layernorm_fused_rm::entry; }
std::vector<workshop::Op> seed_ops() { return {centralize(), variance(), layernorm()}; }

}  // namespace tilewright::ops
