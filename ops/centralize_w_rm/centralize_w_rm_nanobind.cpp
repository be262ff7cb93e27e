// The Python binding of centralize_w_rm.
#include "centralize_w_rm_nanobind.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>

#include "centralize_w_rm.hpp"
#include "ttnn-nanobind/decorators.hpp"
#include "ttnn/op_registry.hpp"

namespace ttnn::operations::centralize_w_rm {

void bind_centralize_w_rm_operation(nb::module_& mod) {
    const OperationDoc* doc = ttnn::find_documentation("centralize_w_rm");
    bind_registered_operation(
        mod, ttnn::centralize_w_rm, doc == nullptr ? "" : ttnn::documentation_text(*doc),
        ttnn::nanobind_arguments_t{nb::arg("input_tensor"), nb::arg("memory_config") = std::nullopt,
                                   nb::arg("compute_kernel_config") = std::nullopt, nb::arg("dtype") = std::nullopt,
                                   nb::arg("core_grid") = std::nullopt,
                                   nb::arg("math") = tilewright::workshop::RowMath::Sfpu});
}

}  // namespace ttnn::operations::centralize_w_rm
