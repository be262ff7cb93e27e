// The Python binding of shift_max_rm.
#pragma once

#include <nanobind/nanobind.h>

namespace ttnn::operations::shift_max_rm {

namespace nb = nanobind;
void bind_shift_max_rm_operation(nb::module_& mod);

}  // namespace ttnn::operations::shift_max_rm
