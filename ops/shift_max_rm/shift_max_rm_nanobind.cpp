// The Python binding of shift_max_rm.
#include "shift_max_rm_nanobind.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>

#include "shift_max_rm.hpp"
#include "ttnn-nanobind/decorators.hpp"
#include "ttnn/op_registry.hpp"

namespace ttnn::operations::shift_max_rm {

void bind_shift_max_rm_operation(nb::module_& mod) {
    const OperationDoc* doc = ttnn::find_documentation("shift_max_rm");
    const std::string text = doc == nullptr ? "" : ttnn::documentation_text(*doc);
    const ttnn::nanobind_arguments_t arguments{
        nb::arg("x"),
        nb::arg("memory_config") = std::nullopt,
        nb::arg("compute_kernel_config") = std::nullopt,
        nb::arg("dtype") = std::nullopt,
        nb::arg("core_grid") = std::nullopt,
    };
    bind_registered_operation(mod, ttnn::shift_max_rm, text, arguments);
}

}  // namespace ttnn::operations::shift_max_rm
