// The extension module: the C++ core as Python sees it. The packages tilewright and tilewright.ttnn give it its names.
#include "binding.hpp"

NB_MODULE(_tilewright, m) {
    namespace tp = tilewright::python;
    m.doc() = "The virtual card: devices, tensors, program descriptors and generic_op.";
    tp::bind_errors(m);
    tp::bind_enums(m);
    tp::bind_cores(m);
    tp::bind_mesh(m);
    tp::bind_device(m);
    tp::bind_tensor_specs(m);
    tp::bind_tensor(m);
    tp::bind_host_data(m);
    tp::bind_runtime_args(m);
    tp::bind_descriptors(m);
    tp::bind_generic_op(m);
    tp::bind_runs(m);
    tp::bind_profiler(m);
    tp::bind_ops(m);
    tp::bind_loaded_ops(m);
    tp::bind_suspects(m);
}
