// tilewright ops: the ops that are there, with their documentation.
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <ostream>

#include "base/error.hpp"
#include "cli/command.hpp"
#include "cli/table.hpp"

#if TILEWRIGHT_HAVE_OPS
#include "cli/ops/op_options.hpp"
#include "ops/common/seed_ops.hpp"
#include "ttnn/op_registry.hpp"

namespace tilewright::cli {

namespace {

nlohmann::json to_json(const ttnn::OperationDoc& doc) {
    nlohmann::json arguments = nlohmann::json::array();
    for (const ttnn::ArgumentDoc& argument : doc.arguments) {
        arguments.push_back({{"name", argument.name},
                             {"type", argument.type},
                             {"default", argument.default_value},
                             {"text", argument.text}});
    }
    return {{"name", doc.name},
            {"python_name", doc.python_name},
            {"summary", doc.summary},
            {"text", doc.text},
            {"arguments", arguments}};
}

int show(const std::string& name, Context& context) {
    ops::seed_ops();
    workshop::register_documentation();
    if (!name.empty()) {
        const workshop::Op op = parse_op(name);
        workshop::register_documentation();
        const ttnn::OperationDoc& doc = *ttnn::find_documentation(op->name);
        context.out << (context.json ? to_json(doc).dump(2) + "\n" : ttnn::documentation_text(doc));
        return static_cast<int>(Exit::Ok);
    }
    nlohmann::json json = nlohmann::json::array();
    Table table({"op", "what it does"});
    for (const ttnn::OperationDoc* doc : ttnn::all_documentation()) {
        json.push_back(to_json(*doc));
        table.add({doc->name, doc->summary});
    }
    context.out << (context.json ? json.dump(2) + "\n" : table.text());
    return static_cast<int>(Exit::Ok);
}

}  // namespace

Action setup_ops(CLI::App& app, Context& context) {
    auto name = std::make_shared<std::string>();
    app.add_option("OP", *name, "show the documentation of this op, or of the op in this folder");
    return [name, &context] { return show(*name, context); };
}

}  // namespace tilewright::cli
#endif
