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
    return source == spec.data_type() && spec.layout() == Layout::ROW_MAJOR &&
           spec.padded_shape() == spec.logical_shape();
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
        TT_FATAL(bytes == spec.logical_shape().volume() * sizeof(T),
                 "TW3219: {} bytes of {} given for a tensor of shape {}", bytes, source, spec.logical_shape());
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
    return nb::cast(
        nb::ndarray<nb::numpy, Bits>(reinterpret_cast<Bits*>(held->data()), dims.size(), dims.data(), owner));
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

const Tensor& in_place(nb::handle self) {
    const Tensor& tensor = nb::cast<const Tensor&>(self);
    TT_FATAL(tensor.storage_type() == StorageType::HOST && is_storage(tensor.dtype(), tensor.tensor_spec()),
             "TW3219: Only a row-major tensor on the host can be looked at in place; this one is {} on the {}: call "
             "cpu() and ttnn.to_layout(tensor, ttnn.ROW_MAJOR_LAYOUT) first",
             tensor.layout(), tensor.storage_type() == StorageType::HOST ? "host" : "device");
    return tensor;
}

// What the buffer protocol calls the elements; it has no bfloat16, whose bits are shown.
const char* buffer_format(DataType dtype) {
    switch (dtype) {
        case DataType::FLOAT32: return "f";
        case DataType::INT32: return "i";
        case DataType::UINT32: return "I";
        case DataType::UINT8: return "B";
        default: return "H";
    }
}

struct BufferDims {
    std::vector<Py_ssize_t> shape, strides;
};

int get_buffer(PyObject* self, Py_buffer* view, int flags) {
    try {
        const Tensor& tensor = in_place(self);
        if ((flags & PyBUF_WRITABLE) != 0) {
            PyErr_SetString(PyExc_BufferError, "a tensor's storage can be looked at, not written to");
            return -1;
        }
        auto dims = std::make_unique<BufferDims>();
        dims->shape.assign(tensor.logical_shape().view().begin(), tensor.logical_shape().view().end());
        dims->strides.assign(dims->shape.size(), static_cast<Py_ssize_t>(tensor.element_size()));
        for (size_t i = dims->shape.size(); i-- > 1;) dims->strides[i - 1] = dims->strides[i] * dims->shape[i];
        *view = Py_buffer{};
        view->buf = const_cast<std::byte*>(tensor.host_bytes().data());
        view->len = static_cast<Py_ssize_t>(tensor.host_bytes().size());
        view->readonly = 1;
        view->itemsize = static_cast<Py_ssize_t>(tensor.element_size());
        view->format = (flags & PyBUF_FORMAT) != 0 ? const_cast<char*>(buffer_format(tensor.dtype())) : nullptr;
        view->ndim = static_cast<int>(dims->shape.size());
        view->shape = dims->shape.data();
        view->strides = dims->strides.data();
        view->internal = dims.release();
        view->obj = Py_NewRef(self);
        return 0;
    } catch (const std::exception& error) {
        PyErr_SetString(PyExc_BufferError, error.what());
        return -1;
    }
}

void release_buffer(PyObject*, Py_buffer* view) { delete static_cast<BufferDims*>(view->internal); }

PyType_Slot slots[] = {{Py_bf_getbuffer, reinterpret_cast<void*>(&get_buffer)},
                       {Py_bf_releasebuffer, reinterpret_cast<void*>(&release_buffer)},
                       {0, nullptr}};

}  // namespace

PyType_Slot* tensor_buffer_slots() { return slots; }

nb::object dlpack_of(nb::object self) {
    const Tensor& tensor = in_place(self);
    const nb::dlpack::dtype dtype = with_element_type(tensor.dtype(), []<typename T>(T*) {
        if constexpr (std::is_same_v<T, bfloat16>)
            return nb::dlpack::dtype{static_cast<uint8_t>(nb::dlpack::dtype_code::Bfloat), 16, 1};
        else
            return nb::dtype<T>();
    });
    std::vector<size_t> dims(tensor.logical_shape().view().begin(), tensor.logical_shape().view().end());
    auto* data = const_cast<std::byte*>(tensor.host_bytes().data());
    return nb::cast(nb::ndarray<>(data, dims.size(), dims.data(), self, nullptr, dtype));
}

void bind_host_data(nb::module_& m) {
    m.def("tensor_from_array", &from_array, nb::arg("array"), nb::arg("source_dtype"), nb::arg("spec"),
          nb::arg("device").none() = nb::none(), nb::arg("pad_value") = 0.0f,
          nb::sig("def tensor_from_array(array: typing.Any, source_dtype: DataType, spec: TensorSpec, "
                  "device: MeshDevice | None = None, pad_value: float = 0.0) -> Tensor"));
    m.def("tensor_to_array", &to_array, nb::arg("tensor"),
          nb::sig("def tensor_to_array(tensor: Tensor) -> typing.Any"));
}

}  // namespace tilewright::python
