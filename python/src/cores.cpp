// Cores, ranges of cores, and how work is divided over them.
#include "binding.hpp"

#include <nanobind/make_iterator.h>
#include <nanobind/operators.h>
#include <nanobind/stl/set.h>

#include "tt-metalium/mesh_coord.hpp"
#include "tt-metalium/work_split.hpp"

namespace tilewright::python {

using ttm::CoreCoord;
using TtRange = ttm::CoreRange;
using ttm::CoreRangeSet;

Words to_words(nb::handle values, const char* what) {
    Words words;
    PyObject* fast = PySequence_Fast(values.ptr(), "");
    if (fast == nullptr) {
        PyErr_Clear();
        throw nb::type_error((std::string(what) + ": a list of whole numbers is needed").c_str());
    }
    const nb::object sequence = nb::steal(fast);
    const Py_ssize_t count = PySequence_Fast_GET_SIZE(fast);
    PyObject** items = PySequence_Fast_ITEMS(fast);
    words.reserve(static_cast<size_t>(count));
    for (Py_ssize_t i = 0; i < count; ++i) {
        const nb::object number = nb::steal(PyNumber_Index(items[i]));
        unsigned long long value = 0;
        if (number.is_valid()) value = PyLong_AsUnsignedLongLong(number.ptr());
        if (PyErr_Occurred() != nullptr || value > 0xFFFFFFFFull) {
            PyErr_Clear();
            const std::string text = std::string(what) + ": value " + std::to_string(i) + " is " +
                                     nb::repr(nb::handle(items[i])).c_str() +
                                     "; whole numbers from 0 to 4294967295 are allowed";
            throw nb::type_error(text.c_str());
        }
        words.push_back(static_cast<uint32_t>(value));
    }
    return words;
}

CoreCoord to_core(nb::handle core) {
    if (nb::isinstance<CoreCoord>(core)) return nb::cast<CoreCoord>(core);
    const Words pair = to_words(core, "CoreCoord");
    if (pair.size() != 2) throw nb::type_error("CoreCoord: two numbers (x, y) are needed");
    return {pair[0], pair[1]};
}

namespace {

void bind_core_types(nb::module_& m) {
    nb::class_<CoreCoord>(m, "CoreCoord", "A core by column and row.")
        .def(nb::init<size_t, size_t>(), nb::arg("x"), nb::arg("y"))
        .def(
            "__init__",
            [](CoreCoord* self, std::pair<size_t, size_t> pair) { new (self) CoreCoord(pair.first, pair.second); },
            nb::arg("core"))
        .def_ro("x", &CoreCoord::x)
        .def_ro("y", &CoreCoord::y)
        .def(
            "__eq__", [](const CoreCoord& self, const CoreCoord& other) { return self == other; }, nb::is_operator())
        .def("__hash__",
             [](const CoreCoord& core) {
                 const std::hash<CoreCoord> number;
                 return number(core);
             })
        .def("__repr__", [](const CoreCoord& self) { return "CoreCoord" + self.str(); })
        .def("str", &CoreCoord::str);
    nb::implicitly_convertible<std::pair<size_t, size_t>, CoreCoord>();

    nb::class_<TtRange>(m, "CoreRange", "An inclusive rectangle of cores.")
        .def(nb::init<const CoreCoord&, const CoreCoord&>(), nb::arg("start"), nb::arg("end"))
        .def_ro("start", &TtRange::start_coord)
        .def_ro("end", &TtRange::end_coord)
        .def("grid_size", &TtRange::grid_size)
        .def("size", &TtRange::size)
        .def(
            "contains", [](const TtRange& self, const CoreCoord& core) { return self.contains(core); }, nb::arg("core"))
        .def(
            "contains", [](const TtRange& self, const TtRange& range) { return self.contains(range); },
            nb::arg("range"))
        .def(
            "__eq__", [](const TtRange& self, const TtRange& other) { return self == other; }, nb::is_operator())
        .def("__hash__",
             [](const TtRange& self) {
                 return std::hash<CoreCoord>{}(self.start_coord) * 31 + std::hash<CoreCoord>{}(self.end_coord);
             })
        .def("__repr__", [](const TtRange& self) { return "CoreRange" + self.str(); });

    nb::class_<CoreRangeSet>(m, "CoreRangeSet", "Rectangles of cores that do not overlap.")
        .def(
            "__init__",
            [](CoreRangeSet* self, const std::vector<TtRange>& ranges) {
                new (self) CoreRangeSet(ttsl::Span<const TtRange>(ranges.data(), ranges.size()));
            },
            nb::arg("core_ranges"))
        .def(
            "__init__",
            [](CoreRangeSet* self, nb::set ranges) {
                std::vector<TtRange> list;
                for (nb::handle range : ranges) list.push_back(nb::cast<TtRange>(range));
                std::sort(list.begin(), list.end());
                new (self) CoreRangeSet(ttsl::Span<const TtRange>(list.data(), list.size()));
            },
            nb::arg("core_ranges"))
        .def(nb::init<const TtRange&>(), nb::arg("core_range"))
        .def("ranges", &CoreRangeSet::ranges)
        .def("num_cores", &CoreRangeSet::num_cores)
        .def("size", &CoreRangeSet::size)
        .def("empty", &CoreRangeSet::empty)
        .def("bounding_box", &CoreRangeSet::bounding_box)
        .def(
            "contains", [](const CoreRangeSet& self, const CoreCoord& core) { return self.contains(core); },
            nb::arg("core"))
        .def(
            "contains", [](const CoreRangeSet& self, const TtRange& range) { return self.contains(range); },
            nb::arg("range"))
        .def(
            "contains", [](const CoreRangeSet& self, const CoreRangeSet& set) { return self.contains(set); },
            nb::arg("ranges"))
        .def(
            "merge", [](const CoreRangeSet& self, const CoreRangeSet& other) { return self.merge(other); },
            nb::arg("other"))
        .def(
            "merge",
            [](const CoreRangeSet& self, const std::vector<TtRange>& other) {
                return self.merge(CoreRangeSet(ttsl::Span<const TtRange>(other.data(), other.size())));
            },
            nb::arg("other"))
        .def("subtract", &CoreRangeSet::subtract, nb::arg("other"))
        .def("intersection", &CoreRangeSet::intersection, nb::arg("other"))
        .def(
            "__eq__", [](const CoreRangeSet& self, const CoreRangeSet& other) { return self == other; },
            nb::is_operator())
        .def("__hash__", [](const CoreRangeSet& self) { return std::hash<std::string>{}(self.str()); })
        .def("__repr__", [](const CoreRangeSet& self) { return "CoreRangeSet" + self.str(); });
}

void bind_work_split(nb::module_& m) {
    m.def(
        "split_work_to_cores",
        [](const CoreCoord& grid_size, uint32_t units, bool row_wise) {
            return ttm::split_work_to_cores(grid_size, units, row_wise);
        },
        nb::arg("grid_size"), nb::arg("units_to_divide"), nb::arg("row_wise") = false,
        "(cores used, all of them, first group, second group, units per core of the first, of the second).");
    m.def(
        "split_work_to_cores",
        [](const CoreRangeSet& core_grid, uint32_t units, bool row_wise) {
            return ttm::split_work_to_cores(core_grid, units, row_wise);
        },
        nb::arg("core_grid"), nb::arg("units_to_divide"), nb::arg("row_wise") = false);
    m.def(
        "grid_to_cores",
        [](uint32_t num_cores, uint32_t x, uint32_t y, bool row_wise) {
            return ttm::grid_to_cores(num_cores, x, y, row_wise);
        },
        nb::arg("num_cores"), nb::arg("grid_size_x"), nb::arg("grid_size_y"), nb::arg("row_wise") = false);
    m.def(
        "grid_to_cores",
        [](const CoreCoord& start, const CoreCoord& end, bool row_wise) {
            return ttm::grid_to_cores(start, end, row_wise);
        },
        nb::arg("start"), nb::arg("end"), nb::arg("row_wise") = false);
    m.def(
        "corerange_to_cores",
        [](const CoreRangeSet& set, std::optional<uint32_t> max_cores, bool row_wise) {
            return ttm::corerange_to_cores(set, max_cores, row_wise);
        },
        nb::arg("core_range_set"), nb::arg("max_cores") = nb::none(), nb::arg("row_wise") = false);
    m.def(
        "num_cores_to_corerangeset",
        [](uint32_t target, const CoreCoord& grid, bool row_wise) {
            return ttm::num_cores_to_corerangeset(target, grid, row_wise);
        },
        nb::arg("target_num_cores"), nb::arg("grid_size"), nb::arg("row_wise") = false);
}

}  // namespace

void bind_cores(nb::module_& m) {
    bind_core_types(m);
    bind_work_split(m);
}

void bind_mesh(nb::module_& m) {
    using namespace ttm::distributed;
    nb::class_<MeshShape>(m, "MeshShape", "Rows and columns of a mesh of devices.")
        .def(nb::init<uint32_t, uint32_t>(), nb::arg("rows"), nb::arg("cols"))
        .def(
            "__init__",
            [](MeshShape* self, const std::vector<uint32_t>& dims) {
                new (self) MeshShape(ttsl::make_const_span(dims));
            },
            nb::arg("dims"))
        .def("dims", &MeshShape::dims)
        .def("mesh_size", &MeshShape::mesh_size)
        .def(
            "__getitem__", [](const MeshShape& self, int32_t i) { return self[i]; }, nb::arg("index"))
        .def("__len__", &MeshShape::dims)
        .def("__iter__",
             [](const MeshShape& self) { return nb::iter(nb::cast(std::vector<uint32_t>(self.begin(), self.end()))); })
        .def(
            "__eq__", [](const MeshShape& self, const MeshShape& other) { return self == other; }, nb::is_operator())
        .def("__hash__", [](const MeshShape& self) { return self.mesh_size() * 131 + self.dims(); })
        .def("__repr__",
             [](const MeshShape& self) { return fmt::format("{}", fmt::join(self.begin(), self.end(), "x")); });
    nb::class_<MeshCoordinate>(m, "MeshCoordinate", "Where a device is in a mesh.")
        .def(nb::init<uint32_t, uint32_t>(), nb::arg("row"), nb::arg("col"))
        .def("dims", &MeshCoordinate::dims)
        .def(
            "__getitem__", [](const MeshCoordinate& self, int32_t i) { return self[i]; }, nb::arg("index"))
        .def(
            "__eq__", [](const MeshCoordinate& self, const MeshCoordinate& other) { return self == other; },
            nb::is_operator())
        .def("__hash__", [](const MeshCoordinate& self) { return self[0] * 1009u + self[-1]; });
    nb::class_<MeshCoordinateRange>(m, "MeshCoordinateRange", "An inclusive box of devices.")
        .def(nb::init<const MeshCoordinate&, const MeshCoordinate&>(), nb::arg("start"), nb::arg("end"))
        .def(nb::init<const MeshShape&>(), nb::arg("shape"))
        .def_prop_ro("start", &MeshCoordinateRange::start_coord)
        .def_prop_ro("end", &MeshCoordinateRange::end_coord)
        .def(
            "__eq__", [](const MeshCoordinateRange& a, const MeshCoordinateRange& b) { return a == b; },
            nb::is_operator())
        .def("__hash__", [](const MeshCoordinateRange& self) { return std::hash<MeshCoordinateRange>{}(self); });
}

}  // namespace tilewright::python
