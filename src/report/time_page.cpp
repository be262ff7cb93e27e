// What a program's time is made of, as a page.
#include "report/time_page.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/files.hpp"
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
    write_file(file, time_page(verdict, pictures), "TW3310",
               "give --html a file in a folder that is there, can be written and has room");
}

}  // namespace tilewright::report
