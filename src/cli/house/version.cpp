// Version of the program, of the compiler that built it and of the compiler it builds kernels with.
#include "cli/house/version.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "engine/build/kernel_build.hpp"
#include "engine/build/process.hpp"

namespace tilewright::cli {

namespace {

std::string own_compiler() {
#if defined(__clang__)
    return "clang " __clang_version__;
#else
    return "gcc " __VERSION__;
#endif
}

// First line of `clang++ --version`; a missing compiler is worth saying, not worth failing for.
std::string kernel_compiler() {
    try {
        const engine::ProcessResult ran = engine::run_process({engine::toolchain().compiler.string(), "--version"});
        if (ran.status != 0) return "none that works";
        return ran.output.substr(0, ran.output.find('\n'));
    } catch (const Error& error) {
        return "none: " + error.finding().message;
    }
}

}  // namespace

nlohmann::json version_json() {
    return {{"version", TILEWRIGHT_VERSION},
            {"compiler", own_compiler()},
            {"build_type", TILEWRIGHT_BUILD_TYPE},
            {"sanitizers", TILEWRIGHT_SANITIZE},
            {"kernel_compiler", kernel_compiler()}};
}

std::string version_text() {
    const nlohmann::json json = version_json();
    std::string text = fmt::format("tilewright {}\nbuilt by         {}, {}\nkernel compiler  {}\n", TILEWRIGHT_VERSION,
                                   json["compiler"].get<std::string>(), TILEWRIGHT_BUILD_TYPE,
                                   json["kernel_compiler"].get<std::string>());
    if (*TILEWRIGHT_SANITIZE != '\0') text += "sanitizers       " TILEWRIGHT_SANITIZE "\n";
    return text;
}

}  // namespace tilewright::cli
