// The Python binding of layernorm_fused_rm.
#pragma once

#include <nanobind/nanobind.h>

namespace ttnn::operations::layernorm_fused_rm {

namespace nb = nanobind;
void bind_layernorm_fused_rm_operation(nb::module_& mod);

}  // namespace ttnn::operations::layernorm_fused_rm
