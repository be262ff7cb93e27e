// Head, style, script and links of HTML pages.
#include "report/page.hpp"

#include <fmt/format.h>

#include "report/pictures/pictures.hpp"
#include "report/text.hpp"

namespace tilewright::report {

namespace {

// Contrasts on --back: text at least 4.5, marks at least 3; --pale is beside them, never alone.
constexpr const char* kStyle = R"(
:root { color-scheme: light dark; --ink: #1b1f24; --soft: #57606a; --line: #d0d7de; --back: #ffffff; --panel: #f6f8fa;
  --good: #1a7f37; --bad: #cf222e; --bar: #0969da; --wait: #9a6700; --level: #1a7f37; --pale: #b6d4f2; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --soft: #9198a1; --line: #3d444d; --back: #0d1117;
  --panel: #151b23; --good: #3fb950; --bad: #f85149; --bar: #4493f8; --wait: #d29922; --level: #3fb950;
  --pale: #234a78; } }
@media print { :root { color-scheme: light; --ink: #000000; --soft: #444444; --line: #999999; --back: #ffffff;
  --panel: #ffffff; --good: #1a7f37; --bad: #cf222e; --bar: #0969da; --wait: #000000; --level: #4d4d4d;
  --pale: #cccccc; } }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--back); margin: 2rem auto;
  max-width: 70rem; padding: 0 1rem; }
h1 { font-size: 1.6rem; margin-bottom: .2rem; overflow-wrap: anywhere; } h2 { font-size: 1.15rem; margin-top: 2rem; }
a { color: var(--bar); } p { overflow-wrap: anywhere; }
p.lead { color: var(--soft); margin-top: 0; }
nav { display: flex; flex-wrap: wrap; gap: .2rem 1rem; font-size: .88rem; }
.scroll { overflow-x: auto; } table { border-collapse: collapse; font-size: .88rem; }
th, td { text-align: left; padding: .25rem .6rem; border-bottom: 1px solid var(--line); white-space: nowrap; }
td:last-child { white-space: normal; } td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; }
.good { color: var(--good); } .bad { color: var(--bad); font-weight: 600; }
.gates { display: flex; flex-wrap: wrap; gap: .4rem; padding: 0; list-style: none; }
.gates li { border: 1px solid var(--line); background: var(--panel); border-radius: .4rem; padding: .4rem .7rem; }
.gates b { display: block; font-size: .8rem; color: var(--soft); }
pre { background: var(--panel); border: 1px solid var(--line); border-radius: .4rem; padding: .8rem; overflow-x: auto;
  font-size: .82rem; } svg { max-width: 100%; height: auto; } svg text { fill: var(--ink); font: 12px system-ui; }
.scroll svg { max-width: none; min-width: 44rem; width: 100%; }
details summary { cursor: pointer; color: var(--soft); }
@media print { h2 { break-after: avoid; } .scroll svg { min-width: 0; } }
)";

}  // namespace

std::string page_begin(const std::string& title) {
    return fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"/><meta name=\"viewport\" "
        "content=\"width=device-width, initial-scale=1\"/><title>{}</title><style>{}{}</style></head><body>\n",
        html_escape(title), kStyle, kPictureStyle);
}

std::string page_end() { return fmt::format("<script>//<![CDATA[{}//]]></script>\n</body></html>\n", kPictureScript); }

std::string page_links(const std::vector<std::pair<std::string, std::string>>& links) {
    std::string text = "<nav aria-label=\"this report\">";
    for (const auto& [address, name] : links)
        text += fmt::format("<a href=\"{}\">{}</a>\n", html_escape(address), html_escape(name));
    return text + "</nav>\n";
}

}  // namespace tilewright::report
