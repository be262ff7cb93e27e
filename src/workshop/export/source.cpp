// Finding what is to be exported.
#include "workshop/export/source.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "workshop/export/folders.hpp"
#include "workshop/gen/folder.hpp"
#include "workshop/gen/kernels.hpp"
#include "workshop/op/op.hpp"
#include "workshop/spec/spec.hpp"

namespace tilewright::workshop::exported {

namespace fs = std::filesystem;

namespace {

fs::path folder_of(const std::string& name) {
    std::error_code error;
    if (fs::is_directory(name, error)) return name;
    if (const Op op = find_op(name)) return fs::path(kernel_path(name, "x")).parent_path().parent_path().parent_path();
    throw Error("TW4131", fmt::format("{} is neither an op, a folder nor a spec", name),
                "give the name of an op (tilewright ops lists them), the folder of one, or a .toml file", Exit::Usage);
}

// Kernels as they lie in a generated folder, where some differ from what its spec gives.
void take_edits(ExportSource& source, bool force) {
    const std::map<std::string, std::string> generated = rows::op_files(source.plan);
    std::vector<std::string> host;
    bool edited = false;
    const std::string kernels = "device/kernels/";
    for (const auto& [name, text] : generated) {
        const bool kernel = name.rfind(kernels, 0) == 0;
        const bool code = kernel || (name.size() > 4 && (name.ends_with(".cpp") || name.ends_with(".hpp")) &&
                                     name.rfind("tests/", 0) != 0);
        std::error_code error;
        if (!code || !fs::is_regular_file(source.folder / name, error)) continue;
        if (read_text(source.folder / name) == text) continue;
        if (kernel) edited = true;
        if (!kernel) host.push_back(name);
    }
    if (!host.empty() && !force) {
        throw Error("TW4132",
                    fmt::format("{} of {} differ{} from what spec.toml gives: {}",
                                host.size() == 1 ? "a host file" : fmt::format("{} host files", host.size()),
                                source.folder.string(), host.size() == 1 ? "s" : "", fmt::join(host, ", ")),
                    "exported host code follows from spec.toml: make the change there or in the exported file; --force "
                    "leaves these edits behind",
                    Exit::Usage);
    }
    for (const std::string& name : host) source.notes.push_back(fmt::format("left behind: the edits of {}", name));
    if (!edited) return;
    for (const auto& entry : fs::recursive_directory_iterator(source.folder / kernels)) {
        if (!entry.is_regular_file()) continue;
        source.kernels[fs::relative(entry.path(), source.folder / kernels).string()] = read_text(entry.path());
    }
    source.notes.emplace_back("its kernels were edited: they are exported as they are");
}

}  // namespace

ExportSource find_source(const std::string& name, const std::optional<std::string>& rename, bool force) {
    ExportSource source;
    const bool is_spec = name.ends_with(".toml");
    if (!is_spec) source.folder = folder_of(name);
    const fs::path file = is_spec ? fs::path(name) : source.folder / "spec.toml";
    std::error_code error;
    if (!fs::is_regular_file(file, error)) {
        throw Error("TW4131",
                    is_spec ? fmt::format("there is no spec {}", name)
                            : fmt::format("{} has no spec.toml, from which exported host code follows", name),
                    is_spec ? "give a file that exists"
                            : "write its mathematics as a spec (docs/workshop.md), or start from tilewright new",
                    Exit::Usage);
    }
    rows::Spec spec = rows::read_spec(file);
    const std::string own = spec.name;
    if (rename) spec.name = *rename;
    source.plan = rows::make_plan(spec);
    const bool generated = !is_spec && fs::is_regular_file(source.folder / "generated.json", error);
    if (generated && !rename) take_edits(source, force);
    if (!is_spec && !generated) {
        source.notes.push_back(fmt::format(
            "{} is written by hand: kernels and host code are those that its spec gives, with the same bits", own));
    }
    return source;
}

}  // namespace tilewright::workshop::exported
