// Looking for the programs that measure.
#include "cli/bench/bench_program.hpp"

#include <fmt/format.h>

#include "base/error.hpp"

namespace tilewright::cli {

namespace fs = std::filesystem;

fs::path bench_program(const std::string& name) {
    std::error_code ignored;
    const fs::path folder = fs::read_symlink("/proc/self/exe", ignored).parent_path();
    for (const fs::path& place : {folder, folder.parent_path() / "lib" / "tilewright_bench"}) {
        if (fs::exists(place / name, ignored)) return place / name;
    }
    throw Error("TW3900", fmt::format("the benchmark program {} was not built", (folder / name).string()),
                fmt::format("configure with -DTILEWRIGHT_BENCH=ON and build the target {}", name), Exit::Environment);
}

}  // namespace tilewright::cli
