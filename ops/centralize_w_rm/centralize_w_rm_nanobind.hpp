// The Python binding of centralize_w_rm.
#pragma once

#include <nanobind/nanobind.h>

namespace ttnn::operations::centralize_w_rm {

namespace nb = nanobind;
void bind_centralize_w_rm_operation(nb::module_& mod);

}  // namespace ttnn::operations::centralize_w_rm
