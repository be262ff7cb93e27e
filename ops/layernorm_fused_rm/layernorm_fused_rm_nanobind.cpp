// The Python binding of layernorm_fused_rm.
#include "layernorm_fused_rm_nanobind.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>

#include "layernorm_fused_rm.hpp"
#include "ttnn-nanobind/decorators.hpp"
#include "ttnn/op_registry.hpp"

namespace ttnn::operations::layernorm_fused_rm {

void bind_layernorm_fused_rm_operation(nb::module_& mod) {
    const OperationDoc* doc = ttnn::find_documentation("layernorm_fused_rm");
    bind_registered_operation(
        mod, ttnn::layernorm_fused_rm, doc == nullptr ? "" : ttnn::documentation_text(*doc),
        ttnn::nanobind_arguments_t{
            nb::arg("input_tensor"), nb::arg("gamma") = std::nullopt, nb::arg("beta") = std::nullopt,
            nb::arg("epsilon") = 1e-5f, nb::arg("memory_config") = std::nullopt,
            nb::arg("compute_kernel_config") = std::nullopt, nb::arg("dtype") = std::nullopt,
            nb::arg("core_grid") = std::nullopt, nb::arg("math") = tilewright::workshop::RowMath::Sfpu});
}

}  // namespace ttnn::operations::layernorm_fused_rm
