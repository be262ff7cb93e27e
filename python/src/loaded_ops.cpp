// Ops of folders outside the tree: compiled, loaded, and called with what Python has sorted into the op's own order.
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

#include "binding.hpp"
#include "ttnn/op_registry.hpp"
#include "workshop/load/load.hpp"

namespace tilewright::python {

namespace {

using workshop::OpCall;

struct LoadedOp {
    workshop::Op op;
};

std::string documentation(const LoadedOp& loaded) {
    workshop::register_documentation();
    const ttnn::OperationDoc* doc = ttnn::find_documentation(loaded.op->name);
    return doc == nullptr ? loaded.op->mathematics : ttnn::documentation_text(*doc);
}

// One tensor, or several results.
using Results = std::variant<ttnn::Tensor, std::vector<ttnn::Tensor>>;

Results call_op(const LoadedOp& loaded, const OpCall& arguments) {
    if (loaded.op->call_all) return loaded.op->call_all(arguments);
    return loaded.op->call(arguments);
}

Results call(const LoadedOp& loaded, const OpCall& arguments) {
    for (const std::optional<ttnn::Tensor>& tensor : arguments.tensors) {
        if (tensor && tensor->storage_type() == ttnn::StorageType::DEVICE && tensor->is_allocated()) {
            std::optional<Results> result;
            run_on_card(*tensor->device(), [&] { result.emplace(call_op(loaded, arguments)); });
            return std::move(*result);
        }
    }
    return call_op(loaded, arguments);  // refused by the op, in its own words
}

}  // namespace

void bind_loaded_ops(nb::module_& m) {
    nb::class_<LoadedOp>(m, "LoadedOp", "An op of a folder outside the tree; tilewright.load_op makes it callable.")
        .def_prop_ro("name", [](const LoadedOp& self) { return self.op->name; })
        .def_prop_ro("folder", [](const LoadedOp& self) { return self.op->folder.string(); })
        .def_prop_ro("doc", &documentation)
        .def_prop_ro("inputs",
                     [](const LoadedOp& self) {
                         std::vector<std::pair<std::string, bool>> inputs;  // name, optional?
                         for (const auto& input : self.op->inputs) inputs.emplace_back(input.name, input.optional);
                         return inputs;
                     })
        .def_prop_ro("results", [](const LoadedOp& self) { return std::max<size_t>(self.op->results.size(), 1); })
        .def_prop_ro("parameters",
                     [](const LoadedOp& self) {
                         std::vector<std::pair<std::string, double>> parameters;  // name, default
                         for (const auto& p : self.op->parameters) parameters.emplace_back(p.name, p.value);
                         return parameters;
                     })
        .def(
            "call",
            [](const LoadedOp& self, std::vector<std::optional<ttnn::Tensor>> tensors, std::vector<double> parameters,
               std::optional<ttnn::MemoryConfig> memory_config,
               std::optional<ttnn::DeviceComputeKernelConfig> compute_kernel_config,
               std::optional<ttnn::DataType> dtype, std::optional<ttnn::CoreCoord> core_grid) {
                OpCall arguments;
                arguments.tensors = std::move(tensors);
                arguments.parameters = std::move(parameters);
                arguments.memory_config = std::move(memory_config);
                arguments.compute_kernel_config = std::move(compute_kernel_config);
                arguments.dtype = dtype;
                arguments.core_grid = core_grid;
                return call(self, arguments);
            },
            nb::arg("tensors"), nb::arg("parameters"), nb::arg("memory_config") = nb::none(),
            nb::arg("compute_kernel_config") = nb::none(), nb::arg("dtype") = nb::none(),
            nb::arg("core_grid") = nb::none());
    m.def(
        "load_folder",
        [](const std::string& folder) {
            nb::gil_scoped_release others;
            return LoadedOp{workshop::load_folder(folder)};
        },
        nb::arg("folder"));
}

}  // namespace tilewright::python
