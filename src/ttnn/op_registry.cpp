// The list of documented ops.
#include "ttnn/op_registry.hpp"

#include <fmt/format.h>

#include <map>

#include "tt_stl/assert.hpp"

namespace ttnn {

namespace {

std::map<std::string, OperationDoc, std::less<>>& registry() {
    static std::map<std::string, OperationDoc, std::less<>> ops;
    return ops;
}

}  // namespace

void register_documentation(OperationDoc doc) {
    const std::string name = doc.name;
    const auto [place, added] = registry().try_emplace(name, std::move(doc));
    (void)place;
    TT_FATAL(added, "TW3302: register_documentation: an operation named {} is registered already", name);
}

const OperationDoc* find_documentation(std::string_view name) {
    const auto found = registry().find(name);
    return found == registry().end() ? nullptr : &found->second;
}

std::vector<const OperationDoc*> all_documentation() {
    std::vector<const OperationDoc*> list;
    for (const auto& [name, doc] : registry()) list.push_back(&doc);
    return list;
}

std::string documentation_text(const OperationDoc& doc) {
    std::string text = fmt::format("{}: {}\n\n{}\n\nArguments:\n", doc.python_name, doc.summary, doc.text);
    for (const ArgumentDoc& argument : doc.arguments) {
        text += fmt::format("  {} ({}{}): {}\n", argument.name, argument.type,
                            argument.default_value.empty() ? "" : ", default " + argument.default_value, argument.text);
    }
    return text;
}

}  // namespace ttnn
