// The ops of this process with their documentation. Ops put themselves in; commands and bindings list them.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace ttnn {

struct ArgumentDoc {
    std::string name;
    std::string type;
    std::string default_value;  // empty: required
    std::string text;
};

struct OperationDoc {
    std::string name;         // variance_w_rm
    std::string python_name;  // ttnn.variance_w_rm
    std::string summary;      // one line
    std::string text;         // the whole
    std::vector<ArgumentDoc> arguments;
};

// In place of what an earlier op of the name said. Pointers stay good until the process ends.
void register_documentation(OperationDoc doc);
const OperationDoc* find_documentation(std::string_view name);
std::vector<const OperationDoc*> all_documentation();  // by name
// The text as help shows it: summary, text, arguments.
std::string documentation_text(const OperationDoc& doc);

}  // namespace ttnn
