// Resources: tilewright://diagnostics/TW1001 and tilewright://docs/tour/2.
#include "cli/mcp/pages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/error.hpp"
#include "base/paths.hpp"
#include "engine/build/cache.hpp"

namespace tilewright::cli::mcp {

namespace fs = std::filesystem;

namespace {

constexpr size_t kListed = 60;         // resources in a list
constexpr size_t kPartBytes = 12'000;  // of a document

std::vector<Page> pages_in(const fs::path& folder) {
    std::vector<Page> pages;
    std::error_code none;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, none)) {
        if (entry.path().extension() != ".md") continue;
        Page page{entry.path().stem(), "", engine::read_file(entry.path())};
        std::string title = page.text.substr(0, page.text.find('\n'));
        title.erase(0, title.find_first_not_of("# "));
        if (title.starts_with(page.name + ": ")) title.erase(0, page.name.size() + 2);
        page.title = title;
        pages.push_back(std::move(page));
    }
    std::sort(pages.begin(), pages.end(), [](const Page& a, const Page& b) { return a.name < b.name; });
    return pages;
}

struct Listed {
    std::string address, title;
};
std::vector<Listed> all_resources() {
    std::vector<Listed> all;
    for (const Page& page : document_pages()) all.push_back({"tilewright://docs/" + page.name, page.title});
    for (const Page& page : diagnostic_pages()) all.push_back({"tilewright://diagnostics/" + page.name, page.title});
    return all;
}

Error no_resource(const std::string& what) {
    return {"TW4603", fmt::format("there is no resource \"{}\"", what.substr(0, 80)),
            "resources/list names them: tilewright://diagnostics/TW1001, tilewright://docs/tour, "
            "tilewright://docs/tour/2",
            Exit::Usage};
}

// Where each part of a document begins: at a line.
std::vector<size_t> parts_of(const std::string& text) {
    std::vector<size_t> begins = {0};
    while (text.size() - begins.back() > kPartBytes) {
        const size_t line = text.rfind('\n', begins.back() + kPartBytes);
        const bool none = line == std::string::npos || line <= begins.back();
        begins.push_back(none ? begins.back() + kPartBytes : line + 1);
    }
    return begins;
}

}  // namespace

const std::vector<Page>& diagnostic_pages() {
    static const std::vector<Page> pages = pages_in(shipped_folder("docs/diagnostics"));
    return pages;
}
const std::vector<Page>& document_pages() {
    static const std::vector<Page> pages = pages_in(shipped_folder("docs/diagnostics").parent_path());
    return pages;
}

json list_resources(const std::string& cursor) {
    const std::vector<Listed> all = all_resources();
    size_t from = 0;
    if (!cursor.empty()) {
        if (cursor.find_first_not_of("0123456789") != std::string::npos || cursor.size() > 6 ||
            std::stoull(cursor) >= all.size())
            throw no_resource("cursor " + cursor);
        from = std::stoull(cursor);
    }
    json list = json::array();
    const size_t to = std::min(all.size(), from + kListed);
    for (size_t i = from; i < to; ++i) {
        const std::string& address = all[i].address;
        list.push_back({{"uri", address},
                        {"name", address.substr(address.rfind('/') + 1)},
                        {"title", all[i].title.substr(0, 120)},
                        {"mimeType", "text/markdown"}});
    }
    json made = {{"resources", list}};
    if (to < all.size()) made["nextCursor"] = std::to_string(to);
    return made;
}

json resource_templates() {
    return {{"resourceTemplates",
             {{{"uriTemplate", "tilewright://diagnostics/{code}"},
               {"name", "diagnostic"},
               {"description", "what a code like TW1001 means and how to mend it"},
               {"mimeType", "text/markdown"}},
              {{"uriTemplate", "tilewright://docs/{page}/{part}"},
               {"name", "document"},
               {"description", "a page of the documents; parts from 1"},
               {"mimeType", "text/markdown"}}}}};
}

json read_resource(const std::string& address) {
    const auto contents = [&](std::string text) {
        return json{{"contents", {{{"uri", address}, {"mimeType", "text/markdown"}, {"text", std::move(text)}}}}};
    };
    for (const Page& page : diagnostic_pages()) {
        if (address == "tilewright://diagnostics/" + page.name) return contents(page.text);
    }
    for (const Page& page : document_pages()) {
        const std::string first = "tilewright://docs/" + page.name;
        const std::vector<size_t> begins = parts_of(page.text);
        for (size_t i = 0; i < begins.size(); ++i) {
            if (address != fmt::format("{}/{}", first, i + 1) && (i != 0 || address != first)) continue;
            const bool last = i + 1 == begins.size();
            std::string text = page.text.substr(begins[i], last ? std::string::npos : begins[i + 1] - begins[i]);
            if (!last) text += fmt::format("\n[it goes on in {}/{}]\n", first, i + 2);
            return contents(std::move(text));
        }
    }
    throw no_resource(address);
}

}  // namespace tilewright::cli::mcp
