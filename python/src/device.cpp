// Devices: open, ask, close.
#include "binding.hpp"

#include "metal/device_impl.hpp"
#include "metal/environment.hpp"
#include "tt-metalium/allocator.hpp"
#include "tt-metalium/hal.hpp"
#include "tt-metalium/kernel_types.hpp"
#include "tt-metalium/program_cache.hpp"
#include "tt_stl/assert.hpp"

namespace tilewright::python {

using ttm::CoreCoord;

MeshDevice& open_device(MeshDevice& device, const char* what) {
    TT_FATAL(device.impl().open, "TW3214: {}: device {} has been closed; open it again with ttnn.open_device", what,
             device.impl().id);
    return device;
}

namespace {

nb::dict memory_view(MeshDevice& device, ttm::BufferType type) {
    const ttm::Statistics statistics = open_device(device, "get_memory_view").allocator()->get_statistics(type);
    const uint32_t banks = device.allocator()->get_num_banks(type);
    nb::dict view;
    view["num_banks"] = banks;
    view["total_bytes_per_bank"] = statistics.total_allocatable_size_bytes;
    view["total_bytes_allocated_per_bank"] = statistics.total_allocated_bytes;
    view["total_bytes_free_per_bank"] = statistics.total_free_bytes;
    view["largest_contiguous_bytes_free_per_bank"] = statistics.largest_free_block_bytes;
    return view;
}

}  // namespace

void bind_device(nb::module_& m) {
    auto device = nb::class_<MeshDevice>(m, "MeshDevice", nb::is_weak_referenceable(),
                                         "An open device: a mesh of one virtual card.");
    device.def("id", &MeshDevice::id)
        .def("arch", &MeshDevice::arch)
        .def("compute_with_storage_grid_size",
             [](MeshDevice& self) {
                 return open_device(self, "compute_with_storage_grid_size").compute_with_storage_grid_size();
             })
        .def("dram_grid_size", &MeshDevice::dram_grid_size)
        .def("logical_grid_size", &MeshDevice::logical_grid_size)
        .def(
            "worker_core_from_logical_core",
            [](MeshDevice& self, const CoreCoord& core) { return self.worker_core_from_logical_core(core); },
            nb::arg("logical_core"))
        .def("num_program_cache_entries", &MeshDevice::num_program_cache_entries)
        .def("enable_program_cache", &MeshDevice::enable_program_cache)
        .def("clear_program_cache", &MeshDevice::clear_program_cache)
        .def("disable_and_clear_program_cache", &MeshDevice::disable_and_clear_program_cache)
        .def("set_program_cache_misses_allowed", &MeshDevice::set_program_cache_misses_allowed, nb::arg("value"))
        .def("get_num_devices", &MeshDevice::num_devices)
        .def("get_device_ids", &MeshDevice::get_device_ids)
        .def("get_submeshes", &MeshDevice::get_submeshes)
        .def("num_dram_channels", &MeshDevice::num_dram_channels)
        .def("l1_size_per_core", &MeshDevice::l1_size_per_core)
        .def("get_clock_rate_mhz", &MeshDevice::get_clock_rate_mhz)
        .def("is_initialized", &MeshDevice::is_initialized)
        .def_prop_ro("shape", [](const MeshDevice& self) { return self.shape(); })
        .def("close", [](MeshDevice& self) { self.close(); })
        .def(
            "optimal_dram_bank_cores",
            [](MeshDevice& self, ttm::NOC noc) { return self.get_optimal_dram_bank_to_logical_worker_assignment(noc); },
            nb::arg("noc") = ttm::NOC::NOC_0)
        .def("__enter__", [](std::shared_ptr<MeshDevice> self) { return self; })
        .def("__exit__", [](MeshDevice& self, nb::args) { self.close(); })
        .def("__repr__", &MeshDevice::to_string);

    m.def(
        "create_device",
        [](int id, size_t queues, size_t l1_small, size_t trace_region, size_t worker_l1) {
            return MeshDevice::create_unit_mesh(id, l1_small, trace_region, queues, {}, {}, worker_l1);
        },
        nb::arg("device_id"), nb::arg("num_command_queues") = 1, nb::arg("l1_small_size") = 0,
        nb::arg("trace_region_size") = 0, nb::arg("worker_l1_size") = 0);
    m.def(
        "create_mesh",
        [](const ttm::distributed::MeshShape& shape, size_t queues, size_t l1_small, size_t trace_region,
           size_t worker_l1) {
            return MeshDevice::create(ttm::distributed::MeshDeviceConfig(shape), l1_small, trace_region, queues, {}, {},
                                      worker_l1);
        },
        nb::arg("mesh_shape"), nb::arg("num_command_queues") = 1, nb::arg("l1_small_size") = 0,
        nb::arg("trace_region_size") = 0, nb::arg("worker_l1_size") = 0);
    m.def("memory_view", &memory_view, nb::arg("device"), nb::arg("buffer_type"));
    m.def("get_arch_name", [] { return ttm::hal::get_arch_name(); });
    m.def("get_board_name", [] { return tilewright::metal::selected_arch().board; });
    m.def(
        "get_grid_size",
        [] {
            const card::Arch& arch = tilewright::metal::selected_arch();
            return nb::make_tuple(arch.grid_x, arch.grid_y);
        },
        nb::sig("def get_grid_size() -> tuple[int, int]"));
    m.def("get_arch", [] { return ttm::hal::get_arch(); });
    m.def("get_dram_alignment", [] { return ttm::hal::get_dram_alignment(); });
    m.def("get_l1_alignment", [] { return ttm::hal::get_l1_alignment(); });
    m.def("get_max_worker_l1_unreserved_size", [] { return ttm::hal::get_max_worker_l1_unreserved_size(); });
    m.def("set_root_dir", &tilewright::metal::set_root_dir, nb::arg("root"));
    m.def("root_dir", [] { return tilewright::metal::root_dir().string(); });
    m.def("headers_in_words", &tilewright::metal::headers_in_words);
}

}  // namespace tilewright::python
