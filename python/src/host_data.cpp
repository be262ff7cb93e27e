// Host data in and out of tensors. bfloat16 crosses as its 16 bits, so nothing is rounded on the way.
#include "binding.hpp"

#include <nanobind/ndarray.h>

#include <cstring>

#include "tt_stl/assert.hpp"

namespace tilewright::python {

using namespace tt::tt_metal;

namespace {

using Array = nb::ndarray<nb::ro, nb::c_contig, nb::device::cpu>;

// Row-major data of the tensor's own dtype is its storage already.
bool is_storage(DataType source, const TensorSpec& spec) {
    return source == spec.data_type() && spec.layout() == Layout::ROW_MAJOR && spec.padded_shape() == spec.logical_shape();
}

Tensor from_array(const Array& array, DataType source, const TensorSpec& spec, MeshDevice* device, float pad_value) {
    const size_t bytes = array.nbytes();
    const void* data = array.data();
    if (device != nullptr) open_device(*device, "from_torch");
    nb::gil_scoped_release release;
    if (is_storage(source, spec) && bytes == spec.compute_packed_buffer_size_bytes()) {
        std::vector<std::byte> storage(bytes);
        std::memcpy(storage.data(), data, bytes);
        Tensor host(std::move(storage), spec);
        return device == nullptr ? host : host.to_device(device, spec.memory_config());
    }
    return with_element_type(source, [&]<typename T>(T*) {
        TT_FATAL(bytes == spec.logical_shape().volume() * sizeof(T), "{} bytes of {} given for a tensor of shape {}", bytes,
                 source, spec.logical_shape());
        const ttsl::Span<const T> values(static_cast<const T*>(data), bytes / sizeof(T));
        return Tensor::from_span<T>(values, spec, device, std::nullopt, T(pad_value));
    });
}

template <typename T>
nb::object array_of(std::vector<T> values, const Shape& shape) {
    using Bits = std::conditional_t<std::is_same_v<T, bfloat16>, uint16_t, T>;
    auto* held = new std::vector<T>(std::move(values));
    nb::capsule owner(held, [](void* at) noexcept { delete static_cast<std::vector<T>*>(at); });
    std::vector<size_t> dims(shape.view().begin(), shape.view().end());
    return nb::cast(nb::ndarray<nb::numpy, Bits>(reinterpret_cast<Bits*>(held->data()), dims.size(), dims.data(), owner));
}

// A new numpy array of the logical elements; bfloat16 as uint16, block floats as float32.
nb::object to_array(const Tensor& tensor) {
    return with_element_type(tensor.dtype(), [&]<typename T>(T*) {
        std::vector<T> values;
        {
            nb::gil_scoped_release release;
            values = tensor.to_vector<T>();
        }
        return array_of<T>(std::move(values), tensor.logical_shape());
    });
}

// The storage of a host tensor itself, as something with __dlpack__ and the buffer protocol.
nb::object storage_view(nb::object self, bool bits) {
    const Tensor& tensor = nb::cast<const Tensor&>(self);
    TT_FATAL(tensor.storage_type() == StorageType::HOST && is_storage(tensor.dtype(), tensor.tensor_spec()),
             "Only a row-major tensor on the host can be looked at in place: call cpu() and to_layout(ROW_MAJOR_LAYOUT) first");
    nb::dlpack::dtype dtype = with_element_type(tensor.dtype(), []<typename T>(T*) {
        if constexpr (std::is_same_v<T, bfloat16>) return nb::dlpack::dtype{static_cast<uint8_t>(nb::dlpack::dtype_code::Bfloat), 16, 1};
        else return nb::dtype<T>();
    });
    if (bits && tensor.dtype() == DataType::BFLOAT16) dtype = nb::dtype<uint16_t>();
    std::vector<size_t> dims(tensor.logical_shape().view().begin(), tensor.logical_shape().view().end());
    auto* data = const_cast<std::byte*>(tensor.host_bytes().data());
    return nb::cast(nb::ndarray<>(data, dims.size(), dims.data(), self, nullptr, dtype));
}

}  // namespace

void bind_host_data(nb::module_& m) {
    m.def("tensor_from_array", &from_array, nb::arg("array"), nb::arg("source_dtype"), nb::arg("spec"),
          nb::arg("device").none() = nb::none(), nb::arg("pad_value") = 0.0f,
          nb::sig("def tensor_from_array(array: typing.Any, source_dtype: DataType, spec: TensorSpec, "
                  "device: MeshDevice | None = None, pad_value: float = 0.0) -> Tensor"));
    m.def("tensor_to_array", &to_array, nb::arg("tensor"), nb::sig("def tensor_to_array(tensor: Tensor) -> typing.Any"));
    m.def("tensor_storage", &storage_view, nb::arg("tensor"), nb::arg("bits") = false,
          nb::sig("def tensor_storage(tensor: Tensor, bits: bool = False) -> typing.Any"));
}

}  // namespace tilewright::python
