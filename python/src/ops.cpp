// Ops that are written in C++ and put themselves into the registry of src/ttnn.
#include "binding.hpp"

#include "ttnn/op_registry.hpp"

namespace tilewright::python {

void bind_ops(nb::module_& m) {
    m.def("operation_names", [] {
        std::vector<std::string> names;
        for (const ttnn::OperationDoc* doc : ttnn::all_documentation()) names.push_back(doc->name);
        return names;
    });
}

}  // namespace tilewright::python
