// Tensors: what they are, where they lie, and moving them.
#include "binding.hpp"

#include "base/product.hpp"
#include "metal/device_impl.hpp"
#include "tt_stl/assert.hpp"

namespace tilewright::python {

using namespace tt::tt_metal;

namespace {

// Elements of one C++ type as another; bfloat16 goes through float.
template <typename To, typename From>
std::vector<To> converted(const std::vector<From>& from) {
    if constexpr (std::is_same_v<To, From>) {
        return from;
    } else {
        std::vector<To> to(from.size());
        for (size_t i = 0; i < from.size(); ++i) {
            if constexpr (std::is_same_v<From, bfloat16> || std::is_same_v<To, bfloat16>) {
                const float value = static_cast<float>(from[i]);
                if constexpr (std::is_same_v<To, bfloat16>)
                    to[i] = bfloat16(value);
                else
                    to[i] = static_cast<To>(value);
            } else {
                to[i] = static_cast<To>(from[i]);
            }
        }
        return to;
    }
}

// The tensor on the host with another shape, dtype or layout. Exact wherever both dtypes can hold the value.
Tensor rebuilt(const Tensor& tensor, const Shape& shape, DataType dtype, Layout layout, float pad_value) {
    const Tensor host = tensor.cpu();
    const MemoryConfig memory = host.memory_config();
    const TensorSpec spec(shape, TensorLayout(dtype, PageConfig(layout, host.tensor_spec().tile()), memory));
    return with_element_type(host.dtype(), [&]<typename From>(From*) {
        return with_element_type(dtype, [&]<typename To>(To*) {
            const std::vector<To> data = converted<To>(host.to_vector<From>());
            return Tensor::from_vector<To>(data, spec, nullptr, std::nullopt, To(pad_value));
        });
    });
}

Tensor viewed(const Tensor& tensor, const Shape& logical, const Shape& padded) {
    const TensorSpec& from = tensor.tensor_spec();
    const TensorSpec to(logical, TensorLayout::fromPaddedShape(from.data_type(), from.page_config(),
                                                               from.memory_config(), logical, padded));
    TT_FATAL(from.padded_shape().volume() == padded.volume() && from.physical_shape().width() == padded[-1],
             "TW3218: reshape: padded shape {} does not have the pages of the tensor's padded shape {}", padded,
             from.padded_shape());
    if (tensor.storage_type() == StorageType::DEVICE) return Tensor(tensor.mesh_buffer(), to);
    return Tensor(std::vector<std::byte>(tensor.host_bytes().begin(), tensor.host_bytes().end()), to);
}

Tensor changed(const Tensor& tensor, const Shape& shape, DataType dtype, Layout layout,
               const std::optional<MemoryConfig>& memory, float pad_value) {
    MeshDevice* device =
        tensor.storage_type() == StorageType::DEVICE ? &open_device(*tensor.device(), "Tensor") : nullptr;
    Tensor host = rebuilt(tensor, shape, dtype, layout, pad_value);
    if (device == nullptr) return host;
    return host.to_device(device, memory.value_or(tensor.memory_config()));
}

// -1 stands for what is left.
Shape reshape_dims(const Tensor& tensor, nb::handle wanted) {
    if (nb::isinstance<Shape>(wanted)) return nb::cast<Shape>(wanted);
    std::vector<uint32_t> dims;
    uint64_t known = 1;
    int open = -1;
    for (nb::handle item : nb::list(nb::borrow(wanted))) {
        const auto value = nb::cast<int64_t>(item);
        if (value == -1) {
            TT_FATAL(open < 0, "TW3218: reshape: only one dimension may be -1");
            open = static_cast<int>(dims.size());
        } else {
            TT_FATAL(value >= 0, "TW3218: reshape: dimension {} is {}; it must be at least 0, or -1", dims.size(),
                     value);
            TT_FATAL(value <= 0xFFFFFFFFll, "TW3220: reshape: dimension {} is {}; it can be {}", dims.size(), value,
                     0xFFFFFFFFll);
            known = tilewright::bounded_product(known, static_cast<uint64_t>(value));
        }
        dims.push_back(value == -1 ? 1u : static_cast<uint32_t>(value));
    }
    if (open >= 0) dims[open] = known == 0 ? 0 : static_cast<uint32_t>(tensor.logical_volume() / known);
    return Shape(ttsl::make_const_span(dims));
}

// Sets the elements that only exist because of padding.
Tensor fill_padding(const Tensor& tensor, float value, const std::optional<MemoryConfig>& memory) {
    return changed(tensor, tensor.logical_shape(), tensor.dtype(), tensor.layout(), memory, value);
}

Tensor on_device(const Tensor& tensor, MeshDevice& device, const std::optional<MemoryConfig>& memory) {
    open_device(device, "to_device");
    return tensor.to_device(&device, memory);
}

Tensor with_memory(const Tensor& tensor, const MemoryConfig& memory, std::optional<DataType> dtype) {
    TT_FATAL(tensor.storage_type() == StorageType::DEVICE,
             "TW3219: to_memory_config: the tensor is on the host; move it with ttnn.to_device(tensor, device, "
             "memory_config)");
    return changed(tensor, tensor.logical_shape(), dtype.value_or(tensor.dtype()), tensor.layout(), memory, 0.0f);
}

Tensor allocate(const TensorSpec& spec, MeshDevice& device) {
    return create_device_tensor(spec, &open_device(device, "allocate_tensor_on_device"));
}

std::string describe(const Tensor& tensor) {
    const char* where = tensor.storage_type() == StorageType::HOST ? "host"
                        : tensor.is_allocated()                    ? "device"
                                                                   : "freed";
    return fmt::format("ttnn.Tensor(shape={}, dtype={}, layout={}, {}, {})", tensor.logical_shape(), tensor.dtype(),
                       tensor.layout(), where, tensor.memory_config());
}

nb::object helper(const char* name) { return nb::module_::import_("tilewright.ttnn._arrays").attr(name); }

Tile tile_of(const Tensor& tensor) { return tensor.tensor_spec().tile(); }

}  // namespace

void bind_tensor(nb::module_& m) {
    nb::class_<Tensor>(m, "Tensor", nb::type_slots(tensor_buffer_slots()),
                       "A handle to shared storage, on the host or on a device.")
        .def_prop_ro("shape", &Tensor::logical_shape)
        .def_prop_ro("logical_shape", &Tensor::logical_shape)
        .def_prop_ro("padded_shape", &Tensor::padded_shape)
        .def_prop_ro("dtype", &Tensor::dtype)
        .def_prop_ro("layout", &Tensor::layout)
        .def_prop_ro("spec", &Tensor::tensor_spec)
        .def_prop_ro("tile", tile_of)
        .def_prop_ro("tensor_id", [](const Tensor& self) { return reinterpret_cast<uintptr_t>(&self.tensor_spec()); })
        .def(
            "device",
            [](const Tensor& self) -> std::shared_ptr<MeshDevice> {
                MeshDevice* device = self.storage_type() == StorageType::DEVICE ? self.device() : nullptr;
                return device == nullptr ? nullptr : device->shared_from_this();
            },
            nb::sig("def device(self) -> MeshDevice"))
        .def("buffer_address", [](const Tensor& self) { return self.buffer()->address(); })
        .def("buffer_page_size", [](const Tensor& self) { return self.buffer()->page_size(); })
        .def("buffer_num_pages", [](const Tensor& self) { return self.buffer()->num_pages(); })
        .def("buffer_aligned_page_size", [](const Tensor& self) { return self.buffer()->aligned_page_size(); })
        .def("element_size", &Tensor::element_size)
        .def("memory_config", &Tensor::memory_config)
        .def("is_sharded", &Tensor::is_sharded)
        .def("is_allocated", &Tensor::is_allocated)
        .def("storage_type", &Tensor::storage_type)
        .def("volume", &Tensor::logical_volume)
        .def("logical_volume", &Tensor::logical_volume)
        .def("physical_volume", &Tensor::physical_volume)
        .def("get_layout", &Tensor::layout)
        .def("get_dtype", &Tensor::dtype)
        .def("get_tile", tile_of)
        .def(
            "cpu", [](const Tensor& self, bool wait, std::optional<uint8_t> queue) { return self.cpu(wait, queue); },
            nb::arg("blocking") = true, nb::arg("cq_id") = nb::none())
        .def(
            "to",
            [](const Tensor& self, MeshDevice& device, std::optional<MemoryConfig> memory) {
                return on_device(self, device, memory);
            },
            nb::arg("device"), nb::arg("mem_config") = nb::none())
        .def(
            "to",
            [](const Tensor& self, Layout layout) {
                return changed(self, self.logical_shape(), self.dtype(), layout, std::nullopt, 0.0f);
            },
            nb::arg("layout"))
        .def("reshape",
             [](const Tensor& self, nb::args dims) {
                 nb::object wanted = dims;
                 if (nb::len(dims) == 1 && !PyLong_Check(nb::handle(dims[0]).ptr())) wanted = nb::object(dims[0]);
                 return changed(self, reshape_dims(self, wanted), self.dtype(), self.layout(), std::nullopt, 0.0f);
             })
        .def(
            "deallocate", [](Tensor& self, bool shared_too) { self.deallocate(shared_too); }, nb::arg("force") = false)
        .def(
            "to_torch", [](nb::object self) { return helper("to_torch")(self); },
            nb::sig("def to_torch(self) -> typing.Any"))
        .def(
            "to_torch_with_padded_shape",
            [](const Tensor& self) {
                const Shape& padded = self.tensor_spec().padded_shape();
                return helper("to_torch")(viewed(self, padded, padded));
            },
            nb::sig("def to_torch_with_padded_shape(self) -> typing.Any"))
        .def(
            "to_list", [](nb::object self) { return helper("to_list")(self); },
            nb::sig("def to_list(self) -> list[typing.Any]"))
        .def(
            "item", [](nb::object self) { return helper("item")(self); }, nb::sig("def item(self) -> int | float"))
        .def(
            "__dlpack__", [](nb::object self, nb::kwargs) { return dlpack_of(self); },
            nb::sig("def __dlpack__(self, **options: object) -> typing.Any"))
        .def("__dlpack_device__", [](const Tensor&) { return std::pair(1, 0); })
        .def("__repr__", &describe);

    m.def(
        "tensor_viewed",
        [](const Tensor& tensor, nb::handle logical, nb::handle padded) {
            return viewed(tensor, to_shape(logical), to_shape(padded));
        },
        nb::arg("tensor"), nb::arg("logical_shape"), nb::arg("padded_shape"),
        "The same pages under another logical shape; padding keeps what it holds.");
    m.def("tensor_changed", &changed, nb::arg("tensor"), nb::arg("shape"), nb::arg("dtype"), nb::arg("layout"),
          nb::arg("memory_config") = nb::none(), nb::arg("pad_value") = 0.0f);
    m.def("tensor_with_memory", &with_memory, nb::arg("tensor"), nb::arg("memory_config"),
          nb::arg("dtype") = nb::none());
    m.def("tensor_to_device", &on_device, nb::arg("tensor"), nb::arg("device"), nb::arg("memory_config") = nb::none());
    m.def("tensor_fill_padding", &fill_padding, nb::arg("tensor"), nb::arg("fill_value"),
          nb::arg("memory_config") = nb::none());
    m.def(
        "allocate_tensor_on_device",
        [](nb::sequence shape, DataType dtype, Layout layout, MeshDevice& device, std::optional<MemoryConfig> memory) {
            const TensorLayout pages(dtype, PageConfig(layout), memory.value_or(MemoryConfig()));
            return allocate({to_shape(shape), pages}, device);
        },
        nb::arg("shape"), nb::arg("dtype"), nb::arg("layout"), nb::arg("mesh_device"),
        nb::arg("memory_config") = nb::none(), "Memory on the device for a tensor; its content is undefined.");
    m.def("allocate_tensor_on_device", &allocate, nb::arg("tensor_spec"), nb::arg("mesh_device"));
    m.def(
        "copy_host_to_device_tensor", [](const Tensor& host, Tensor& device) { copy_to_device(host.cpu(), device); },
        nb::arg("host_tensor"), nb::arg("device_tensor"));
}

}  // namespace tilewright::python
