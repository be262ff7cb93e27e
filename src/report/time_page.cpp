// What a program's time is made of, as a page.
#include "report/time_page.hpp"

#include <fmt/format.h>

#include <fstream>

#include "base/error.hpp"
#include "report/page.hpp"
#include "report/text.hpp"

namespace tilewright::report {

std::string time_page(const std::string& verdict, const Pictures& pictures) {
    std::string text = page_begin(pictures.text) + "<h1>" + html_escape(pictures.text) + "</h1>\n";
    std::vector<std::pair<std::string, std::string>> links;
    for (const auto& [id, heading] : pictures_links(pictures)) links.emplace_back("#" + id, heading);
    text += page_links(links) + "<pre>" + html_escape(verdict) + "</pre>\n";
    return text + pictures_section(pictures) + page_end();
}

void write_time_page(const std::filesystem::path& file, const std::string& verdict, const Pictures& pictures) {
    std::ofstream out(file);
    out << time_page(verdict, pictures);
    out.close();
    if (!out) {
        throw Error("TW3310", fmt::format("{} cannot be written", file.string()),
                    "give --html a file in a folder that is there and can be written", Exit::Environment);
    }
}

}  // namespace tilewright::report
