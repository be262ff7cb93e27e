// Tensor storage and conversions between host data, layouts, dtypes and devices.
#include "ttnn/tensor/tensor.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "base/memory.hpp"
#include "metal/device_impl.hpp"
#include "tile/formats/convert.hpp"
#include "tt-metalium/distributed.hpp"
#include "tt-metalium/tilize_utils.hpp"
#include "tt_stl/assert.hpp"
#include "ttnn/device.hpp"
#include "ttnn/tensor/tensor_ops.hpp"

namespace tt::tt_metal {

namespace {

tilewright::tile::DataFormat tile_format(DataType dtype) {
    return static_cast<tilewright::tile::DataFormat>(datatype_to_dataformat_converter(dtype));
}

// Rows of the logical tensor and where they go in the padded one.
struct Rows {
    size_t count = 1, width = 1, padded_width = 1;
    size_t height = 1, padded_height = 1;
    explicit Rows(const TensorSpec& spec) {
        const Shape& logical = spec.logical_shape();
        const Shape& padded = spec.padded_shape();
        const int rank = static_cast<int>(logical.rank());
        if (rank >= 1) width = logical[-1], padded_width = padded[-1];
        if (rank >= 2) height = logical[-2], padded_height = padded[-2];
        for (int i = 2; i <= rank; ++i) count *= logical[-i];
        if (width == 0) count = 0;  // rows without elements, of which there may be billions
    }
    size_t target(size_t row) const { return height == 0 ? 0 : row / height * padded_height + row % height; }
};

// Logical <-> padded rows, elements of any type.
template <typename T>
std::vector<T> pad(ttsl::Span<const T> data, const TensorSpec& spec, T pad_value) {
    const Rows rows(spec);
    const size_t elements = spec.physical_shape().height() * spec.physical_shape().width();
    // The elements in their layout, and the bytes of the tensor made from them.
    tilewright::need_host_memory(elements * sizeof(T) + spec.compute_packed_buffer_size_bytes(),
                                 fmt::format("a tensor of {}", spec.padded_shape()));
    std::vector<T> padded(elements, pad_value);
    for (size_t row = 0; row < rows.count; ++row) {
        std::copy_n(data.data() + row * rows.width, rows.width, padded.data() + rows.target(row) * rows.padded_width);
    }
    return padded;
}
template <typename T>
std::vector<T> unpad(const std::vector<T>& padded, const TensorSpec& spec) {
    const Rows rows(spec);
    std::vector<T> data(rows.count * rows.width);
    for (size_t row = 0; row < rows.count; ++row) {
        std::copy_n(padded.data() + rows.target(row) * rows.padded_width, rows.width, data.data() + row * rows.width);
    }
    return data;
}

template <typename T>
std::vector<T> reorder(const std::vector<T>& data, const TensorSpec& spec, bool to_tiles) {
    if (spec.layout() != Layout::TILE) return data;
    const PhysicalSize shape = {static_cast<uint32_t>(spec.physical_shape().height()),
                                static_cast<uint32_t>(spec.physical_shape().width())};
    const auto faces = TensorLayoutType::TILED_NFACES, rows = TensorLayoutType::LIN_ROW_MAJOR;
    return convert_layout<T>(ttsl::Span<const T>(data.data(), data.size()), shape, to_tiles ? rows : faces,
                             to_tiles ? faces : rows, spec.tile().get_tile_shape(), spec.tile().get_face_shape());
}

template <typename T>
std::vector<std::byte> bytes_of(const std::vector<T>& data) {
    std::vector<std::byte> bytes(data.size() * sizeof(T));
    if (!bytes.empty()) std::memcpy(bytes.data(), data.data(), bytes.size());
    return bytes;
}

// A block-float tile: exponents first, one for 16 values, then the mantissas. A tile of less than 32x32 is the
// beginning of both parts of a whole one.
struct BlockFloatTile {
    tilewright::tile::DataFormat format;
    size_t values, bytes, exponents, mantissas;
    static constexpr size_t kWhole = 1024, kWholeExponents = 64;

    explicit BlockFloatTile(const TensorSpec& spec)
        : format(tile_format(spec.data_type())),
          values(size_t{spec.tile().get_height()} * spec.tile().get_width()),
          bytes(spec.compute_page_size_bytes()),
          exponents(values / 16),
          mantissas(spec.data_type() == DataType::BFLOAT8_B ? values : values / 2) {}

    void encode(const float* from, std::byte* to) const {
        if (values == kWhole) return tilewright::tile::tile_from_floats(format, from, to);
        std::array<float, kWhole> whole{};
        std::array<std::byte, kWholeExponents + kWhole> packed{};
        std::copy_n(from, values, whole.begin());
        tilewright::tile::tile_from_floats(format, whole.data(), packed.data());
        std::copy_n(packed.begin(), exponents, to);
        std::copy_n(packed.begin() + kWholeExponents, mantissas, to + (bytes - mantissas));
    }
    void decode(const std::byte* from, float* to) const {
        if (values == kWhole) return tilewright::tile::tile_to_floats(format, from, to);
        std::array<float, kWhole> whole{};
        std::array<std::byte, kWholeExponents + kWhole> packed{};
        std::copy_n(from, exponents, packed.begin());
        std::copy_n(from + (bytes - mantissas), mantissas, packed.begin() + kWholeExponents);
        tilewright::tile::tile_to_floats(format, packed.data(), whole.data());
        std::copy_n(whole.begin(), values, to);
    }
};

// Physical floats (layout of the spec) to the bytes of the spec's dtype and back.
std::vector<std::byte> encode(const std::vector<float>& values, const TensorSpec& spec) {
    std::vector<std::byte> bytes(spec.compute_packed_buffer_size_bytes());
    if (is_block_float(spec.data_type())) {
        const BlockFloatTile tile(spec);
        for (size_t i = 0; i * tile.values < values.size(); ++i)
            tile.encode(values.data() + i * tile.values, bytes.data() + i * tile.bytes);
    } else {
        tilewright::tile::datums_from_floats(tile_format(spec.data_type()), values.data(), bytes.data(),
                                             static_cast<uint32_t>(values.size()));
    }
    return bytes;
}
std::vector<float> decode(std::span<const std::byte> bytes, const TensorSpec& spec) {
    std::vector<float> values(spec.physical_shape().height() * spec.physical_shape().width());
    if (is_block_float(spec.data_type())) {
        const BlockFloatTile tile(spec);
        for (size_t i = 0; i * tile.values < values.size(); ++i)
            tile.decode(bytes.data() + i * tile.bytes, values.data() + i * tile.values);
    } else {
        tilewright::tile::datums_to_floats(tile_format(spec.data_type()), bytes.data(), values.data(),
                                           static_cast<uint32_t>(values.size()));
    }
    return values;
}

void check_device(distributed::MeshDevice* device, const char* what) {
    TT_FATAL(device != nullptr, "TW3214: {}: the device is null; open one with ttnn::open_mesh_device", what);
}

}  // namespace

Tensor::Tensor(std::vector<std::byte> host_bytes, TensorSpec spec)
    : state_(std::make_shared<State>(State{std::move(spec), std::move(host_bytes), nullptr, false})) {
    TT_FATAL(state_->bytes.size() == state_->spec.compute_packed_buffer_size_bytes(),
             "TW3004: Tensor: {} bytes given for a tensor of {} bytes", state_->bytes.size(),
             state_->spec.compute_packed_buffer_size_bytes());
}
Tensor::Tensor(std::shared_ptr<distributed::MeshBuffer> buffer, TensorSpec spec)
    : state_(std::make_shared<State>(State{std::move(spec), {}, std::move(buffer), true})) {}

const Tensor::State& Tensor::state() const {
    TT_FATAL(state_ != nullptr, "TW3219: Tensor: an empty tensor has no data and no shape; make one with from_vector");
    return *state_;
}
const TensorSpec& Tensor::tensor_spec() const { return state().spec; }
StorageType Tensor::storage_type() const { return state().on_device ? StorageType::DEVICE : StorageType::HOST; }
bool Tensor::is_allocated() const {
    if (!state_) return false;
    if (state_->on_device) return state_->buffer && state_->buffer->is_allocated();
    return !state_->bytes.empty() || state_->spec.compute_packed_buffer_size_bytes() == 0;
}
TensorMeshBuffer Tensor::mesh_buffer() const {
    TT_FATAL(state().on_device, "TW3219: Tensor: a host tensor has no device buffer; move it with to_device(device)");
    TT_FATAL(is_allocated(), "TW3003: Tensor: the device buffer of this tensor of shape {} has been freed",
             logical_shape());
    return TensorMeshBuffer(state_->buffer);
}
Buffer* Tensor::buffer() const { return mesh_buffer()->get_reference_buffer(); }
distributed::MeshDevice* Tensor::device() const { return state().on_device ? mesh_buffer()->device() : nullptr; }
std::span<const std::byte> Tensor::host_bytes() const {
    TT_FATAL(!state().on_device, "TW3219: Tensor: a device tensor has no host bytes; bring it to the host with cpu()");
    return state_->bytes;
}
void Tensor::deallocate(bool) {
    if (!state_) return;
    if (state_->on_device && state_->buffer) state_->buffer->deallocate();
    state_->bytes.clear();
}

template <typename T>
Tensor Tensor::from_span(ttsl::Span<const T> data, const TensorSpec& spec, distributed::MeshDevice* device,
                         std::optional<uint8_t>, T pad_value) {
    TT_FATAL(data.size() == spec.logical_shape().volume(),
             "TW3004: Tensor::from_vector: {} elements given for shape {}, which has {}", data.size(),
             spec.logical_shape(), spec.logical_shape().volume());
    std::vector<T> physical = reorder(pad<T>(data, spec, pad_value), spec, true);
    Tensor host;
    if (convert_to_data_type<T>() == spec.data_type()) {
        host = Tensor(bytes_of(physical), spec);
    } else {
        TT_FATAL((std::is_same_v<T, float> || std::is_same_v<T, bfloat16>),
                 "TW3219: Tensor::from_vector: elements of type {} cannot become {}; give float or bfloat16, or "
                 "elements of the tensor's own type",
                 convert_to_data_type<T>(), spec.data_type());
        std::vector<float> values(physical.begin(), physical.end());
        host = Tensor(encode(values, spec), spec);
    }
    return device == nullptr ? host : host.to_device(device, spec.memory_config());
}

template <typename T>
std::vector<T> Tensor::to_vector(std::optional<uint8_t> cq_id) const {
    if (state().on_device) return cpu(true, cq_id).to_vector<T>();
    const TensorSpec& spec = tensor_spec();
    if (convert_to_data_type<T>() == spec.data_type()) {
        std::vector<T> physical(state_->bytes.size() / sizeof(T));
        if (!physical.empty()) std::memcpy(physical.data(), state_->bytes.data(), state_->bytes.size());
        return unpad(reorder(physical, spec, false), spec);
    }
    TT_FATAL((std::is_same_v<T, float>),
             "TW3219: Tensor::to_vector: the tensor is {}; ask for float or for its own type", spec.data_type());
    const std::vector<float> values = unpad(reorder(decode(state_->bytes, spec), spec, false), spec);
    return std::vector<T>(values.begin(), values.end());
}

#define TW_ELEMENT_TYPE(T)                                                                                 \
    template Tensor Tensor::from_span<T>(ttsl::Span<const T>, const TensorSpec&, distributed::MeshDevice*, \
                                         std::optional<uint8_t>, T);                                       \
    template std::vector<T> Tensor::to_vector<T>(std::optional<uint8_t>) const;
TW_ELEMENT_TYPE(float)
TW_ELEMENT_TYPE(bfloat16)
TW_ELEMENT_TYPE(uint32_t)
TW_ELEMENT_TYPE(int32_t)
TW_ELEMENT_TYPE(uint16_t)
TW_ELEMENT_TYPE(uint8_t)
#undef TW_ELEMENT_TYPE

Tensor Tensor::to_device(distributed::MeshDevice* target, const std::optional<MemoryConfig>& memory_config,
                         std::optional<uint8_t>) const {
    check_device(target, "Tensor::to_device");
    if (state().on_device) return *this;
    Tensor result =
        create_device_tensor(memory_config ? tensor_spec().with_memory_config(*memory_config) : tensor_spec(), target);
    copy_to_device(*this, result);
    return result;
}

Tensor Tensor::cpu(bool, std::optional<uint8_t>) const {
    if (!state().on_device) return *this;
    std::vector<std::byte> bytes(tensor_spec().compute_packed_buffer_size_bytes());
    if (!bytes.empty()) {
        device()->mesh_command_queue().enqueue_read_mesh_buffer(bytes.data(), mesh_buffer(), true);
    }
    return Tensor(std::move(bytes), tensor_spec());
}

Tensor Tensor::to_layout(Layout target) const {
    if (layout() == target) return *this;
    TT_FATAL(!state().on_device, "TW3219: Tensor::to_layout: bring the tensor to the host with cpu() first");
    const TensorSpec spec(logical_shape(), TensorLayout(dtype(), PageConfig(target), memory_config()));
    return from_vector<float>(to_vector<float>(), spec);
}

Tensor Tensor::reshape(const Shape& new_logical_shape) const {
    TT_FATAL(new_logical_shape.volume() == logical_volume(), "TW3218: Tensor::reshape: {} has {} elements, {} has {}",
             new_logical_shape, new_logical_shape.volume(), logical_shape(), logical_volume());
    TT_FATAL(!state().on_device, "TW3219: Tensor::reshape: bring the tensor to the host with cpu() first");
    const TensorSpec spec(new_logical_shape, TensorLayout(dtype(), PageConfig(layout()), memory_config()));
    return from_vector<float>(to_vector<float>(), spec);
}

Tensor to_dtype(const Tensor& tensor, DataType dtype) {
    const TensorSpec spec(tensor.logical_shape(),
                          TensorLayout(dtype, PageConfig(tensor.layout()), tensor.memory_config()));
    return Tensor::from_vector<float>(tensor.to_vector<float>(), spec);
}

namespace {

// Which bytes of an interleaved tensor are elements of its logical shape. Of others (sharded, blocks of shared
// exponents) nothing is known: none is taken for data.
void tell_padding(const TensorSpec& spec, const Buffer& buffer, distributed::MeshDevice* device) {
    tilewright::card::Card& card = *device->impl().card;
    const bool dram = buffer.buffer_type() == BufferType::DRAM;
    const size_t element = spec.data_type() == DataType::FLOAT32 || spec.data_type() == DataType::UINT32 ||
                                   spec.data_type() == DataType::INT32
                               ? 4
                           : spec.data_type() == DataType::BFLOAT16 || spec.data_type() == DataType::UINT16 ? 2
                                                                                                            : 0;
    const bool tiles = spec.layout() == Layout::TILE;
    const bool plain = element != 0 && spec.logical_shape().rank() >= 2 && !spec.memory_config().is_sharded() && dram &&
                       (!tiles || buffer.page_size() == 1024 * element);
    if (!plain) {
        card.set_padding(dram, buffer.address(), [](uint32_t, uint64_t) { return false; });
        return;
    }
    const uint64_t base = buffer.address(), page_bytes = buffer.aligned_page_size(), used = buffer.page_size(),
                   banks = card.num_dram_banks();
    const uint64_t height = spec.logical_shape()[-2], width = spec.logical_shape()[-1];
    const uint64_t padded_height = spec.padded_shape()[-2], padded_width = spec.padded_shape()[-1];
    card.set_padding(dram, base, [=](uint32_t bank, uint64_t address) {
        const uint64_t page = (address - base) / page_bytes * banks + bank, within = (address - base) % page_bytes;
        if (within >= used) return false;
        uint64_t x = within / element, y = page % padded_height;
        if (tiles) {
            const uint64_t face = x / 256, row = x % 256 / 16, column = x % 16, across = padded_width / 32;
            y = page / across % (padded_height / 32) * 32 + face / 2 * 16 + row;
            x = page % across * 32 + face % 2 * 16 + column;
        }
        return y < height && x < width;
    });
}

}  // namespace

Tensor create_device_tensor(const TensorSpec& spec, distributed::MeshDevice* device) {
    check_device(device, "create_device_tensor");
    distributed::DeviceLocalBufferConfig local;
    local.page_size = spec.compute_page_size_bytes();
    local.buffer_type = spec.memory_config().buffer_type();
    local.sharding_args = spec.compute_buffer_sharding_args();
    TT_FATAL(spec.compute_packed_buffer_size_bytes() != 0,
             "TW3219: create_device_tensor: a tensor of shape {} has no elements; every dimension must be at least 1",
             spec.logical_shape());
    Tensor made(
        distributed::MeshBuffer::create(
            distributed::ReplicatedBufferConfig{.size = spec.compute_packed_buffer_size_bytes()}, local, device),
        spec);
    if (spec.logical_shape() != spec.padded_shape()) tell_padding(spec, *made.buffer(), device);
    return made;
}

Tensor allocate_tensor_on_host(const TensorSpec& spec, distributed::MeshDevice*) {
    const size_t bytes = spec.compute_packed_buffer_size_bytes();
    tilewright::need_host_memory(bytes, fmt::format("a tensor of {}", spec.padded_shape()));
    return Tensor(std::vector<std::byte>(bytes), spec);
}

void copy_to_device(const Tensor& host_tensor, Tensor& device_tensor) {
    const auto bytes = host_tensor.host_bytes();
    const size_t wanted = device_tensor.tensor_spec().compute_packed_buffer_size_bytes();
    TT_FATAL(bytes.size() == wanted, "TW3004: copy_to_device: {} bytes for a device tensor of {} bytes", bytes.size(),
             wanted);
    device_tensor.device()->mesh_command_queue().enqueue_write_mesh_buffer(device_tensor.mesh_buffer(), bytes.data(),
                                                                           true);
}

}  // namespace tt::tt_metal

namespace ttnn {

std::shared_ptr<MeshDevice> open_mesh_device(int device_id, size_t l1_small_size, size_t trace_region_size) {
    return MeshDevice::create_unit_mesh(device_id, l1_small_size, trace_region_size);
}
void close_device(MeshDevice& device) { device.close(); }

}  // namespace ttnn
