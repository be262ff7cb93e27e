// tilewright cache: where built kernels are kept, how many there are, and how to forget them.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <ostream>

#include "base/error.hpp"
#include "cli/command.hpp"
#include "cli/table.hpp"
#include "engine/build/cache.hpp"

namespace tilewright::cli {

namespace {

namespace fs = std::filesystem;
using engine::KernelCache;

uint64_t count_kernels(const fs::path& folder) {
    uint64_t count = 0;
    std::error_code error;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
        if (it->path().extension() == ".so") ++count;
    }
    return count;
}

int cache(bool clear, Context& context) {
    const fs::path folder = KernelCache::directory();
    const uint64_t removed = clear ? KernelCache::clear() : 0;
    nlohmann::json json = {{"folder", folder.string()},
                           {"kernels", count_kernels(folder)},
                           {"bytes", KernelCache::bytes_used()},
                           {"limit_bytes", KernelCache::limit_bytes()}};
    if (clear) json["removed_files"] = removed;
    if (context.json) {
        context.out << json.dump(2) << "\n";
        return static_cast<int>(Exit::Ok);
    }
    context.out << fmt::format("folder   {}\nkernels  {}\nsize     {} B of at most {} B\n", folder.string(),
                               json["kernels"].get<uint64_t>(), grouped(json["bytes"]), grouped(json["limit_bytes"]));
    if (clear) context.out << fmt::format("removed  {} files\n", removed);
    return static_cast<int>(Exit::Ok);
}

}  // namespace

Action setup_cache(CLI::App& app, Context& context) {
    auto clear = std::make_shared<bool>(false);
    app.add_flag("--clear", *clear, "remove every built kernel");
    return [clear, &context] { return cache(*clear, context); };
}

}  // namespace tilewright::cli
