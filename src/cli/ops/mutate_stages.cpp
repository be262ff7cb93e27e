// Copies of the op in a folder of their own are what is changed.
#include "cli/ops/mutate_stages.hpp"

#include <unistd.h>

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <ostream>

#include "base/error.hpp"
#include "base/paths.hpp"
#include "cli/card_options.hpp"
#include "cli/ops/verdicts_of.hpp"
#include "workshop/gen/folder.hpp"
#include "workshop/load/load.hpp"
#include "workshop/stage/mutation.hpp"

namespace tilewright::cli {

namespace fs = std::filesystem;

namespace {

struct TemporaryFolder {
    const fs::path path = fs::temp_directory_path() / fmt::format("tilewright_mutants_{}", ::getpid());
    TemporaryFolder() { fs::create_directories(path); }
    ~TemporaryFolder() {
        std::error_code ignored;
        fs::remove_all(path, ignored);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
};

fs::path copy_of(const std::string& name, const fs::path& into) {
    if (fs::path(name).extension() == ".toml") {
        const workshop::rows::Plan plan = workshop::rows::make_plan(workshop::rows::read_spec(name));
        workshop::rows::write_folder(plan, into / plan.spec.name, true);
        return into / plan.spec.name;
    }
    const bool shipped = !fs::exists(name) && fs::exists(shipped_folder("ops") / name);
    const workshop::OpFolder folder = workshop::inspect_folder(shipped ? shipped_folder("ops") / name : fs::path(name));
    fs::copy(folder.path, into / folder.op, fs::copy_options::recursive);
    // The spec of a shipped op describes another program than its kernels.
    if (shipped) fs::remove(into / folder.op / "spec.toml");
    return into / folder.op;
}

constexpr double kLeastShare = 0.98;

}  // namespace

int mutate_stages(const std::string& name, uint32_t most, uint64_t seed, Context& context) {
    const TemporaryFolder temporary;
    const fs::path folder = copy_of(name, temporary.path);
    DeviceOptions card = device_options({});
    fast_unless_told(card);
    const auto device = open_device(card);
    workshop::StageMutationChoice choice{.most = most, .seed = seed, .progress = {}};
    if (!context.json) {
        choice.progress = [&](const workshop::StageMutantResult& result) {
            if (result.fate != workshop::StageFate::Missed) return;
            context.out << fmt::format("missed: {}, {}: {}\n", result.mutant.rule, result.mutant.place,
                                       result.mutant.change)
                        << std::flush;
        };
    }
    const workshop::StageMutation report = workshop::mutate_stages(folder, *device, choice);
    add_verdicts(context.verdicts, report, folder);
    context.out << (context.json ? report.to_json().dump(2) + "\n" : report.to_text());
    return static_cast<int>(report.totals().share() >= kLeastShare ? Exit::Ok : Exit::Finding);
}

}  // namespace tilewright::cli
