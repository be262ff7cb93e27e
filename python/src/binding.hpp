// What the parts of the module share. Each part binds one family of names; module.cpp calls them in order, because a
// default argument needs its type bound first.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tt-metalium/core_coord.hpp"
#include "tt-metalium/mesh_device.hpp"
#include "ttnn/tensor/tensor.hpp"

namespace nb = nanobind;

namespace tilewright::python {

namespace ttm = tt::tt_metal;
using ttm::distributed::MeshDevice;
using Words = std::vector<uint32_t>;

void bind_errors(nb::module_& m);
void bind_enums(nb::module_& m);
void bind_cores(nb::module_& m);
void bind_mesh(nb::module_& m);
void bind_device(nb::module_& m);
void bind_tensor_specs(nb::module_& m);
void bind_tensor(nb::module_& m);
void bind_host_data(nb::module_& m);
void bind_runtime_args(nb::module_& m);
void bind_descriptors(nb::module_& m);
void bind_generic_op(nb::module_& m);
void bind_runs(nb::module_& m);
void bind_profiler(nb::module_& m);
void bind_ops(nb::module_& m);
void bind_loaded_ops(nb::module_& m);
void bind_suspects(nb::module_& m);

// A sequence of whole numbers, each 0 .. 2^32-1; TypeError names the position and the value. `what` is for the message.
Words to_words(nb::handle values, const char* what);
// A core from CoreCoord or an (x, y) pair.
ttm::CoreCoord to_core(nb::handle core);
// A shape from Shape, or any sequence of whole numbers.
ttm::Shape to_shape(nb::handle shape);
// The open device behind a handle; RuntimeError when it is closed.
MeshDevice& open_device(MeshDevice& device, const char* what);

// A host tensor's storage without a copy: as a DLPack capsule, and as what the buffer protocol needs.
nb::object dlpack_of(nb::object tensor);
PyType_Slot* tensor_buffer_slots();

// Runs `work` on the card: the interpreter goes on meanwhile, Ctrl-C stops the program, findings are kept.
void run_on_card(MeshDevice& device, const std::function<void()>& work);

// The C++ element type of a dtype, handed to `use` as a null pointer of that type; block floats are floats here.
template <typename Use>
auto with_element_type(ttm::DataType dtype, Use&& use) {
    switch (dtype) {
        case ttm::DataType::BFLOAT16: return use(static_cast<bfloat16*>(nullptr));
        case ttm::DataType::UINT32: return use(static_cast<uint32_t*>(nullptr));
        case ttm::DataType::INT32: return use(static_cast<int32_t*>(nullptr));
        case ttm::DataType::UINT16: return use(static_cast<uint16_t*>(nullptr));
        case ttm::DataType::UINT8: return use(static_cast<uint8_t*>(nullptr));
        default: return use(static_cast<float*>(nullptr));
    }
}

}  // namespace tilewright::python
