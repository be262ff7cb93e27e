// The descriptors a program is made of.
#include "descriptors.hpp"

#include <nanobind/stl/variant.h>

#include "tt-metalium/tensor_accessor_args.hpp"
#include "tt_stl/assert.hpp"

namespace tilewright::python {

using namespace tt::tt_metal;

namespace {

using Pairs = std::vector<std::pair<std::string, std::string>>;
using NamedWords = std::vector<std::pair<std::string, uint32_t>>;
using Strings = std::vector<std::string>;

// A Python list of `T`; TypeError names what is in it that does not belong there.
template <typename T>
nb::list checked_list(nb::handle given, const char* what) {
    if (!PySequence_Check(given.ptr())) {
        throw nb::type_error(
            (std::string(what) + ": a list of " + nb::type_name(nb::type<T>()).c_str() + " is needed").c_str());
    }
    nb::list list(nb::borrow(given));
    for (size_t i = 0; i < nb::len(list); ++i) {
        if (nb::isinstance<T>(list[i])) continue;
        const std::string text = std::string(what) + "[" + std::to_string(i) + "] is a " +
                                 nb::type_name(nb::handle(list[i]).type()).c_str() + "; it must be a " +
                                 nb::type_name(nb::type<T>()).c_str();
        throw nb::type_error(text.c_str());
    }
    return list;
}

CbFormat make_format(uint8_t index, DataType dtype, uint32_t page_size, const std::optional<TileDescriptor>& tile) {
    CbFormat format;
    format.dtype = dtype;
    format.value.buffer_index = index;
    format.value.data_format = datatype_to_dataformat_converter(dtype);
    format.value.page_size = page_size;
    format.value.tile = tile;
    return format;
}

void bind_cb(nb::module_& m) {
    nb::class_<TileDescriptor>(m, "TileDescriptor")
        .def(nb::init<>())
        .def(nb::init<uint32_t, uint32_t, bool>(), nb::arg("height"), nb::arg("width"), nb::arg("transpose") = false)
        .def(nb::init<const Tile&>(), nb::arg("tile"))
        .def_rw("height", &TileDescriptor::height)
        .def_rw("width", &TileDescriptor::width)
        .def_rw("transpose", &TileDescriptor::transpose);
    nb::implicitly_convertible<Tile, TileDescriptor>();

    nb::class_<CbFormat>(m, "CBFormatDescriptor", "One index of a circular buffer: format and page size.")
        .def(nb::init<>())
        .def(
            "__init__",
            [](CbFormat* self, uint8_t index, DataType dtype, uint32_t page_size, std::optional<TileDescriptor> tile) {
                new (self) CbFormat(make_format(index, dtype, page_size, tile));
            },
            nb::arg("buffer_index"), nb::arg("data_format"), nb::arg("page_size"), nb::arg("tile") = nb::none())
        .def_prop_rw(
            "buffer_index", [](const CbFormat& self) { return self.value.buffer_index; },
            [](CbFormat& self, uint8_t index) { self.value.buffer_index = index; })
        .def_prop_rw(
            "page_size", [](const CbFormat& self) { return self.value.page_size; },
            [](CbFormat& self, uint32_t bytes) { self.value.page_size = bytes; })
        .def_prop_rw(
            "data_format", [](const CbFormat& self) { return self.dtype; },
            [](CbFormat& self, DataType dtype) {
                self.dtype = dtype;
                self.value.data_format = datatype_to_dataformat_converter(dtype);
            })
        .def_prop_ro("data_format_as_uint8",
                     [](const CbFormat& self) { return static_cast<uint8_t>(self.value.data_format); })
        .def_prop_rw(
            "tile", [](const CbFormat& self) { return self.value.tile; },
            [](CbFormat& self, std::optional<TileDescriptor> tile) { self.value.tile = tile; },
            nb::arg("value").none());

    nb::class_<Cb>(m, "CBDescriptor", "A circular buffer: bytes, cores and the indices that share it.")
        .def(nb::init<>())
        .def(
            "__init__",
            [](Cb* self, uint32_t total_size, const CoreRangeSet& cores, nb::sequence formats) {
                nb::list list = checked_list<CbFormat>(formats, "format_descriptors");
                new (self) Cb{total_size, cores, std::move(list), std::nullopt, 0};
            },
            nb::arg("total_size"), nb::arg("core_ranges"), nb::arg("format_descriptors"))
        .def_rw("total_size", &Cb::total_size)
        .def_rw("core_ranges", &Cb::core_ranges)
        .def_rw("address_offset", &Cb::address_offset)
        .def_prop_rw(
            "format_descriptors", [](const Cb& self) { return self.formats; },
            [](Cb& self, nb::sequence formats) {
                self.formats = checked_list<CbFormat>(formats, "format_descriptors");
            },
            nb::for_getter(nb::sig("def format_descriptors(self) -> list[CBFormatDescriptor]")))
        .def("has_buffer", [](const Cb& self) { return self.placed_on.has_value(); })
        .def("buffer_address", [](const Cb& self) -> std::optional<uint32_t> {
            if (!self.placed_on) return std::nullopt;
            return self.placed_on->buffer()->address() + self.address_offset;
        });

    m.def(
        "cb_descriptor_from_sharded_tensor",
        [](uint8_t index, const Tensor& tensor, uint32_t offset, uint32_t total_size,
           std::optional<CoreRangeSet> cores) {
            const MemoryConfig memory = tensor.memory_config();
            TT_FATAL(
                memory.is_sharded() && memory.nd_shard_spec().has_value(),
                "TW3211: cb_descriptor_from_sharded_tensor: the tensor must be sharded with a shard spec; it has {}",
                memory);
            Buffer* buffer = tensor.buffer();
            TT_FATAL(buffer->is_l1(),
                     "TW3211: cb_descriptor_from_sharded_tensor: a CB can only lie on a tensor in L1, this one is "
                     "elsewhere");
            const auto page_bytes = static_cast<uint32_t>(buffer->aligned_page_size());
            nb::list formats;
            formats.append(make_format(index, tensor.dtype(), page_bytes, TileDescriptor(tensor.tensor_spec().tile())));
            const auto bytes =
                total_size != 0 ? total_size : static_cast<uint32_t>(buffer->aligned_size_per_bank()) - offset;
            return Cb{bytes, cores.value_or(memory.nd_shard_spec()->grid), formats, tensor, offset};
        },
        nb::arg("cb_index"), nb::arg("tensor"), nb::arg("address_offset") = 0, nb::arg("total_size") = 0,
        nb::arg("core_ranges") = nb::none(), "A circular buffer placed on the tensor's L1 shard.");
    m.def(
        "get_cb_address",
        [](const Cb& cb) {
            TT_FATAL(cb.placed_on.has_value(),
                     "TW3211: get_cb_address: this circular buffer is not placed on a tensor");
            return cb.placed_on->buffer()->address() + cb.address_offset;
        },
        nb::arg("descriptor"));
}

void bind_configs(nb::module_& m) {
    nb::class_<ReaderConfigDescriptor>(m, "ReaderConfigDescriptor", "RISCV_1 on NoC 0.").def(nb::init<>());
    nb::class_<WriterConfigDescriptor>(m, "WriterConfigDescriptor", "RISCV_0 on NoC 1.").def(nb::init<>());
    nb::class_<DataMovementConfigDescriptor>(m, "DataMovementConfigDescriptor")
        .def(
            "__init__",
            [](DataMovementConfigDescriptor* self, DataMovementProcessor processor, NOC noc, NOC_MODE mode) {
                new (self) DataMovementConfigDescriptor{processor, noc, mode};
            },
            nb::arg("processor") = DataMovementProcessor::RISCV_0, nb::arg("noc") = NOC::NOC_0,
            nb::arg("noc_mode") = NOC_MODE::DM_DEDICATED_NOC)
        .def_rw("processor", &DataMovementConfigDescriptor::processor)
        .def_rw("noc", &DataMovementConfigDescriptor::noc)
        .def_rw("noc_mode", &DataMovementConfigDescriptor::noc_mode);
    nb::class_<ComputeConfigDescriptor>(m, "ComputeConfigDescriptor")
        .def(
            "__init__",
            [](ComputeConfigDescriptor* self, MathFidelity fidelity, bool approx, bool fp32, bool full_sync,
               bool precise) { new (self) ComputeConfigDescriptor{fidelity, fp32, full_sync, {}, precise, approx}; },
            nb::arg("math_fidelity") = MathFidelity::HiFi4, nb::arg("math_approx_mode") = false,
            nb::arg("fp32_dest_acc_en") = false, nb::arg("dst_full_sync_en") = false,
            nb::arg("bfp8_pack_precise") = false)
        .def_rw("math_fidelity", &ComputeConfigDescriptor::math_fidelity)
        .def_rw("math_approx_mode", &ComputeConfigDescriptor::math_approx_mode)
        .def_rw("fp32_dest_acc_en", &ComputeConfigDescriptor::fp32_dest_acc_en)
        .def_rw("dst_full_sync_en", &ComputeConfigDescriptor::dst_full_sync_en)
        .def_rw("bfp8_pack_precise", &ComputeConfigDescriptor::bfp8_pack_precise)
        .def_rw("unpack_to_dest_mode", &ComputeConfigDescriptor::unpack_to_dest_mode);
}

void bind_kernel(nb::module_& m) {
    using SourceType = KernelDescriptor::SourceType;
    using Config = KernelDescriptor::ConfigDescriptor;
    auto kernel = nb::class_<Kernel>(m, "KernelDescriptor", "A kernel: source, cores, arguments and configuration.");
    nb::enum_<SourceType>(kernel, "SourceType")
        .value("FILE_PATH", SourceType::FILE_PATH)
        .value("SOURCE_CODE", SourceType::SOURCE_CODE);
    kernel.def(
        "__init__",
        [](Kernel* self, std::string source, SourceType type, std::optional<CoreRangeSet> cores,
           nb::object compile_time_args, NamedWords named, Pairs defines, nb::object runtime_args, nb::object common,
           std::optional<KernelBuildOptLevel> opt_level, std::optional<Config> config, const Strings& include_paths) {
            if (!cores) throw nb::type_error("KernelDescriptor: core_ranges is missing");
            if (!config)
                throw nb::type_error(
                    "KernelDescriptor: config is missing; give a Reader-, Writer-, DataMovement- or "
                    "ComputeConfigDescriptor");
            Kernel made;
            KernelDescriptor& value = made.value;
            value.kernel_source = std::move(source);
            value.source_type = type;
            value.core_ranges = *cores;
            value.compile_time_args = to_words(compile_time_args, "compile_time_args");
            value.named_compile_time_args = std::move(named);
            value.defines = std::move(defines);
            value.common_runtime_args = to_words(common, "common_runtime_args");
            value.opt_level = opt_level;
            value.config = *config;
            value.compiler_include_paths.assign(include_paths.begin(), include_paths.end());
            made.runtime_args = to_runtime_args(runtime_args);
            new (self) Kernel(std::move(made));
        },
        nb::arg("kernel_source"), nb::arg("source_type") = SourceType::FILE_PATH, nb::arg("core_ranges") = nb::none(),
        nb::arg("compile_time_args") = nb::list(), nb::arg("named_compile_time_args") = NamedWords(),
        nb::arg("defines") = Pairs(), nb::arg("runtime_args") = nb::list(), nb::arg("common_runtime_args") = nb::list(),
        nb::arg("opt_level") = nb::none(), nb::arg("config") = nb::none(),
        nb::arg("compiler_include_paths") = Strings(),
        nb::sig(
            "def __init__(self, kernel_source: str, source_type: KernelDescriptor.SourceType = ..., "
            "core_ranges: CoreRangeSet | None = None, compile_time_args: collections.abc.Iterable[int] = ..., "
            "named_compile_time_args: collections.abc.Sequence[tuple[str, int]] = ..., "
            "defines: collections.abc.Sequence[tuple[str, str]] = ..., "
            "runtime_args: RuntimeArgs | collections.abc.Sequence[tuple[CoreCoord, collections.abc.Sequence[int]]] = "
            "..., "
            "common_runtime_args: collections.abc.Iterable[int] = ..., opt_level: KernelBuildOptLevel | None = None, "
            "config: ReaderConfigDescriptor | WriterConfigDescriptor | DataMovementConfigDescriptor | "
            "ComputeConfigDescriptor | None = None, compiler_include_paths: collections.abc.Sequence[str] = ...) -> "
            "None"));
    kernel
        .def_prop_rw(
            "kernel_source", [](const Kernel& self) { return self.value.kernel_source; },
            [](Kernel& self, std::string source) { self.value.kernel_source = std::move(source); })
        .def_prop_rw(
            "source_type", [](const Kernel& self) { return self.value.source_type; },
            [](Kernel& self, SourceType type) { self.value.source_type = type; })
        .def_prop_rw(
            "core_ranges", [](const Kernel& self) { return self.value.core_ranges; },
            [](Kernel& self, const CoreRangeSet& cores) { self.value.core_ranges = cores; })
        .def_prop_rw(
            "compile_time_args", [](const Kernel& self) { return self.value.compile_time_args; },
            [](Kernel& self, nb::object words) { self.value.compile_time_args = to_words(words, "compile_time_args"); })
        .def_prop_rw(
            "named_compile_time_args", [](const Kernel& self) { return self.value.named_compile_time_args; },
            [](Kernel& self, NamedWords words) { self.value.named_compile_time_args = std::move(words); })
        .def_prop_rw(
            "defines", [](const Kernel& self) { return self.value.defines; },
            [](Kernel& self, Pairs defines) { self.value.defines = std::move(defines); })
        .def_prop_rw(
            "runtime_args", [](const Kernel& self) { return self.runtime_args; },
            [](Kernel& self, nb::object args) { self.runtime_args = to_runtime_args(args); },
            nb::for_getter(nb::sig("def runtime_args(self) -> RuntimeArgs")))
        .def_prop_rw(
            "common_runtime_args", [](const Kernel& self) { return self.value.common_runtime_args; },
            [](Kernel& self, nb::object words) {
                self.value.common_runtime_args = to_words(words, "common_runtime_args");
            })
        .def_prop_rw(
            "opt_level", [](const Kernel& self) { return self.value.opt_level; },
            [](Kernel& self, std::optional<KernelBuildOptLevel> level) { self.value.opt_level = level; },
            nb::arg("value").none())
        .def_prop_rw(
            "config", [](const Kernel& self) { return self.value.config; },
            [](Kernel& self, const Config& config) { self.value.config = config; });
}

void bind_program(nb::module_& m) {
    nb::class_<SemaphoreDescriptor>(m, "SemaphoreDescriptor", "A semaphore on some cores.")
        .def(
            "__init__",
            [](SemaphoreDescriptor* self, uint32_t id, tt::CoreType type, std::optional<CoreRangeSet> cores,
               uint32_t initial) {
                if (!cores) throw nb::type_error("SemaphoreDescriptor: core_ranges is missing");
                new (self) SemaphoreDescriptor{id, type, *cores, initial};
            },
            nb::arg("id"), nb::arg("core_type") = tt::CoreType::WORKER, nb::arg("core_ranges") = nb::none(),
            nb::arg("initial_value") = 0)
        .def_ro("id", &SemaphoreDescriptor::id)
        .def_rw("core_type", &SemaphoreDescriptor::core_type)
        .def_rw("core_ranges", &SemaphoreDescriptor::core_ranges)
        .def_rw("initial_value", &SemaphoreDescriptor::initial_value);

    nb::class_<Program>(m, "ProgramDescriptor", "Kernels, semaphores and circular buffers: one program.")
        .def(
            "__init__",
            [](Program* self, nb::sequence kernels, nb::sequence semaphores, nb::sequence cbs) {
                new (self) Program{checked_list<Kernel>(kernels, "kernels"),
                                   checked_list<SemaphoreDescriptor>(semaphores, "semaphores"),
                                   checked_list<Cb>(cbs, "cbs"),
                                   std::nullopt,
                                   {}};
            },
            nb::arg("kernels") = nb::list(), nb::arg("semaphores") = nb::list(), nb::arg("cbs") = nb::list(),
            nb::sig("def __init__(self, kernels: collections.abc.Sequence[KernelDescriptor] = ..., "
                    "semaphores: collections.abc.Sequence[SemaphoreDescriptor] = ..., "
                    "cbs: collections.abc.Sequence[CBDescriptor] = ...) -> None"))
        .def_prop_rw(
            "kernels", [](const Program& self) { return self.kernels; },
            [](Program& self, nb::sequence list) { self.kernels = checked_list<Kernel>(list, "kernels"); },
            nb::for_getter(nb::sig("def kernels(self) -> list[KernelDescriptor]")))
        .def_prop_rw(
            "semaphores", [](const Program& self) { return self.semaphores; },
            [](Program& self, nb::sequence list) {
                self.semaphores = checked_list<SemaphoreDescriptor>(list, "semaphores");
            },
            nb::for_getter(nb::sig("def semaphores(self) -> list[SemaphoreDescriptor]")))
        .def_prop_rw(
            "cbs", [](const Program& self) { return self.cbs; },
            [](Program& self, nb::sequence list) { self.cbs = checked_list<Cb>(list, "cbs"); },
            nb::for_getter(nb::sig("def cbs(self) -> list[CBDescriptor]")))
        .def_rw("custom_program_hash", &Program::custom_program_hash, nb::arg("value").none());

    nb::class_<TensorAccessorArgs>(m, "TensorAccessorArgs", "The words a kernel's TensorAccessor is built from.")
        .def(nb::init<>())
        .def(
            "__init__",
            [](TensorAccessorArgs* self, const Tensor& tensor) { new (self) TensorAccessorArgs(tensor.buffer()); },
            nb::arg("tensor"), nb::keep_alive<1, 2>())
        .def("get_compile_time_args", &TensorAccessorArgs::get_compile_time_args)
        .def("get_common_runtime_args", &TensorAccessorArgs::get_common_runtime_args);
}

}  // namespace

ttm::ProgramDescriptor to_descriptor(const Program& program) {
    ttm::ProgramDescriptor descriptor;
    descriptor.custom_program_hash = program.custom_program_hash;
    for (nb::handle item : checked_list<Cb>(program.cbs, "cbs")) {
        const Cb& cb = nb::cast<const Cb&>(item);
        CBDescriptor& made = descriptor.cbs.emplace_back();
        made.total_size = cb.total_size;
        made.core_ranges = cb.core_ranges;
        made.address_offset = cb.address_offset;
        if (cb.placed_on) made.buffer = cb.placed_on->buffer();
        for (nb::handle format : checked_list<CbFormat>(cb.formats, "format_descriptors")) {
            made.format_descriptors.push_back(nb::cast<const CbFormat&>(format).value);
        }
    }
    for (nb::handle item : checked_list<SemaphoreDescriptor>(program.semaphores, "semaphores")) {
        descriptor.semaphores.push_back(nb::cast<const SemaphoreDescriptor&>(item));
    }
    for (nb::handle item : checked_list<Kernel>(program.kernels, "kernels")) {
        const Kernel& kernel = nb::cast<const Kernel&>(item);
        KernelDescriptor& made = descriptor.kernels.emplace_back(kernel.value);
        for (const RuntimeArgs::Entry& entry : kernel.runtime_args->entries())
            made.runtime_args.emplace_back(entry.core, entry.words);
    }
    return descriptor;
}

void bind_descriptors(nb::module_& m) {
    bind_cb(m);
    bind_configs(m);
    bind_kernel(m);
    bind_program(m);
}

}  // namespace tilewright::python
