// shift_max_rm as the workshop sees it: how it is called; plan and reference follow from its spec.
#include "shift_max_rm.hpp"

#include "workshop/run/generated_op.hpp"

namespace ttnn::operations::shift_max_rm {

namespace ws = tilewright::workshop;

namespace {

constexpr const char* kSpec = R"toml(
name = "shift_max_rm"
doc = "x - max(x)"
formula = "x - max(x)"

[[inputs]]
name = "x"
)toml";

Tensor call(const ws::OpCall& call) {
    return ttnn::shift_max_rm(call.input(0), call.memory_config, call.compute_kernel_config, call.dtype,
                              call.core_grid);
}

}  // namespace

extern "C" void tilewright_op_shift_max_rm(ws::OpDefinition& op) {
    op = ws::rows::definition(kSpec, call, register_documentation);
}

}  // namespace ttnn::operations::shift_max_rm
