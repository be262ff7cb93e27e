// Shapes, tiles, memory configurations and specs: everything about a tensor but its data.
#include "binding.hpp"

#include <nanobind/stl/variant.h>

#include "tt_stl/assert.hpp"
#include "ttnn/operations/core/compute_kernel/compute_kernel_config.hpp"

namespace tilewright::python {

using namespace tt::tt_metal;

Shape to_shape(nb::handle shape) {
    if (nb::isinstance<Shape>(shape)) return nb::cast<Shape>(shape);
    const Words dims = to_words(shape, "shape");
    return Shape(ttsl::make_const_span(dims));
}

namespace {

std::vector<uint32_t> dims_of(const Shape& shape) { return {shape.view().begin(), shape.view().end()}; }

bool equals(const Shape& self, nb::handle other) {
    if (nb::isinstance<Shape>(other)) return self == nb::cast<Shape>(other);
    if (!PySequence_Check(other.ptr())) return false;
    return nb::cast(dims_of(self)).equal(nb::list(nb::borrow(other)));
}

void bind_shape(nb::module_& m) {
    nb::class_<Shape>(m, "Shape", "The dimensions of a tensor.")
        .def(
            "__init__", [](Shape* self, nb::sequence dims) { new (self) Shape(to_shape(dims)); }, nb::arg("shape"))
        .def("__len__", &Shape::rank)
        .def(
            "__getitem__",
            [](const Shape& self, int64_t index) {
                const auto rank = static_cast<int64_t>(self.rank());
                if (index < -rank || index >= rank) throw nb::index_error("Shape index out of range");
                return self[static_cast<int32_t>(index)];
            },
            nb::arg("index"))
        .def(
            "__getitem__", [](const Shape& self, nb::slice part) { return nb::object(nb::cast(dims_of(self))[part]); },
            nb::arg("part"), nb::sig("def __getitem__(self, part: slice, /) -> list[int]"))
        .def(
            "__iter__", [](const Shape& self) { return nb::iter(nb::cast(dims_of(self))); },
            nb::sig("def __iter__(self) -> collections.abc.Iterator[int]"))
        .def("__eq__", &equals, nb::arg("other").none(), nb::sig("def __eq__(self, other: object, /) -> bool"))
        .def("__hash__", [](const Shape& self) { return std::hash<Shape>{}(self); })
        .def_prop_ro("rank", &Shape::rank)
        .def("volume", &Shape::volume)
        .def("to_rank", &Shape::to_rank, nb::arg("new_rank"))
        .def("__repr__",
             [](const Shape& self) { return fmt::format("Shape([{}])", fmt::join(self.begin(), self.end(), ", ")); });
    nb::implicitly_convertible<nb::sequence, Shape>();

    nb::class_<Tile>(m, "Tile", "The shape of a tile and of its faces.")
        .def(nb::init<std::array<uint32_t, 2>, bool>(), nb::arg("tile_shape") = std::array<uint32_t, 2>{32, 32},
             nb::arg("transpose_tile") = false)
        .def_prop_ro("tile_shape", &Tile::get_tile_shape)
        .def_prop_ro("face_shape", &Tile::get_face_shape)
        .def_prop_ro("num_faces", &Tile::get_num_faces)
        .def(
            "get_tile_size",
            [](const Tile& self, DataType type) {
                const auto format = datatype_to_dataformat_converter(type);
                return self.get_tile_size(format);
            },
            nb::arg("dtype"))
        .def(
            "__eq__", [](const Tile& a, const Tile& b) { return a == b; }, nb::is_operator())
        .def("__hash__", [](const Tile& self) { return self.get_height() * 64u + self.get_width(); })
        .def("__repr__",
             [](const Tile& self) { return fmt::format("Tile({}x{})", self.get_height(), self.get_width()); });
    m.def(
        "tile_size", [](DataType dtype) { return Tile().get_tile_size(datatype_to_dataformat_converter(dtype)); },
        nb::arg("dtype"), "Bytes of a 32 x 32 tile.");
    m.def("element_size", &element_size_bytes, nb::arg("dtype"), "Bytes of one element; block floats have none.");
}

void bind_memory(nb::module_& m) {
    nb::class_<ShardSpec>(m, "ShardSpec", "Shards of a two-dimensional tensor.")
        .def(
            "__init__",
            [](ShardSpec* self, const CoreRangeSet& grid, std::array<uint32_t, 2> shape, ShardOrientation orientation) {
                new (self) ShardSpec(grid, shape, orientation);
            },
            nb::arg("grid"), nb::arg("shard_shape"), nb::arg("shard_orientation") = ShardOrientation::ROW_MAJOR)
        .def_rw("grid", &ShardSpec::grid)
        .def_rw("shape", &ShardSpec::shape)
        .def_rw("orientation", &ShardSpec::orientation)
        .def("num_cores", &ShardSpec::num_cores)
        .def(
            "__eq__", [](const ShardSpec& a, const ShardSpec& b) { return a == b; }, nb::is_operator())
        .def("__hash__",
             [](const ShardSpec& self) { return self.shape[0] * 65537u + self.shape[1] + self.num_cores(); })
        .def("__repr__", [](const ShardSpec& self) {
            return fmt::format("ShardSpec(grid={}, shape=[{}, {}], orientation={})", self.grid.str(), self.shape[0],
                               self.shape[1],
                               self.orientation == ShardOrientation::ROW_MAJOR ? "ROW_MAJOR" : "COL_MAJOR");
        });
    nb::class_<NdShardSpec>(m, "NdShardSpec", "Shards of any number of dimensions.")
        .def(
            "__init__",
            [](NdShardSpec* self, nb::sequence shape, const CoreRangeSet& grid, ShardOrientation orientation,
               ShardDistributionStrategy strategy) {
                new (self) NdShardSpec{to_shape(shape), grid, orientation, strategy};
            },
            nb::arg("shard_shape"), nb::arg("grid"), nb::arg("orientation") = ShardOrientation::ROW_MAJOR,
            nb::arg("shard_distribution_strategy") = ShardDistributionStrategy::ROUND_ROBIN_1D)
        .def_rw("shard_shape", &NdShardSpec::shard_shape)
        .def_rw("grid", &NdShardSpec::grid)
        .def_rw("orientation", &NdShardSpec::orientation)
        .def_rw("shard_distribution_strategy", &NdShardSpec::shard_distribution_strategy)
        .def(
            "__eq__", [](const NdShardSpec& a, const NdShardSpec& b) { return a == b; }, nb::is_operator())
        .def("__hash__", [](const NdShardSpec& self) { return std::hash<Shape>{}(self.shard_shape); });
    nb::class_<MemoryConfig>(m, "MemoryConfig", "Where a tensor lies: DRAM or L1, interleaved or in shards.")
        .def(
            "__init__",
            [](MemoryConfig* self, TensorMemoryLayout layout, BufferType type, std::optional<ShardSpec> spec) {
                new (self) MemoryConfig(layout, type, std::move(spec));
            },
            nb::arg("memory_layout") = TensorMemoryLayout::INTERLEAVED, nb::arg("buffer_type") = BufferType::DRAM,
            nb::arg("shard_spec") = nb::none())
        .def(
            "__init__",
            [](MemoryConfig* self, BufferType type, std::optional<NdShardSpec> spec) {
                new (self) MemoryConfig(type, std::move(spec));
            },
            nb::arg("buffer_type"), nb::arg("nd_shard_spec") = nb::none())
        .def_prop_ro("memory_layout", &MemoryConfig::memory_layout)
        .def_prop_ro("buffer_type", &MemoryConfig::buffer_type)
        .def_prop_ro("shard_spec", &MemoryConfig::shard_spec)
        .def_prop_ro("nd_shard_spec", &MemoryConfig::nd_shard_spec)
        .def_prop_ro("interleaved", [](const MemoryConfig& self) { return !self.is_sharded(); })
        .def("is_sharded", &MemoryConfig::is_sharded)
        .def(
            "__eq__", [](const MemoryConfig& a, const MemoryConfig& b) { return a == b; }, nb::is_operator())
        .def("__hash__", [](const MemoryConfig& self) { return std::hash<std::string>{}(fmt::format("{}", self)); })
        .def("__repr__", [](const MemoryConfig& self) { return fmt::format("{}", self); });
}

TensorSpec make_spec(nb::handle shape, DataType dtype, Layout layout, const MemoryConfig& memory,
                     const std::optional<Tile>& tile) {
    return TensorSpec(to_shape(shape), TensorLayout(dtype, PageConfig(layout, tile), memory));
}

// The same tensor in shards that cover `grid`, as many rows or columns each as needed.
TensorSpec sharded_over(const TensorSpec& spec, const CoreRangeSet& grid, ShardOrientation orientation,
                        TensorMemoryLayout how) {
    const size_t rows = spec.physical_shape().height(), columns = spec.physical_shape().width();
    const bool tiled = spec.layout() == Layout::TILE;
    const size_t row_step = tiled ? spec.tile().get_height() : 1, column_step = tiled ? spec.tile().get_width() : 1;
    const auto share = [](size_t whole, size_t parts, size_t step) {
        return static_cast<uint32_t>(((whole / step + parts - 1) / parts) * step);
    };
    std::array<uint32_t, 2> shard{static_cast<uint32_t>(rows), static_cast<uint32_t>(columns)};
    const size_t cores = grid.num_cores();
    if (how == TensorMemoryLayout::HEIGHT_SHARDED) shard[0] = share(rows, cores, row_step);
    if (how == TensorMemoryLayout::WIDTH_SHARDED) shard[1] = share(columns, cores, column_step);
    if (how == TensorMemoryLayout::BLOCK_SHARDED) {
        CoreCoord size = grid.bounding_box().grid_size();
        if (orientation == ShardOrientation::COL_MAJOR) std::swap(size.x, size.y);
        shard = {share(rows, size.y, row_step), share(columns, size.x, column_step)};
    }
    return spec.with_memory_config(MemoryConfig(how, BufferType::L1, ShardSpec(grid, shard, orientation)));
}

template <TensorMemoryLayout How>
TensorSpec sharded_as(const TensorSpec& self, const CoreRangeSet& grid, ShardOrientation orientation) {
    return sharded_over(self, grid, orientation, How);
}

void bind_spec(nb::module_& m) {
    nb::class_<TensorSpec>(m, "TensorSpec", "Everything about a tensor but its data.")
        .def(
            "__init__",
            [](TensorSpec* self, nb::sequence shape, DataType dtype, Layout layout, BufferType type,
               std::optional<Tile> tile) {
                new (self) TensorSpec(
                    make_spec(shape, dtype, layout, MemoryConfig(TensorMemoryLayout::INTERLEAVED, type), tile));
            },
            nb::arg("shape"), nb::arg("dtype"), nb::arg("layout"), nb::arg("buffer_type") = BufferType::DRAM,
            nb::arg("tile") = nb::none())
        .def(
            "__init__",
            [](TensorSpec* self, nb::sequence shape, DataType dtype, Layout layout, TensorMemoryLayout memory_layout,
               std::optional<ShardSpec> spec, BufferType type, std::optional<Tile> tile) {
                new (self) TensorSpec(
                    make_spec(shape, dtype, layout, MemoryConfig(memory_layout, type, std::move(spec)), tile));
            },
            nb::arg("shape"), nb::arg("dtype"), nb::arg("layout"), nb::arg("memory_layout"),
            nb::arg("shard_spec") = nb::none(), nb::arg("buffer_type") = BufferType::DRAM, nb::arg("tile") = nb::none())
        .def(
            "__init__",
            [](TensorSpec* self, nb::sequence shape, DataType dtype, Layout layout, const NdShardSpec& spec,
               BufferType type, std::optional<Tile> tile) {
                new (self) TensorSpec(make_spec(shape, dtype, layout, MemoryConfig(type, spec), tile));
            },
            nb::arg("shape"), nb::arg("dtype"), nb::arg("layout"), nb::arg("nd_shard_spec"),
            nb::arg("buffer_type") = BufferType::DRAM, nb::arg("tile") = nb::none())
        .def_static(
            "of",
            [](nb::sequence shape, DataType dtype, Layout layout, const MemoryConfig& memory,
               std::optional<Tile> tile) { return make_spec(shape, dtype, layout, memory, tile); },
            nb::arg("shape"), nb::arg("dtype"), nb::arg("layout"), nb::arg("memory_config"),
            nb::arg("tile") = nb::none())
        .def_prop_ro("shape", &TensorSpec::logical_shape)
        .def_prop_ro("padded_shape", &TensorSpec::padded_shape)
        .def_prop_ro("dtype", &TensorSpec::data_type)
        .def_prop_ro("layout", &TensorSpec::layout)
        .def_prop_ro("tile", &TensorSpec::tile)
        .def_prop_ro("memory_config", &TensorSpec::memory_config)
        .def("height_sharded", &sharded_as<TensorMemoryLayout::HEIGHT_SHARDED>, nb::arg("grid"),
             nb::arg("orientation") = ShardOrientation::ROW_MAJOR)
        .def("width_sharded", &sharded_as<TensorMemoryLayout::WIDTH_SHARDED>, nb::arg("grid"),
             nb::arg("orientation") = ShardOrientation::ROW_MAJOR)
        .def("block_sharded", &sharded_as<TensorMemoryLayout::BLOCK_SHARDED>, nb::arg("grid"),
             nb::arg("orientation") = ShardOrientation::ROW_MAJOR)
        .def("with_memory_config", &TensorSpec::with_memory_config, nb::arg("memory_config"))
        .def(
            "__eq__",
            [](const TensorSpec& a, const TensorSpec& b) {
                return a.logical_shape() == b.logical_shape() && a.tensor_layout() == b.tensor_layout();
            },
            nb::is_operator())
        .def("__hash__", [](const TensorSpec& self) { return std::hash<Shape>{}(self.logical_shape()); })
        .def("__repr__", [](const TensorSpec& self) {
            return fmt::format("TensorSpec({}, {}, {}, {})", self.logical_shape(), self.data_type(), self.layout(),
                               self.memory_config());
        });
}

void bind_compute_config(nb::module_& m) {
    using ttnn::WormholeComputeKernelConfig;
    nb::class_<WormholeComputeKernelConfig>(m, "WormholeComputeKernelConfig",
                                            "How a compute kernel uses the math unit.")
        .def(
            "__init__",
            [](WormholeComputeKernelConfig* self, MathFidelity fidelity, bool approx, bool fp32, bool l1_acc,
               bool full_sync, uint32_t throttle) {
                new (self) WormholeComputeKernelConfig{fidelity, approx, fp32, l1_acc, full_sync, throttle};
            },
            nb::kw_only(), nb::arg("math_fidelity") = MathFidelity::Invalid, nb::arg("math_approx_mode") = true,
            nb::arg("fp32_dest_acc_en") = false, nb::arg("packer_l1_acc") = false, nb::arg("dst_full_sync_en") = false,
            nb::arg("throttle_level") = 0)
        .def_rw("math_fidelity", &WormholeComputeKernelConfig::math_fidelity)
        .def_rw("math_approx_mode", &WormholeComputeKernelConfig::math_approx_mode)
        .def_rw("fp32_dest_acc_en", &WormholeComputeKernelConfig::fp32_dest_acc_en)
        .def_rw("packer_l1_acc", &WormholeComputeKernelConfig::packer_l1_acc)
        .def_rw("dst_full_sync_en", &WormholeComputeKernelConfig::dst_full_sync_en)
        .def_rw("throttle_level", &WormholeComputeKernelConfig::throttle_level);
}

}  // namespace

void bind_tensor_specs(nb::module_& m) {
    bind_shape(m);
    bind_memory(m);
    bind_spec(m);
    bind_compute_config(m);
}

}  // namespace tilewright::python
