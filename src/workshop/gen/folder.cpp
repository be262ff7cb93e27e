// Writing op folders.
#include "workshop/gen/folder.hpp"

#include <fmt/format.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/error.hpp"
#include "base/files.hpp"
#include "workshop/gen/host.hpp"
#include "workshop/gen/kernels.hpp"

namespace tilewright::workshop::rows {

namespace {

constexpr const char* kRecord = "generated.json";

// FNV-1a: the same on every machine.
std::string hash_of(const std::string& text) {
    uint64_t hash = 14695981039346656037ull;
    for (const char letter : text) hash = (hash ^ static_cast<unsigned char>(letter)) * 1099511628211ull;
    return fmt::format("{:016x}", hash);
}

std::string read(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    std::stringstream text;
    text << stream.rdbuf();
    return text.str();
}

void write(const std::filesystem::path& file, const std::string& text) {
    std::error_code error;
    std::filesystem::create_directories(file.parent_path(), error);
    write_file(file, text, "TW4100", "check the folder's permissions and room, or give another with --out");
}

}  // namespace

std::map<std::string, std::string> op_files(const Plan& plan) {
    std::map<std::string, std::string> all = host_files(plan);
    for (auto& [name, text] : kernel_files(plan)) all["device/kernels/" + name] = text;
    all.merge(document_files(plan));
    all.merge(test_files(plan));
    all.merge(python_files(plan));
    all["spec.toml"] = plan.spec.source.text;
    return all;
}

WriteReport write_folder(const Plan& plan, const std::filesystem::path& folder, bool force) {
    const std::map<std::string, std::string> files = op_files(plan);
    nlohmann::json record = nlohmann::json::object();
    if (std::filesystem::exists(folder / kRecord)) {
        record = nlohmann::json::parse(read(folder / kRecord), nullptr, false);
        if (!record.is_object() || !record.contains("files")) record = nlohmann::json::object();
    }
    const nlohmann::json before = record.value("files", nlohmann::json::object());
    nlohmann::json after = nlohmann::json::object();
    WriteReport report;
    for (const auto& [name, text] : files) {
        const std::filesystem::path file = folder / name;
        const std::string hash = hash_of(text);
        if (std::filesystem::exists(file)) {
            const std::string present = read(file);
            if (present == text) {
                report.unchanged.push_back(name);
                after[name] = hash;
                continue;
            }
            const bool generated = before.contains(name) && before[name] == hash_of(present);
            if (!generated && !force) {
                report.kept.push_back(name);
                if (before.contains(name)) after[name] = before[name];
                continue;
            }
        }
        write(file, text);
        report.written.push_back(name);
        after[name] = hash;
    }
    write(folder / kRecord, nlohmann::json{{"op", plan.spec.name}, {"files", after}}.dump(2) + "\n");
    return report;
}

}  // namespace tilewright::workshop::rows
