// Wrong numbers: two arrays and what is known about them go to the analysis of the workshop, the call that made them is
// run again, and a finding with suspects comes back.
#include <nanobind/ndarray.h>

#include <nlohmann/json.hpp>

#include "binding.hpp"
#include "metal/device_impl.hpp"
#include "tilewright/device.hpp"
#include "workshop/suspect/rerun.hpp"
#include "workshop/suspect/suspect.hpp"

namespace tilewright::python {

namespace {

using Doubles = nb::ndarray<const double, nb::c_contig, nb::device::cpu>;
using workshop::Compared;
using workshop::Constant;
using workshop::Diagnosis;
using workshop::Operand;
using workshop::Rerun;

std::vector<double> numbers(const Doubles& array) { return {array.data(), array.data() + array.size()}; }

Operand operand_of(std::string name, const Doubles& array) {
    Operand made{std::move(name), {}, numbers(array)};
    for (size_t d = 0; d < array.ndim(); ++d) made.shape.push_back(static_cast<uint32_t>(array.shape(d)));
    return made;
}

nb::object numpy_of(const Operand& operand) {
    auto* held = new std::vector<double>(operand.values);
    nb::capsule owner(held, [](void* at) noexcept { delete static_cast<std::vector<double>*>(at); });
    const std::vector<size_t> dims(operand.shape.begin(), operand.shape.end());
    return nb::cast(nb::ndarray<nb::numpy, double>(held->data(), dims.size(), dims.data(), owner));
}

using Named = std::vector<std::pair<std::string, Doubles>>;

std::vector<Operand> operands(const Named& list) {
    std::vector<Operand> made;
    for (const auto& [name, array] : list) made.push_back(operand_of(name, array));
    return made;
}

// The Python function takes (list of arrays, list of numbers) and gives an array, or None where it cannot.
workshop::Recompute recompute_by(const nb::object& function) {
    if (function.is_none()) return {};
    return [function](const std::vector<Operand>& inputs, const std::vector<Constant>& constants) -> Operand {
        nb::list arrays, values;
        for (const Operand& input : inputs) arrays.append(numpy_of(input));
        for (const Constant& constant : constants) values.append(constant.value);
        const nb::object result = function(arrays, values);
        return result.is_none() ? Operand{} : operand_of("", nb::cast<Doubles>(result));
    };
}

// The programs that work() enqueues and the tensor it returns.
Rerun described(MeshDevice& device, const nb::callable& work, std::vector<ttm::Tensor> inputs,
                std::vector<std::string> names, std::vector<ttm::Tensor> contents, double seconds) {
    nb::object output;
    Rerun rerun;
    rerun.programs = describe(open_device(device, "expect"), [&] { output = work(); });
    if (!nb::try_cast<ttm::Tensor>(output, rerun.output)) rerun.programs.clear();
    rerun.inputs = std::move(inputs);
    rerun.names = std::move(names);
    rerun.contents = std::move(contents);
    rerun.seconds = seconds;
    return rerun;
}

// What stays of a comparison between its steps, which need the interpreter in turn and not at all.
class Comparison {
public:
    Comparison(const std::vector<uint32_t>& shape, const Doubles& got, const Doubles& expected, const Doubles& allowed,
               bool tiled, double unit, bool whole_numbers) {
        compared_.shape = shape;
        compared_.got = numbers(got);
        compared_.expected = numbers(expected);
        compared_.allowed = numbers(allowed);
        compared_.tiled = tiled;
        compared_.unit = unit;
        compared_.whole_numbers = whole_numbers;
    }
    void know(const Named& inputs, const std::vector<std::pair<std::string, double>>& constants, const Named& before,
              const nb::object& recompute, double seconds) {
        compared_.inputs = operands(inputs);
        for (const auto& [name, value] : constants) compared_.constants.push_back({name, value});
        compared_.before = operands(before);
        compared_.recompute = recompute_by(recompute);
        compared_.seconds = seconds;
    }
    void describe_call(MeshDevice& device, const nb::callable& work, std::vector<ttm::Tensor> tensors,
                       std::vector<std::string> names, std::vector<ttm::Tensor> contents, double seconds) {
        device_ = &device;
        rerun_ = described(device, work, std::move(tensors), std::move(names), std::move(contents), seconds);
        if (!rerun_->programs.empty()) compared_.shares = shares_of(rerun_->programs.back(), compared_);
    }
    void diagnose() {
        diagnosis_ = workshop::diagnose(compared_);
        compared_.recompute = {};  // the interpreter is not needed any more
        if (rerun_) on_card([&] { diagnosis_.add(rerun_suspects(*rerun_, compared_)); });
    }
    // Whether what lies in the padding of an input can be seen in the result.
    bool padding_enters() {
        diagnosis_.elements = compared_.expected.size();
        if (rerun_) on_card([&] { diagnosis_.add(padding_suspects(*rerun_, compared_)); });
        return !diagnosis_.suspects.empty();
    }
    Finding finding(const std::string& name) const { return workshop::wrong_result(name, compared_, diagnosis_); }
    std::string json() const { return diagnosis_.to_json().dump(); }

private:
    void on_card(const std::function<void()>& work) { run_on_card(*device_, work); }

    Compared compared_;
    Diagnosis diagnosis_;
    std::optional<Rerun> rerun_;
    MeshDevice* device_ = nullptr;
};

}  // namespace

void bind_suspects(nb::module_& m) {
    nb::class_<Comparison>(m, "Comparison", "A result beside its reference, and what the difference points to.")
        .def(nb::init<const std::vector<uint32_t>&, const Doubles&, const Doubles&, const Doubles&, bool, double,
                      bool>(),
             nb::arg("shape"), nb::arg("got"), nb::arg("expected"), nb::arg("allowed"), nb::arg("tiled"),
             nb::arg("unit"), nb::arg("whole_numbers"),
             nb::sig("def __init__(self, shape: collections.abc.Sequence[int], got: typing.Any, expected: typing.Any, "
                     "allowed: typing.Any, tiled: bool, unit: float, whole_numbers: bool) -> None"))
        .def("know", &Comparison::know, nb::arg("inputs"), nb::arg("constants"), nb::arg("before"),
             nb::arg("recompute").none(), nb::arg("seconds"),
             nb::sig("def know(self, inputs: collections.abc.Sequence[tuple[str, typing.Any]], constants: "
                     "collections.abc.Sequence[tuple[str, float]], before: collections.abc.Sequence[tuple[str, "
                     "typing.Any]], recompute: collections.abc.Callable[[list[typing.Any], list[float]], typing.Any] | "
                     "None, seconds: float) -> None"))
        .def("describe_call", &Comparison::describe_call, nb::arg("device"), nb::arg("work"), nb::arg("tensors"),
             nb::arg("names"), nb::arg("contents"), nb::arg("seconds"),
             nb::sig("def describe_call(self, device: MeshDevice, work: collections.abc.Callable[[], typing.Any], "
                     "tensors: collections.abc.Sequence[Tensor], names: collections.abc.Sequence[str], contents: "
                     "collections.abc.Sequence[Tensor], seconds: float) -> None"))
        .def("diagnose", &Comparison::diagnose)
        .def("padding_enters", &Comparison::padding_enters)
        .def("finding", &Comparison::finding, nb::arg("name"))
        .def("json", &Comparison::json);
}

}  // namespace tilewright::python
