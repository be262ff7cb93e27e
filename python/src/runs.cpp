// How a device runs its programs, which programs a piece of work would run, and what a program says about itself.
#include <map>
#include <nanobind/stl/function.h>
#include <nanobind/stl/map.h>
#include <nlohmann/json.hpp>

#include "binding.hpp"
#include "descriptors.hpp"
#include "doctor/check.hpp"
#include "doctor/every/for_every.hpp"
#include "metal/device_impl.hpp"
#include "program/describe.hpp"
#include "tilewright/device.hpp"

namespace tilewright::python {

namespace {

// The one of `names` that was given; ValueError names them all.
template <typename E>
E parse(const char* what, const std::string& given, std::initializer_list<std::pair<const char*, E>> names) {
    std::string all;
    for (const auto& [name, value] : names) {
        if (given == name) return value;
        all += (all.empty() ? "\"" : " or \"") + std::string(name) + "\"";
    }
    throw nb::value_error((std::string(what) + " is " + all + ", not \"" + given + "\"").c_str());
}

nb::dict options_of(const MeshDevice& device) {
    const engine::RunOptions& options = run_options(device);
    nb::dict made;
    made["mode"] = engine::mode_name(options.mode);
    made["numerics"] = engine::numerics_name(options.numerics);
    made["threads"] = options.host_threads;
    made["schedule"] = engine::schedule_name(options.schedule);
    made["seed"] = options.seed;
    made["isolate"] = options.isolate;
    return made;
}

void set_options(MeshDevice& device, const std::optional<std::string>& mode, const std::optional<std::string>& numerics,
                 std::optional<uint32_t> threads, const std::optional<std::string>& schedule,
                 std::optional<uint64_t> seed, std::optional<bool> isolate) {
    using engine::Mode;
    using engine::Schedule;
    using tile::Numerics;
    engine::RunOptions options = run_options(device);
    if (mode)
        options.mode =
            parse<Mode>("mode", *mode, {{"auto", Mode::Auto}, {"fast", Mode::Fast}, {"strict", Mode::Strict}});
    if (numerics)
        options.numerics =
            parse<Numerics>("numerics", *numerics, {{"card", Numerics::Card}, {"float", Numerics::Float}});
    if (threads) options.host_threads = *threads;
    if (schedule)
        options.schedule =
            parse<Schedule>("schedule", *schedule, {{"fixed", Schedule::Fixed}, {"random", Schedule::Random}});
    if (seed) options.seed = *seed;
    if (isolate) options.isolate = *isolate;
    set_run_options(open_device(device, "set_options"), options);
}

std::vector<program::ProgramDescriptor> programs_of(MeshDevice& device, const nb::callable& work) {
    return describe(open_device(device, "describe"), [&] { work(); });
}

std::vector<std::string> describe_json(MeshDevice& device, const nb::callable& work) {
    std::vector<std::string> list;
    for (const auto& program : programs_of(device, work)) list.push_back(program::to_json(program).dump());
    return list;
}

std::vector<std::string> check_json(MeshDevice& device, const nb::callable& work, bool every) {
    std::vector<std::string> list;
    for (const auto& program : programs_of(device, work)) {
        const nb::gil_scoped_release release;
        card::Card& card = *device.impl().card;
        const engine::RunOptions options = run_options(device);
        nlohmann::json json = doctor::check(card, program, options).to_json();
        if (every)
            json["every"] = doctor::check_every(card, doctor::family_of(card, program, options), options).to_json();
        list.push_back(json.dump());
    }
    return list;
}

void state(Program& program, std::string name, std::map<uint32_t, std::string> cbs, std::vector<uint32_t> persistent,
           std::vector<std::string> kernels) {
    program.statement = {std::move(name), std::move(cbs), std::move(persistent), std::move(kernels)};
}

}  // namespace

void bind_runs(nb::module_& m) {
    m.def("run_options", &options_of, nb::arg("device"),
          nb::sig("def run_options(device: MeshDevice) -> dict[str, Any]"));
    m.def("set_run_options", &set_options, nb::arg("device"), nb::arg("mode") = nb::none(),
          nb::arg("numerics") = nb::none(), nb::arg("threads") = nb::none(), nb::arg("schedule") = nb::none(),
          nb::arg("seed") = nb::none(), nb::arg("isolate") = nb::none());
    m.def("describe", &describe_json, nb::arg("device"), nb::arg("work"),
          nb::sig("def describe(device: MeshDevice, work: collections.abc.Callable[[], Any]) -> list[str]"),
          "The programs that work() enqueues, as JSON; none is built or run.");
    m.def("check", &check_json, nb::arg("device"), nb::arg("work"), nb::arg("every") = false,
          nb::sig("def check(device: MeshDevice, work: collections.abc.Callable[[], Any], every: bool = False) -> "
                  "list[str]"),
          "What the programs that work() enqueues do to their circular buffers, as JSON; no data is moved.");
    m.def("state", &state, nb::arg("program"), nb::arg("name") = "", nb::arg("cbs") = std::map<uint32_t, std::string>(),
          nb::arg("persistent") = std::vector<uint32_t>(), nb::arg("kernels") = std::vector<std::string>(),
          "What reports call the program, its circular buffers and its kernels, and which CBs are pushed once and "
          "never popped.");
}

}  // namespace tilewright::python
