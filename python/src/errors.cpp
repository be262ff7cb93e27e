// Errors and findings: what C++ throws becomes a RuntimeError with the finding attached; texts stay as they are.
#include "binding.hpp"

#include <csignal>
#include <mutex>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "engine/run.hpp"
#include "metal/device_impl.hpp"
#include "metal/exit_status.hpp"
#include "tilewright/device.hpp"

namespace tilewright::python {

namespace {

PyObject* error_type = nullptr;
PyObject* hang_type = nullptr;
std::vector<Finding> kept_findings, kept_notes;  // guarded by the GIL
constexpr size_t kKeptFindingsMax = 1000;

nb::object parsed(const nlohmann::json& json) { return nb::module_::import_("json").attr("loads")(json.dump()); }

nb::object exception_of(PyObject* type, const char* text, const Finding& finding) {
    nb::object error = nb::steal(PyObject_CallFunction(type, "s", text));
    error.attr("finding") = nb::cast(finding);
    return error;
}

void keep(const std::vector<Finding>& findings) {
    for (const Finding& finding : findings) {
        std::vector<Finding>& to = finding.severity == Severity::Note ? kept_notes : kept_findings;
        if (to.size() < kKeptFindingsMax) to.push_back(finding);
    }
}

nb::object exception_of(const engine::HangError& error) {
    nb::object object = exception_of(hang_type, error.what(), error.finding());
    nb::list blocked;
    for (const engine::BlockedThread& thread : error.blocked()) {
        nb::dict entry;
        entry["core"] = thread.core.str();
        entry["thread"] = thread.name;
        entry["kernel"] = thread.kernel;
        entry["waits_for"] = thread.waits_for;
        blocked.append(entry);
    }
    object.attr("blocked") = blocked;
    object.attr("findings") = nb::cast(error.findings());
    object.attr("details") = error.details() ? parsed(*error.details()) : nb::none();
    keep(error.findings());
    return object;
}

// A failed host check: "TT_FATAL @ file:line: condition", "info:", the text, "backtrace:", frames.
std::optional<Finding> finding_of_check(const std::string& text) {
    for (const char* kind : {"TT_FATAL", "TT_THROW", "TT_ASSERT"}) {
        const std::string begin = std::string(kind) + " @ ";
        if (text.rfind(begin, 0) != 0) continue;
        Finding finding;
        finding.code = kind;
        const size_t line_end = text.find('\n');
        const size_t info = text.find("info:\n"), trace = text.rfind("backtrace:\n");
        const size_t info_end = trace == std::string::npos ? text.size() : trace;
        finding.message = info == std::string::npos ? text.substr(begin.size(), line_end - begin.size())
                                                    : text.substr(info + 6, info_end - info - 6);
        while (!finding.message.empty() && finding.message.back() == '\n') finding.message.pop_back();
        const size_t colon = text.find(':', begin.size());
        if (colon != std::string::npos) {
            Frame frame;
            frame.file = text.substr(begin.size(), colon - begin.size());
            frame.line = static_cast<uint32_t>(std::strtoul(text.c_str() + colon + 1, nullptr, 10));
            finding.place.stack.push_back(frame);
        }
        return finding;
    }
    return std::nullopt;
}

void translate(const std::exception_ptr& thrown, void*) {
    try {
        std::rethrow_exception(thrown);
    } catch (const engine::HangError& error) {
        const nb::object object = exception_of(error);
        PyErr_SetObject(hang_type, object.ptr());
    } catch (const Error& error) {
        const nb::object object = exception_of(error_type, error.what(), error.finding());
        PyErr_SetObject(error_type, object.ptr());
    } catch (const std::runtime_error& error) {
        const std::optional<Finding> finding = finding_of_check(error.what());
        if (!finding) throw;
        const nb::object object = exception_of(error_type, error.what(), *finding);
        PyErr_SetObject(error_type, object.ptr());
    }
}

// ---- Ctrl-C -----------------------------------------------------------------------------------------------------
// While programs run, SIGINT also asks the engine to stop; the handler that was there before is called as ever.
std::mutex signal_mutex;
int runs_under_way = 0;
struct sigaction handler_before;

void on_interrupt(int number) {
    engine::interrupt();
    const auto before = handler_before.sa_handler;
    if (before != SIG_DFL && before != SIG_IGN && before != nullptr) before(number);
}

void watch_interrupts(bool begin) {
    const std::lock_guard guard(signal_mutex);
    if (begin && runs_under_way++ == 0) {
        struct sigaction action{};
        action.sa_handler = on_interrupt;
        sigemptyset(&action.sa_mask);
        sigaction(SIGINT, &action, &handler_before);
    } else if (!begin && --runs_under_way == 0) {
        sigaction(SIGINT, &handler_before, nullptr);
    }
}

std::string severity_text(const Finding& finding) {
    return finding.severity == Severity::Note ? "note" : finding.severity == Severity::Warning ? "warning" : "error";
}

}  // namespace

void run_on_card(MeshDevice& device, const std::function<void()>& work) {
    std::exception_ptr error;
    std::vector<Finding> findings, notes;
    {
        nb::gil_scoped_release release;
        watch_interrupts(true);
        {
            // Programs of several threads come one after another, each with its own results. Nothing in here may need
            // the interpreter: whoever holds it may be waiting for the card.
            const std::lock_guard one_at_a_time(device.impl().card->in_use());
            take_results(device);
            try {
                work();
            } catch (...) {
                error = std::current_exception();
            }
            engine::RunResult results = take_results(device);
            findings = std::move(results.findings);
            notes = std::move(results.notes);
        }
        watch_interrupts(false);
    }
    keep(findings);
    keep(notes);
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
    if (error) std::rethrow_exception(error);
}

void bind_errors(nb::module_& m) {
    nb::class_<Frame>(m, "Frame", "One frame of a kernel's call stack.")
        .def_ro("function", &Frame::function)
        .def_ro("file", &Frame::file)
        .def_ro("line", &Frame::line)
        .def("__repr__", [](const Frame& self) {
            return self.function + " (" + self.file + ":" + std::to_string(self.line) + ")";
        });
    nb::class_<Place>(m, "Place", "Where a finding is: core, thread, kernel and source line.")
        .def_ro("core", &Place::core)
        .def_ro("thread", &Place::thread)
        .def_ro("kernel", &Place::kernel)
        .def_ro("stack", &Place::stack)
        .def_prop_ro("file",
                     [](const Place& self) { return self.line() == nullptr ? std::string() : self.line()->file; })
        .def_prop_ro("line", [](const Place& self) { return self.line() == nullptr ? 0u : self.line()->line; });
    nb::class_<Finding>(m, "Finding",
                        "What was seen, where, why it cannot end well and the smallest change that helps.")
        .def_ro("code", &Finding::code)
        .def_ro("message", &Finding::message)
        .def_ro("place", &Finding::place)
        .def_ro("seen", &Finding::seen)
        .def_ro("why", &Finding::why)
        .def_ro("also_on", &Finding::also_on)
        .def_ro("proof", &Finding::proof)
        .def_prop_ro("hint", [](const Finding& self) { return self.fix; })
        .def_prop_ro("severity", &severity_text)
        .def("to_text", &Finding::to_text)
        .def("to_json", [](const Finding& self) { return self.to_json().dump(2); })
        .def_prop_ro(
            "json", [](const Finding& self) { return parsed(self.to_json()); },
            nb::sig("def json(self) -> dict[str, object]"))
        .def("__str__", &Finding::to_text)
        .def("__repr__", [](const Finding& self) { return "Finding(" + self.code + ": " + self.message + ")"; });

    error_type = PyErr_NewExceptionWithDoc("tilewright.Error",
                                           "What the card or its host refused; `finding` says what and where.",
                                           PyExc_RuntimeError, nullptr);
    hang_type = PyErr_NewExceptionWithDoc(
        "tilewright.Hang", "No kernel thread can go on; the text is the doctor's report.", error_type, nullptr);
    m.attr("Error") = nb::handle(error_type);
    m.attr("Hang") = nb::handle(hang_type);
    nb::register_exception_translator(&translate);

    m.def(
        "take_findings", [] { return std::exchange(kept_findings, {}); },
        "Findings of programs since the last call, oldest first.");
    m.def(
        "notes", [] { return kept_notes; },
        "What was odd and harmless about programs, oldest first; take_notes() forgets it.");
    m.def(
        "take_notes", [] { return std::exchange(kept_notes, {}); },
        "Notes of programs since the last call, oldest first.");
    m.def("set_findings_exit", &set_findings_exit, nb::arg("on"),
          "Whether a finding of severity error makes this process end with 1 where it would end with 0.");
    m.def(
        "count_uncaught", [](const Finding& finding) { metal::count_findings({finding}); }, nb::arg("finding"),
        "A finding that ended a thread of the process: it counts for the exit status.");
    m.def("interrupt", &engine::interrupt, "Stops the programs that run now; each ends with TW2603.");
}

}  // namespace tilewright::python
