// Pages as resources: diagnostics, and the documents.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace tilewright::cli::mcp {

using nlohmann::json;

struct Page {
    std::string name, title, text;
};
const std::vector<Page>& diagnostic_pages();  // "TW1001"
const std::vector<Page>& document_pages();    // "tour"

// resources/list, resources/templates/list, resources/read. Throw TW4603 for a cursor or address that is none.
json list_resources(const std::string& cursor);
json resource_templates();
json read_resource(const std::string& address);

}  // namespace tilewright::cli::mcp
