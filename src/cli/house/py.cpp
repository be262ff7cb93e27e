// tilewright py: runs a Python script or module with `import ttnn` meaning the virtual card.
#include <CLI/CLI.hpp>

#include "base/error.hpp"
#include "cli/command.hpp"
#include "cli/python.hpp"

namespace tilewright::cli {

Action setup_py(CLI::App& app, Context&) {
    app.prefix_command();
    app.footer(
        "SCRIPT [ARGUMENTS...] or -m MODULE [ARGUMENTS...], as the interpreter takes them; --root DIR before it\n"
        "names the checkout whose kernels, headers and ops are used.");
    return [&app]() -> int {
        const std::vector<std::string> words = app.remaining();
        if (words.empty()) {
            throw Error("TW4000", "tilewright py: no script was given",
                        "tilewright py script.py, or tilewright py -m pytest", Exit::Usage);
        }
        become(python_command(words));
    };
}

}  // namespace tilewright::cli
