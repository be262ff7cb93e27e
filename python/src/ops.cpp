// Ops that are written in C++, in a module of their own. The build lists them: the folders that ops/ops.txt names.
#include "binding.hpp"

#ifdef TILEWRIGHT_HAVE_OPS
#include "ops/common/seed_ops.hpp"
#include "ops_list.hpp"
#endif

namespace tilewright::python {

void bind_ops([[maybe_unused]] nb::module_& m) {
#ifdef TILEWRIGHT_HAVE_OPS
    tilewright::ops::seed_ops();
    tilewright::workshop::register_documentation();
    using tilewright::workshop::RowMath;
    nb::enum_<RowMath>(m, "RowMath", "Which unit computes a row op: float32 on the SFPU, or the matrix unit.")
        .value("Sfpu", RowMath::Sfpu)
        .value("Fpu", RowMath::Fpu);
    nb::module_ ops = m.def_submodule("ops", "The ops that ship; ttnn has them under their names.");
    bind_listed_ops(ops);
#endif
}

}  // namespace tilewright::python
