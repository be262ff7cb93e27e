// Host code of an exported op against the headers of a checkout; of the Python form: that every name it takes from ttnn
// is bound there.
#include <fmt/format.h>

#include <regex>
#include <sstream>

#include "workshop/export/check_compiler.hpp"
#include "workshop/export/check_tree.hpp"

namespace tilewright::workshop::exported {

namespace fs = std::filesystem;

namespace {

std::vector<std::string> host_arguments(const TreeOptions& options) {
    std::vector<std::string> arguments = {"-std=c++20", "-I" + Compiler::stand_ins("host").string()};
    for (const char* folder :
         {"", "ttnn", "ttnn/api", "ttnn/core", "ttnn/cpp", "tt_metal/api", "tt_metal/api/tt-metalium", "tt_metal",
          "tt_stl", "tt_stl/tt_stl", "tt_metal/hostdevcommon/api", "tt_metal/hw/inc"}) {
        std::error_code error;
        if (fs::is_directory(options.tree / folder, error))
            arguments.push_back("-I" + (options.tree / folder).string());
    }
    return arguments;
}

// Every file of the checkout that binds names for Python, as one text.
std::string bindings(const fs::path& tree) {
    std::string text;
    for (const char* folder : {"ttnn/ttnn", "ttnn/cpp/ttnn-nanobind", "ttnn/cpp/ttnn/operations/generic"}) {
        std::error_code error;
        for (const auto& entry : fs::recursive_directory_iterator(tree / folder, error)) {
            const std::string kind = entry.path().extension().string();
            if (entry.is_regular_file(error) && (kind == ".py" || kind == ".cpp" || kind == ".hpp")) {
                text += read_text(entry.path());
            }
        }
    }
    return text;
}

void check_python(TreeCheck& check, const Files& files, const TreeOptions& options) {
    const std::string bound = bindings(options.tree);
    static const std::regex name_of_ttnn("ttnn\\.([A-Za-z_][A-Za-z_0-9]*)");
    for (const auto& [name, text] : files) {
        if (!name.ends_with(".py")) continue;
        CheckedUnit unit;
        unit.file = name;
        unit.processor = "host";
        unit.with = "names of ttnn";
        std::set<std::string> seen;
        for (std::sregex_iterator it(text.begin(), text.end(), name_of_ttnn), end; it != end; ++it) {
            const std::string wanted = (*it)[1];
            if (wanted == "operations" || !seen.insert(wanted).second) continue;
            const std::regex whole("\\b" + wanted + "\\b");
            if (!std::regex_search(bound, whole)) {
                unit.errors.push_back(fmt::format("{}: ttnn.{} is not bound in the checkout", name, wanted));
            }
        }
        if (text.find("tilewright") != std::string::npos)
            unit.errors.push_back(name + ": names what is not in the tree");
        check.units.push_back(std::move(unit));
    }
}

}  // namespace

void check_host(TreeCheck& check, Compiler& compiler, const ExportRequest& request, const Files& files,
                const TreeOptions& options) {
    if (request.form == Form::Python) return check_python(check, files, options);
    std::set<std::string> used;
    const std::string folder = op_path(request.plan.spec.name, request.form) + "/";
    for (const auto& [name, text] : files) {
        if (!name.ends_with(".cpp") || name.rfind(folder, 0) != 0 || name.find("/kernels/") != std::string::npos)
            continue;
        const bool binding = name.ends_with("_nanobind.cpp");
        if (binding && options.nanobind.empty()) {
            check.not_checked.push_back(name + ": the headers of nanobind are not on this machine");
            continue;
        }
        const fs::path source = compiler.tree() / name;
        // The checkout's headers that the file includes, without the file.
        const fs::path without = compiler.scratch("host") / "without.cpp";
        std::string includes;
        std::istringstream lines(text);
        for (std::string line; std::getline(lines, line);) {
            std::error_code error;
            const bool quoted = line.rfind("#include \"", 0) == 0;
            const std::string wanted = quoted ? line.substr(10, line.find('"', 10) - 10) : "";
            const bool own = quoted && fs::is_regular_file(source.parent_path() / wanted, error);
            if (line.rfind("#include", 0) == 0 && !own) includes += line + "\n";
        }
        // What the op's own headers take from the checkout.
        includes +=
            "#include \"ttnn/device_operation.hpp\"\n#include \"ttnn/types.hpp\"\n#include \"ttnn/tensor/tensor.hpp\"\n"
            "#include \"ttnn/operations/core/compute_kernel/compute_kernel_config.hpp\"\n"
            "#include <tt-metalium/host_api.hpp>\n";
        // What a binding instantiates of them, whatever is bound.
        if (binding) {
            includes +=
                "void nothing();\nvoid bind_nothing(nanobind::module_& mod) { ttnn::bind_function<\"nothing\">(mod, "
                "\"\", "
                "&nothing); }\n";
        }
        write_text(without, includes);
        Compiler::Unit unit;
        unit.arguments = host_arguments(options);
        unit.arguments.push_back("-I" + (compiler.tree() / "ttnn/cpp").string());
        if (binding) {
            unit.arguments.push_back("-I" + options.nanobind.string());
            unit.arguments.insert(unit.arguments.end(), options.python_flags.begin(), options.python_flags.end());
        }
        unit.source = "/dev/null";
        unit.with = {"-x", "c++", "-include", source.string()};
        unit.without = {"-x", "c++", "-include", without.string()};
        unit.kind = "host " + includes;
        CheckedUnit checked;
        checked.file = name;
        checked.processor = "host";
        const Compiler::Outcome outcome = compiler.compile(unit);
        checked.errors = outcome.own;
        checked.theirs = outcome.theirs;
        used.insert(outcome.stand_ins.begin(), outcome.stand_ins.end());
        check.units.push_back(std::move(checked));
    }
    for (const std::string& header : used) check.stand_ins.push_back("host: " + header);
}

}  // namespace tilewright::workshop::exported
