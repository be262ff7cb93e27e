// The profiler's data as Python objects, and reading it.
#include <nanobind/operators.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/unordered_map.h>

#include <fmt/format.h>

#include "binding.hpp"
#include "metal/device_impl.hpp"
#include "tt-metalium/experimental/profiler.hpp"
#include "tt-metalium/host_api.hpp"

namespace tilewright::python {

namespace {

namespace experimental = tt::tt_metal::experimental;
using experimental::DurationHistogram;
using experimental::KernelDurationSummary;
using experimental::ProgramAnalysisData;
using experimental::ProgramExecutionUID;
using experimental::ProgramSingleAnalysisResult;

// Lists, in the order of time.
nb::dict lists_of(const std::map<tt::ChipId, std::set<ProgramAnalysisData>>& data) {
    nb::dict made;
    for (const auto& [chip, programs] : data) {
        nb::list all;
        for (const ProgramAnalysisData& program : programs) all.append(nb::cast(program));
        made[nb::int_(chip)] = all;
    }
    return made;
}

nb::dict dict_of(const std::map<tt::ChipId, KernelDurationSummary>& summaries) {
    nb::dict made;
    for (const auto& [chip, summary] : summaries) made[nb::int_(chip)] = nb::cast(summary);
    return made;
}

// Name, processor, begin and end in ns of every zone of the newest timed program, in the order of threads.
nb::list zones_of(MeshDevice& device) {
    nb::list made;
    const auto& timing = open_device(device, "last_zones").impl().profiler.last();
    if (timing == nullptr) return made;
    for (const clock::ZoneTime& zone : timing->zones) {
        const clock::ThreadTime& thread = timing->threads.at(zone.thread);
        made.append(nb::make_tuple(zone.name, metal::profiler_name(thread.processor),
                                   double(zone.begin) / timing->clock_ghz, double(zone.end) / timing->clock_ghz));
    }
    return made;
}

}  // namespace

void bind_profiler(nb::module_& m) {
    nb::class_<ProgramExecutionUID>(m, "ProgramExecutionUID")
        .def(nb::init<>())
        .def_rw("runtime_id", &ProgramExecutionUID::runtime_id)
        .def_rw("trace_id", &ProgramExecutionUID::trace_id)
        .def_rw("trace_id_counter", &ProgramExecutionUID::trace_id_counter)
        .def("__eq__", [](const ProgramExecutionUID& a, const ProgramExecutionUID& b) { return a == b; })
        .def("__lt__", [](const ProgramExecutionUID& a, const ProgramExecutionUID& b) { return a < b; })
        .def("__repr__", [](const ProgramExecutionUID& uid) {
            return fmt::format("ProgramExecutionUID(runtime_id={})", uid.runtime_id);
        });
    nb::class_<ProgramSingleAnalysisResult>(m, "ProgramSingleAnalysisResult")
        .def(nb::init<>())
        .def_rw("start_timestamp", &ProgramSingleAnalysisResult::start_timestamp)
        .def_rw("end_timestamp", &ProgramSingleAnalysisResult::end_timestamp)
        .def_rw("duration", &ProgramSingleAnalysisResult::duration)
        .def("__eq__",
             [](const ProgramSingleAnalysisResult& a, const ProgramSingleAnalysisResult& b) { return a == b; })
        .def("__lt__", [](const ProgramSingleAnalysisResult& a, const ProgramSingleAnalysisResult& b) { return a < b; })
        .def("__repr__", [](const ProgramSingleAnalysisResult& one) {
            return fmt::format("ProgramSingleAnalysisResult({} ns, cycles {} to {})", one.duration, one.start_timestamp,
                               one.end_timestamp);
        });
    nb::class_<ProgramAnalysisData>(m, "ProgramAnalysisData")
        .def(nb::init<>())
        .def_rw("program_execution_uid", &ProgramAnalysisData::program_execution_uid)
        .def_rw("program_analyses_results", &ProgramAnalysisData::program_analyses_results)
        .def_rw("core_count", &ProgramAnalysisData::core_count)
        .def_rw("num_available_cores", &ProgramAnalysisData::num_available_cores)
        .def("__eq__", [](const ProgramAnalysisData& a, const ProgramAnalysisData& b) { return a == b; })
        .def("__lt__", [](const ProgramAnalysisData& a, const ProgramAnalysisData& b) { return a < b; })
        .def("__repr__", [](const ProgramAnalysisData& data) {
            return fmt::format("<ProgramAnalysisData: {} of {} cores, runtime_id {}, {} durations>", data.core_count,
                               data.num_available_cores, data.program_execution_uid.runtime_id,
                               data.program_analyses_results.size());
        });
    nb::class_<DurationHistogram>(m, "DurationHistogram")
        .def(nb::init<>())
        .def_rw("min_ns", &DurationHistogram::min_ns)
        .def_rw("max_ns", &DurationHistogram::max_ns)
        .def_rw("num_buckets", &DurationHistogram::num_buckets)
        .def_rw("bucket_edges_ns", &DurationHistogram::bucket_edges_ns)
        .def_rw("bucket_counts", &DurationHistogram::bucket_counts)
        .def_rw("underflow", &DurationHistogram::underflow)
        .def_rw("overflow", &DurationHistogram::overflow);
    nb::class_<KernelDurationSummary>(m, "KernelDurationSummary")
        .def(nb::init<>())
        .def_rw("count", &KernelDurationSummary::count)
        .def_rw("min_ns", &KernelDurationSummary::min_ns)
        .def_rw("max_ns", &KernelDurationSummary::max_ns)
        .def_rw("avg_ns", &KernelDurationSummary::avg_ns)
        .def_rw("histogram", &KernelDurationSummary::histogram);

    m.def("read_profiler", [](MeshDevice& device) {
        tt::tt_metal::ReadMeshDeviceProfilerResults(open_device(device, "ReadDeviceProfiler"));
    });
    m.def(
        "get_latest_programs_perf_data", [] { return lists_of(experimental::GetLatestProgramsPerfData()); },
        nb::sig("def get_latest_programs_perf_data() -> dict[int, list[ProgramAnalysisData]]"));
    m.def(
        "get_all_programs_perf_data", [] { return lists_of(experimental::GetAllProgramsPerfData()); },
        nb::sig("def get_all_programs_perf_data() -> dict[int, list[ProgramAnalysisData]]"));
    m.def("get_latest_kernel_duration_summary", [] { return dict_of(experimental::GetLatestKernelDurationSummary()); });
    m.def("get_all_kernel_duration_summary", [] { return dict_of(experimental::GetAllKernelDurationSummary()); });
    m.def("last_zones", &zones_of, nb::arg("device"),
          nb::sig("def last_zones(device: MeshDevice) -> list[tuple[str, str, float, float]]"));
}

}  // namespace tilewright::python
