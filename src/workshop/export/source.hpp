// What is exported: a shipped op, an op folder or a spec, as the plan that its files follow from.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "workshop/plan/plan.hpp"

namespace tilewright::workshop::exported {

struct ExportSource {
    rows::Plan plan;
    std::map<std::string, std::string> kernels;  // of a folder whose kernels were edited; empty: the plan's
    std::filesystem::path folder;                // of an op; empty: it is a spec
    std::vector<std::string> notes;              // what is worth saying about how it was made
};

// `name`: a shipped op, a folder or a .toml file; `rename`: another name for the op. Throws TW4131 where it has no
// spec, TW4132 where its host code was edited (unless `force`).
ExportSource find_source(const std::string& name, const std::optional<std::string>& rename, bool force);

}  // namespace tilewright::workshop::exported
