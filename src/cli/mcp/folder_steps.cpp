// Op folders: from a spec, and from a workspace to where they are tried.
#include <fmt/format.h>

#include <map>

#include "base/error.hpp"
#include "base/files.hpp"
#include "cli/mcp/steps.hpp"
#include "engine/build/cache.hpp"
#include "ttnn/device.hpp"
#include "workshop/gen/folder.hpp"
#include "workshop/run/direct.hpp"

namespace tilewright::cli::mcp {

namespace fs = std::filesystem;
namespace rows = workshop::rows;

namespace {

constexpr size_t kMostCopied = 4 << 20, kMostCopiedFiles = 400;

// What decides whether an op is right, and what nobody compiles.
bool judges(const std::string& name) {
    return name.ends_with("_entry.cpp") || name == "spec.toml" || name == "generated.json" ||
           name.starts_with("tests/") || name.starts_with("test_dev/") || name.starts_with("python/");
}

bool is_kernel(const std::string& name) { return name.starts_with("device/kernels/"); }

bool is_host_code(const std::string& name) {
    return !is_kernel(name) && (name.ends_with(".cpp") || name.ends_with(".hpp") || name.ends_with(".h"));
}

std::map<std::string, std::string> files_of(const fs::path& folder) {
    std::map<std::string, std::string> files;
    size_t bytes = 0;
    std::error_code error;
    fs::recursive_directory_iterator it(folder, error), end;
    for (; it != end; it.increment(error)) {
        const std::string base = it->path().filename().string();
        if (base.starts_with('.') || it->is_symlink(error)) {
            if (it->is_directory(error)) it.disable_recursion_pending();
            continue;
        }
        if (!it->is_regular_file(error)) continue;
        bytes += it->file_size(error);
        if (bytes > kMostCopied || files.size() >= kMostCopiedFiles)
            throw Error("TW4602",
                        fmt::format("{} holds more than {} files or {} MiB", folder.filename().string(),
                                    kMostCopiedFiles, kMostCopied >> 20),
                        "keep what is no part of the op elsewhere", Exit::Usage);
        files[fs::relative(it->path(), folder, error).generic_string()] = engine::read_file(it->path());
    }
    return files;
}

// Files that are the same already stay as they are, others go.
void lay_out(const fs::path& folder, const std::map<std::string, std::string>& files) {
    std::error_code error;
    if (fs::is_symlink(fs::symlink_status(folder, error))) fs::remove(folder, error);
    for (const auto& [name, unused] : files_of(folder)) {
        if (!files.contains(name)) fs::remove(folder / name, error);
    }
    for (const auto& [name, text] : files) {
        const fs::path file = folder / name;
        if (fs::is_regular_file(file, error) && engine::read_file(file) == text) continue;
        fs::create_directories(file.parent_path(), error);
        write_file(file, text, "TW3103", "check free space and permissions, or set TILEWRIGHT_CACHE");
    }
}

std::string hash_of(const std::map<std::string, std::string>& files) {
    engine::ContentHash hash;
    for (const auto& [name, text] : files) hash.add(name), hash.add(text);
    return hash.text();
}

}  // namespace

json generate_step(const json& request) {
    std::string text = request.value("spec", "");
    if (text.empty()) {
        rows::Declared declared;
        const auto list = [&](const char* key) { return request.value(key, std::vector<std::string>()); };
        declared.inputs = list("inputs");
        declared.row_inputs = list("row_inputs");
        declared.column_inputs = list("column_inputs");
        declared.optional_inputs = list("optional_inputs");
        declared.parameters = list("parameters");
        text =
            rows::spec_text(request.at("name").get<std::string>(), request.at("formula").get<std::string>(), declared);
    }
    const rows::Plan plan = rows::make_plan(rows::parse_spec({"spec", text}));
    json answer = {{"op", plan.spec.name}, {"formula", plan.spec.formula}, {"spec", text}};
    answer["signature"] = rows::signature_text(plan) + rows::notes_text(plan);
    if (request.value("spec_only", false)) return answer;
    rows::DirectCall call;
    call.present.assign(plan.spec.inputs.size(), true);
    call.float32.assign(plan.spec.inputs.size(), false);
    call.shape = {1, 1, 32, 128};
    const auto device = ttnn::open_mesh_device(0);
    answer["proof"] = rows::prove(plan, call, *device).to_text();
    const fs::path folder = fs::path(request.at("folder").get<std::string>());
    const rows::WriteReport report = rows::write_folder(plan, folder, request.value("force", false));
    answer["written"] = report.written;
    answer["unchanged"] = report.unchanged;
    answer["kept"] = report.kept;
    return answer;
}

json assemble_step(const json& request) {
    const fs::path from = request.at("from").get<std::string>(), to = request.at("to").get<std::string>();
    std::map<std::string, std::string> given = files_of(from), laid;
    json answer = {{"held", request.contains("spec")}};
    std::vector<std::string> kernels, host, ignored, missing;
    if (request.contains("spec")) {
        const rows::Plan plan = rows::make_plan(rows::parse_spec({"spec", request.at("spec").get<std::string>()}));
        answer["formula"] = plan.spec.formula;
        answer["op"] = plan.spec.name;
        const std::map<std::string, std::string> generated = rows::op_files(plan);
        for (const auto& [name, text] : generated) {
            const auto own = given.find(name);
            if (judges(name) || !(is_kernel(name) || is_host_code(name))) {
                laid[name] = text;
                if (judges(name) && own != given.end() && own->second != text) ignored.push_back(name);
            } else if (own == given.end()) {
                missing.push_back(name);
            }
        }
        for (const auto& [name, text] : given) {
            const auto known = generated.find(name);
            if (judges(name)) {
                if (known == generated.end() && name != "generated.json") ignored.push_back(name);
                continue;
            }
            if (!is_kernel(name) && !is_host_code(name)) continue;
            laid[name] = text;
            if (known != generated.end() && known->second == text) continue;
            (is_kernel(name) ? kernels : host).push_back(name);
        }
        lay_out(request.at("pristine").get<std::string>(), generated);
    } else {
        laid = given;
    }
    lay_out(to, laid);
    answer["digest"] = hash_of(laid);
    answer["kernels"] = kernels;
    answer["host"] = host;
    answer["ignored"] = ignored;
    answer["missing"] = missing;
    return answer;
}

}  // namespace tilewright::cli::mcp
