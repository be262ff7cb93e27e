// JUnit's XML, as build servers read it: suites of test cases.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "report/text.hpp"
#include "report/verdicts.hpp"

namespace tilewright::report {

namespace {

// XML has no way to write most control characters.
std::string attribute(const std::string& text) {
    std::string kept;
    for (const char c : text)
        if (static_cast<unsigned char>(c) >= 0x20 || c == '\n' || c == '\t') kept += c;
    std::string escaped = html_escape(kept);
    for (size_t at = 0; (at = escaped.find('\n', at)) != std::string::npos; at += 5) escaped.replace(at, 1, "&#10;");
    return escaped;
}
std::string body(const std::string& text) {
    std::string kept;
    for (const char c : text)
        if (static_cast<unsigned char>(c) >= 0x20 || c == '\n' || c == '\t') kept += c;
    return html_escape(kept);
}

struct Count {
    size_t tests = 0, failures = 0, errors = 0, skipped = 0;
    double seconds = 0;
    void add(const TestVerdict& test) {
        ++tests;
        failures += test.end == TestEnd::Failed;
        errors += test.end == TestEnd::Broken;
        skipped += test.end == TestEnd::Skipped;
        seconds += test.seconds;
    }
    std::string attributes() const {
        return fmt::format(R"(tests="{}" failures="{}" errors="{}" skipped="{}" time="{:.3f}")", tests, failures,
                           errors, skipped, seconds);
    }
};

std::string case_text(const TestVerdict& test, const ReportOf& of) {
    std::string text = fmt::format(R"(    <testcase classname="{}" name="{}" time="{:.3f}")", attribute(test.suite),
                                   attribute(test.name), test.seconds);
    if (!test.file.empty()) text += fmt::format(R"( file="{}")", attribute(path_from(of.root, test.file)));
    if (test.line != 0) text += fmt::format(R"( line="{}")", test.line);
    if (test.end == TestEnd::Passed) return text + "/>\n";
    if (test.end == TestEnd::Skipped)
        return text + fmt::format(">\n      <skipped message=\"{}\"/>\n    </testcase>\n", attribute(test.message));
    const char* element = test.end == TestEnd::Failed ? "failure" : "error";
    return text + fmt::format(">\n      <{0} type=\"{1}\" message=\"{2}\">{3}</{0}>\n    </testcase>\n", element,
                              attribute(test.kind.empty() ? "failed" : test.kind), attribute(test.message),
                              body(test.text.empty() ? test.message : test.text));
}

}  // namespace

std::string junit(const Verdicts& verdicts, const ReportOf& of) {
    std::vector<std::string> suites;
    Count all;
    for (const TestVerdict& test : verdicts.tests()) {
        if (std::find(suites.begin(), suites.end(), test.suite) == suites.end()) suites.push_back(test.suite);
        all.add(test);
    }
    std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
    text += fmt::format("<testsuites name=\"{}\" {}>\n", attribute(of.command), all.attributes());
    for (const std::string& suite : suites) {
        Count count;
        std::string cases;
        for (const TestVerdict& test : verdicts.tests()) {
            if (test.suite != suite) continue;
            count.add(test);
            cases += case_text(test, of);
        }
        text += fmt::format("  <testsuite name=\"{}\" {} timestamp=\"{}\">\n{}  </testsuite>\n", attribute(suite),
                            count.attributes(), attribute(of.started), cases);
    }
    return text + "</testsuites>\n";
}

}  // namespace tilewright::report
