// An exported op against a checkout: which checkout it is, whose name it takes, then file by file.
#include "workshop/export/check_tree.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "workshop/export/check_compiler.hpp"

namespace tilewright::workshop::exported {

namespace fs = std::filesystem;

bool TreeCheck::passed() const {
    return !units.empty() && std::all_of(units.begin(), units.end(), [](const CheckedUnit& u) { return u.passed(); });
}

namespace {

bool exists_in_tree(const fs::path& path) {
    std::error_code error;
    return fs::exists(path, error);
}

void check_age(const fs::path& tree) {
    if (!exists_in_tree(tree / "tt_metal/hw/inc") || !exists_in_tree(tree / "ttnn/cpp/ttnn/operations")) {
        throw Error("TW4134", fmt::format("{} is no checkout of tt-metal", tree.string()),
                    "give the folder that has tt_metal/hw/inc and ttnn/cpp/ttnn/operations", Exit::Usage);
    }
    if (!exists_in_tree(tree / "tt_metal/hw/inc/api/compute/sfpu_binary_bcast.h")) {
        throw Error("TW4134",
                    fmt::format("{} is older than the calls that the kernels make: it has no sfpu_binary_bcast.h",
                                tree.string()),
                    "a checkout of May 2026 or later", Exit::Usage);
    }
}

// Who has this name already: an op that binds it, or the folder of one.
std::vector<std::string> taken(const std::string& op, const fs::path& tree) {
    std::vector<std::string> places;
    const std::vector<std::string> marks = {fmt::format("bind_function<\"{}\">", op),
                                            fmt::format("register_operation<\"ttnn::{}\"", op)};
    std::error_code error;
    for (const auto& entry : fs::recursive_directory_iterator(tree / "ttnn/cpp/ttnn/operations", error)) {
        const std::string kind = entry.path().extension().string();
        if (kind != ".cpp" && kind != ".hpp") continue;
        const std::string text = read_text(entry.path());
        for (const std::string& mark : marks) {
            if (text.find(mark) != std::string::npos)
                places.push_back(fs::relative(entry.path(), tree, error).string());
        }
    }
    return places;
}

fs::path find_sfpi(const TreeOptions& options) {
    if (!options.sfpi.empty()) return options.sfpi;
    for (const fs::path& place : {options.tree / "runtime/sfpi/include", fs::path("/opt/tenstorrent/sfpi/include")}) {
        if (exists_in_tree(place / "sfpi.h")) return place;
    }
    return {};
}

}  // namespace

TreeCheck check_tree(const ExportRequest& request, const Files& files, const TreeOptions& given,
                     ttnn::MeshDevice& device) {
    TreeOptions options = given;
    options.tree = fs::absolute(given.tree).lexically_normal();
    check_age(options.tree);
    options.sfpi = find_sfpi(options);
    if (!options.sfpi.empty() && !exists_in_tree(options.sfpi / "sfpi.h")) {
        throw Error("TW4134", fmt::format("{} has no sfpi.h", options.sfpi.string()),
                    "give the include folder of the card's compiler", Exit::Usage);
    }
    const TemporaryFolder tree;
    write_all(tree.path(), files);
    Compiler compiler(tree.path());
    TreeCheck check;
    check.taken = taken(request.plan.spec.name, options.tree);
    check_host(check, compiler, request, files, options);
    check_kernels(check, compiler, request, options, device);
    return check;
}

}  // namespace tilewright::workshop::exported
