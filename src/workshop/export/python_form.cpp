// The Python form of an exported op: the generic_op twin that generated folders have, with its kernels beside it.
#include <fmt/format.h>

#include "base/error.hpp"
#include "workshop/export/exported.hpp"
#include "workshop/gen/folder.hpp"

namespace tilewright::workshop::exported {

namespace {

// Where the kernels of a folder lie is the one thing that differs.
std::string with_kernels_beside(std::string text) {
    const std::string before = "Path(__file__).parents[1] / \"device\" / \"kernels\"";
    const size_t at = text.find(before);
    if (at != std::string::npos) text.replace(at, before.size(), "Path(__file__).parent / \"kernels\"");
    return text;
}

}  // namespace

Files python_host_files(const ExportRequest& request) {
    Files files;
    const std::string folder = "python/";
    for (const auto& [name, text] : rows::python_files(request.plan)) {
        if (name.rfind(folder, 0) != 0) throw InternalError("export: a Python file outside python/: " + name);
        files[name.substr(folder.size())] = "# SPDX-License-Identifier: Apache-2.0\n" + with_kernels_beside(text);
    }
    files["__init__.py"] = fmt::format(
        "# SPDX-License-Identifier: Apache-2.0\nfrom .{0} import {0}\n\n__all__ = [\"{0}\"]\n", request.plan.spec.name);
    return files;
}

}  // namespace tilewright::workshop::exported
