// RuntimeArgs: rt[x][y] = [numbers], and what else may be done with it.
#include "descriptors.hpp"

namespace tilewright::python {

using ttm::CoreCoord;

Words* RuntimeArgs::find(const CoreCoord& core) {
    const auto found = place_.find(key(core));
    return found == place_.end() ? nullptr : &entries_[found->second].words;
}

void RuntimeArgs::set(const CoreCoord& core, Words words) {
    const auto [found, added] = place_.try_emplace(key(core), entries_.size());
    if (added)
        entries_.push_back({core, std::move(words)});
    else
        entries_[found->second].words = std::move(words);
}

void RuntimeArgs::clear() {
    entries_.clear();
    place_.clear();
}

namespace {

// rt[x]
struct Column {
    std::shared_ptr<RuntimeArgs> args;
    size_t x;
};

// rt[x][y]: looked up at each use, so that it stays right when others are added.
struct CoreArgs {
    std::shared_ptr<RuntimeArgs> args;
    CoreCoord core;
    Words& words() const {
        Words* found = args->find(core);
        if (found == nullptr) throw nb::index_error(("RuntimeArgs: core " + core.str() + " has no arguments").c_str());
        return *found;
    }
    uint32_t& at(int64_t index) const {
        Words& all = words();
        const auto count = static_cast<int64_t>(all.size());
        if (index < -count || index >= count) {
            throw nb::index_error(
                ("runtime argument " + std::to_string(index) + " of " + std::to_string(count)).c_str());
        }
        return all[static_cast<size_t>(index < 0 ? index + count : index)];
    }
};

nb::list pairs(const RuntimeArgs& args) {
    nb::list list;
    for (const RuntimeArgs::Entry& entry : args.entries()) list.append(nb::make_tuple(entry.core, entry.words));
    return list;
}

void bind_core_args(nb::module_& m) {
    nb::class_<CoreArgs>(m, "CoreRuntimeArgs", "The arguments of one core, in place.")
        .def("__len__", [](const CoreArgs& self) { return self.words().size(); })
        .def(
            "__getitem__", [](const CoreArgs& self, int64_t i) { return self.at(i); }, nb::arg("index"))
        .def(
            "__setitem__", [](const CoreArgs& self, int64_t i, uint32_t value) { self.at(i) = value; },
            nb::arg("index"), nb::arg("value"))
        .def(
            "__iter__", [](const CoreArgs& self) { return nb::iter(nb::cast(self.words())); },
            nb::sig("def __iter__(self) -> collections.abc.Iterator[int]"))
        .def(
            "append", [](const CoreArgs& self, uint32_t value) { self.words().push_back(value); }, nb::arg("value"))
        .def(
            "extend",
            [](const CoreArgs& self, nb::sequence values) {
                const Words more = to_words(values, "runtime_args");
                self.words().insert(self.words().end(), more.begin(), more.end());
            },
            nb::arg("values"))
        .def(
            "__eq__",
            [](const CoreArgs& self, nb::handle other) {
                return PySequence_Check(other.ptr()) && nb::cast(self.words()).equal(nb::list(nb::borrow(other)));
            },
            nb::arg("other").none(), nb::sig("def __eq__(self, other: object, /) -> bool"))
        .def("__repr__", [](const CoreArgs& self) { return std::string(nb::repr(nb::cast(self.words())).c_str()); });

    nb::class_<Column>(m, "RuntimeArgsColumn", "The arguments of the cores of one column.")
        .def(
            "__getitem__",
            [](const Column& self, size_t y) {
                CoreArgs view{self.args, CoreCoord(self.x, y)};
                view.words();
                return view;
            },
            nb::arg("y"))
        .def(
            "__setitem__",
            [](const Column& self, size_t y, nb::object values) {
                self.args->set(CoreCoord(self.x, y), to_words(values, "runtime_args"));
            },
            nb::arg("y"), nb::arg("values"),
            nb::sig("def __setitem__(self, y: int, values: collections.abc.Iterable[int], /) -> None"))
        .def(
            "extend",
            [](const Column& self, size_t y, nb::sequence values) {
                Words words = to_words(values, "runtime_args");
                const CoreCoord core(self.x, y);
                if (Words* known = self.args->find(core))
                    known->insert(known->end(), words.begin(), words.end());
                else
                    self.args->set(core, std::move(words));
            },
            nb::arg("y"), nb::arg("values"))
        .def(
            "append",
            [](const Column& self, size_t y, uint32_t value) {
                const CoreCoord core(self.x, y);
                if (Words* known = self.args->find(core))
                    known->push_back(value);
                else
                    self.args->set(core, {value});
            },
            nb::arg("y"), nb::arg("value"));
}

}  // namespace

std::shared_ptr<RuntimeArgs> to_runtime_args(nb::handle given) {
    if (nb::isinstance<RuntimeArgs>(given)) return std::make_shared<RuntimeArgs>(nb::cast<const RuntimeArgs&>(given));
    auto args = std::make_shared<RuntimeArgs>();
    if (!PySequence_Check(given.ptr())) {
        throw nb::type_error("runtime_args: a RuntimeArgs or a list of (CoreCoord, [numbers]) is needed");
    }
    for (nb::handle item : nb::list(nb::borrow(given))) {
        const nb::tuple pair = nb::tuple(nb::borrow(item));
        if (nb::len(pair) != 2) throw nb::type_error("runtime_args: each entry is (CoreCoord, [numbers])");
        args->set(to_core(pair[0]), to_words(pair[1], "runtime_args"));
    }
    return args;
}

void bind_runtime_args(nb::module_& m) {
    bind_core_args(m);
    nb::class_<RuntimeArgs>(m, "RuntimeArgs", "Runtime arguments by core: rt[x][y] = [numbers].")
        .def(nb::init<>())
        .def(
            "__getitem__", [](std::shared_ptr<RuntimeArgs> self, size_t x) { return Column{std::move(self), x}; },
            nb::arg("x"))
        .def("__len__", [](const RuntimeArgs& self) { return self.entries().size(); })
        .def(
            "__iter__", [](const RuntimeArgs& self) { return nb::iter(pairs(self)); },
            nb::sig("def __iter__(self) -> collections.abc.Iterator[tuple[CoreCoord, list[int]]]"))
        .def(
            "append",
            [](RuntimeArgs& self, nb::object core, nb::object values) {
                self.set(to_core(core), to_words(values, "runtime_args"));
            },
            nb::arg("coord"), nb::arg("values"),
            nb::sig(
                "def append(self, coord: CoreCoord | tuple[int, int], values: collections.abc.Iterable[int]) -> None"))
        .def(
            "get",
            [](const RuntimeArgs& self, size_t index) {
                if (index >= self.entries().size()) throw nb::index_error("RuntimeArgs.get: index out of range");
                return std::pair(self.entries()[index].core, self.entries()[index].words);
            },
            nb::arg("index"))
        .def("to_list", &pairs, nb::sig("def to_list(self) -> list[tuple[CoreCoord, list[int]]]"))
        .def("clear", &RuntimeArgs::clear);
}

}  // namespace tilewright::python
