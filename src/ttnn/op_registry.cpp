// The list of documented ops.
#include "ttnn/op_registry.hpp"

#include <fmt/format.h>

#include <list>
#include <map>
#include <mutex>

namespace ttnn {

namespace {

struct Registry {
    std::mutex mutex;
    std::list<OperationDoc> all;  // what was replaced stays, for those who hold it
    std::map<std::string, const OperationDoc*, std::less<>> latest;
};

Registry& registry() {
    static Registry& ops = *new Registry;  // host threads may outlive static objects
    return ops;
}

}  // namespace

void register_documentation(OperationDoc doc) {
    Registry& ops = registry();
    const std::lock_guard lock(ops.mutex);
    const OperationDoc& kept = ops.all.emplace_back(std::move(doc));
    ops.latest[kept.name] = &kept;
}

const OperationDoc* find_documentation(std::string_view name) {
    Registry& ops = registry();
    const std::lock_guard lock(ops.mutex);
    const auto found = ops.latest.find(name);
    return found == ops.latest.end() ? nullptr : found->second;
}

std::vector<const OperationDoc*> all_documentation() {
    Registry& ops = registry();
    const std::lock_guard lock(ops.mutex);
    std::vector<const OperationDoc*> list;
    for (const auto& [name, doc] : ops.latest) list.push_back(doc);
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
