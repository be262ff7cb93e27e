// tilewright explain: the page of a diagnostic code, or the list of all codes.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <ostream>

#include "base/error.hpp"
#include "base/paths.hpp"
#include "cli/command.hpp"
#include "cli/suggest.hpp"
#include "cli/table.hpp"

namespace tilewright::cli {

namespace fs = std::filesystem;

namespace {

// Code to page. The first line of a page is "# TWnnnn: title".
std::map<std::string, fs::path> all_pages() {
    const fs::path folder = shipped_folder("docs/diagnostics");
    if (folder.empty()) {
        throw Error("TW3900", "the folder docs/diagnostics is not part of this installation",
                    "set TILEWRIGHT_DOCS to the docs folder of the source tree", Exit::Environment);
    }
    std::map<std::string, fs::path> pages;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
        if (entry.path().extension() == ".md") pages[entry.path().stem().string()] = entry.path();
    }
    return pages;
}

std::string read(const fs::path& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::string title_of(const std::string& page) {
    const std::string line = page.substr(0, page.find('\n'));
    const size_t colon = line.find(": ");
    return colon == std::string::npos ? line : line.substr(colon + 2);
}

// "tw2301", "2301" and "TW2301" mean the same.
std::string canonical(std::string code) {
    for (char& letter : code) letter = static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
    return !code.empty() && std::isdigit(static_cast<unsigned char>(code[0])) ? "TW" + code : code;
}

int list_codes(Context& context) {
    const auto pages = all_pages();
    nlohmann::json json = nlohmann::json::array();
    Table table({"code", "meaning"});
    for (const auto& [code, path] : pages) {
        const std::string title = title_of(read(path));
        json.push_back({{"code", code}, {"title", title}});
        table.add({code, title});
    }
    context.out << (context.json ? json.dump(2) + "\n" : table.text());
    return static_cast<int>(Exit::Ok);
}

int explain(const std::string& given, Context& context) {
    const auto pages = all_pages();
    const std::string code = canonical(given);
    const auto found = pages.find(code);
    if (found == pages.end()) {
        std::vector<std::string> names;
        for (const auto& [name, path] : pages) names.push_back(name);
        const std::string near = nearest(code, names);
        throw Error("TW4002", fmt::format("there is no diagnostic code \"{}\"", given),
                    near.empty() ? "tilewright explain lists all codes"
                                 : fmt::format("did you mean {}? tilewright explain lists all codes", near),
                    Exit::Usage);
    }
    const std::string page = read(found->second);
    if (context.json) {
        context.out << nlohmann::json{{"code", code}, {"title", title_of(page)}, {"text", page}}.dump(2) << "\n";
    } else {
        context.out << page;
    }
    return static_cast<int>(Exit::Ok);
}

}  // namespace

Action setup_explain(CLI::App& app, Context& context) {
    auto code = std::make_shared<std::string>();
    app.add_option("CODE", *code, "a code such as TW1000; without one, all codes are listed");
    return [code, &context] { return code->empty() ? list_codes(context) : explain(*code, context); };
}

}  // namespace tilewright::cli
