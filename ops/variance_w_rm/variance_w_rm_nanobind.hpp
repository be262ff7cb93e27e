// The Python binding of variance_w_rm.
#pragma once

#include <nanobind/nanobind.h>

namespace ttnn::operations::variance_w_rm {

namespace nb = nanobind;
void bind_variance_w_rm_operation(nb::module_& mod);

}  // namespace ttnn::operations::variance_w_rm
