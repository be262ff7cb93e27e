// Files of the folder, and what is done with them on the way.
#include "doctor/mutation_folder.hpp"

#include <fmt/format.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "base/files.hpp"
#include "doctor/seen_programs.hpp"
#include "engine/isolate/stored_program.hpp"

namespace tilewright::doctor {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr const char* kFix = "let TILEWRIGHT_MUTATION_FOLDER be set by tilewright mutate SCRIPT";

void write_stored(const fs::path& file, const std::string& text) {
    write_file(file, text, "TW3904", "check the folder and its space");
}

std::string read_stored(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(in), {}};
    if (!in) throw Error("TW3903", fmt::format("{}: cannot be read", file.string()), kFix);
    return text;
}

json read_json(const fs::path& file) {
    json data = json::parse(read_stored(file), nullptr, false);
    if (data.is_discarded())
        throw Error("TW3903", fmt::format("{}: not what tilewright mutate wrote", file.string()), kFix);
    return data;
}

fs::path report_of(const fs::path& folder, size_t number) { return folder / fmt::format("program-{:04}.json", number); }

}  // namespace

void MutationFolder::ask(const MutationChoice& choice) const {
    write_stored(
        path_ / "choice.json",
        json{{"most", choice.most}, {"pairs", choice.pairs}, {"seed", choice.seed}, {"fixes", choice.fixes}}.dump());
}

MutationChoice MutationFolder::choice() const {
    const json data = read_json(path_ / "choice.json");
    return {data.at("most"), data.at("pairs"), data.at("seed"), data.at("fixes")};
}

std::string MutationFolder::store(const std::string& name, const program::ProgramDescriptor& program) const {
    write_stored(path_ / name, engine::program_bytes(program));
    return name;
}

void MutationFolder::write(size_t number, const std::string& name, const MutationReport& report) const {
    json data = {
        {"name", name}, {"report", report.to_json()}, {"unnoticed", json::object()}, {"fixes", json::object()}};
    for (const auto& [index, one] : report.unnoticed)
        data["unnoticed"][std::to_string(index)] =
            store(fmt::format("{}-{}.program", number, index), one.mutant.program);
    for (const auto& [index, fixes] : report.other_fixes) {
        json& list = data["fixes"][std::to_string(index)] = json::array();
        for (size_t f = 0; f < fixes.size(); ++f) {
            json& alternatives = list.emplace_back(json::array());
            for (size_t a = 0; a < fixes[f].size(); ++a)
                alternatives.push_back(store(fmt::format("{}-{}-{}-{}.program", number, index, f, a), fixes[f][a]));
        }
    }
    write_stored(report_of(path_, number), data.dump(-1, ' ', false, json::error_handler_t::replace));
}

void MutationFolder::write_refusal(size_t number, const std::string& name, const std::string& why) const {
    write_stored(report_of(path_, number),
                 json{{"name", name}, {"refused", why}}.dump(-1, ' ', false, json::error_handler_t::replace));
}

std::vector<MutationFolder::Part> MutationFolder::read() const {
    std::vector<Part> parts;
    for (size_t number = 0; fs::exists(report_of(path_, number)); ++number) {
        const json data = read_json(report_of(path_, number));
        Part& part = parts.emplace_back();
        part.number = number;
        part.name = data.at("name");
        part.refused = data.value("refused", "");
        if (!part.refused.empty()) continue;
        part.report = MutationReport::from_json(data.at("report"));
        for (const auto& [index, stored] : data.at("unnoticed").items()) part.unnoticed[std::stoul(index)] = stored;
        for (const auto& [index, fixes] : data.at("fixes").items())
            part.fixes[std::stoul(index)] = fixes.get<std::vector<std::vector<std::string>>>();
    }
    return parts;
}

void MutationFolder::replace(size_t number, const std::string& stored) const {
    write_stored(path_ / "replace.json", json{{"number", number}, {"stored", stored}}.dump());
}

std::optional<MutationFolder::Replacement> MutationFolder::replacement() const {
    if (!fs::exists(path_ / "replace.json")) return std::nullopt;
    const json data = read_json(path_ / "replace.json");
    return Replacement{data.at("number"),
                       engine::program_of(read_stored(path_ / data.at("stored").get<std::string>()))};
}

namespace {

// The stored program in place of the script's own, at its first launch and wherever it is launched in the same way.
class Replacing {
public:
    explicit Replacing(const MutationFolder& folder) : stored_(folder.replacement()) {}
    bool asked() const { return stored_.has_value(); }
    std::optional<program::ProgramDescriptor> in_place_of(const program::ProgramDescriptor& program,
                                                          std::optional<size_t> number) {
        if (number == stored_->number) own_ = engine::program_bytes(program);
        if (own_.empty() || engine::program_bytes(program) != own_) return std::nullopt;
        return stored_->program;
    }

private:
    std::optional<MutationFolder::Replacement> stored_;
    std::string own_;  // bytes of the program that is replaced
};

}  // namespace

std::optional<program::ProgramDescriptor> mutate_on_the_way(card::Card& card, const program::ProgramDescriptor& program,
                                                            const engine::RunOptions& options) {
    static auto* seen = new SeenPrograms();
    const std::optional<size_t> number = seen->add(program);
    const MutationFolder folder(options.mutation_folder);
    static auto* replacing = new Replacing(folder);
    if (replacing->asked()) return replacing->in_place_of(program, number);
    if (!number) return std::nullopt;
    std::string name = program.name;
    for (const program::KernelDescriptor& kernel : program.kernels) {
        if (program.name.empty()) name += (name.empty() ? "" : ", ") + kernel.display_name();
    }
    engine::RunOptions inner = options;
    inner.mutation_folder.clear();
    inner.timed = false;
    inner.timed_report.clear();
    try {
        folder.write(*number, name, mutate(card, program, inner, folder.choice()));
    } catch (const Error& error) {
        folder.write_refusal(*number, name, error.finding().to_text());
    }
    return std::nullopt;
}

}  // namespace tilewright::doctor
