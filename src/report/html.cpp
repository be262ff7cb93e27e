// One HTML page with everything that the other documents have, and pictures.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/op_report.hpp"
#include "report/page.hpp"
#include "report/text.hpp"

namespace tilewright::report {

using workshop::CaseRecord;
using workshop::Failure;
using workshop::Measured;
using workshop::MeasuredCb;
using workshop::StageResult;

namespace {

class HtmlTable {
public:
    // A name that begins with '>' makes its column a column of numbers.
    explicit HtmlTable(std::vector<std::string> columns) : columns_(std::move(columns)) {
        body_ = "<div class=\"scroll\"><table><thead><tr>";
        for (const std::string& column : columns_) {
            const bool numbers = !column.empty() && column[0] == '>';
            body_ += fmt::format("<th{}>{}</th>", numbers ? " class=\"n\"" : "",
                                 html_escape(column.substr(numbers ? 1 : 0)));
        }
        body_ += "</tr></thead><tbody>\n";
    }
    // `mark`: class of the cell at this position.
    void add(const std::vector<std::string>& cells, size_t marked = SIZE_MAX, const char* mark = "") {
        body_ += "<tr>";
        for (size_t i = 0; i < cells.size(); ++i) {
            std::string kind = columns_[i].rfind('>', 0) == 0 ? "n" : "";
            if (i == marked) kind += std::string(kind.empty() ? "" : " ") + mark;
            body_ += fmt::format("<td{}>{}</td>", kind.empty() ? "" : fmt::format(" class=\"{}\"", kind),
                                 html_escape(cells[i]));
        }
        body_ += "</tr>\n";
    }
    std::string text() const { return body_ + "</tbody></table></div>\n"; }

private:
    std::vector<std::string> columns_;
    std::string body_;
};

std::string gates(const OpReport& report) {
    std::string text = "<ul class=\"gates\">\n";
    for (int number = 1; number <= workshop::kStages; ++number) {
        const StageResult* result = report.stage(number);
        const char* kind = result == nullptr ? "" : result->passed ? "good" : "bad";
        const std::string word = result == nullptr ? "not run"
                                 : result->passed  ? "passed"
                                                   : workshop::classification_words(result->failures.front().kind);
        text += fmt::format("<li><b>{} {}</b><span class=\"{}\">{}</span></li>\n", number, workshop::stage_name(number),
                            kind, word);
    }
    return text + "</ul>\n";
}

std::string stage_table(const OpReport& report) {
    HtmlTable table({">stage", "gate", "before", "now", ">checks", ">cases", ">worst ulp", ">norm error", ">cores",
                     ">CB bytes", ">time"});
    for (size_t i = 0; i < report.stages.size(); ++i) {
        const StageResult& result = report.stages[i];
        const bool ran = !result.cases.empty(), compared = ran && result.cases.front().compared;
        const std::optional<Cycle> before = i < report.before.size() ? report.before[i] : std::nullopt;
        table.add(
            {std::to_string(result.stage), result.name,
             !before         ? "not run"
             : before->green ? "green"
                             : "red: " + before->classification,
             result.passed ? "green" : "red", std::to_string(result.checks),
             ran ? std::to_string(result.cases.size()) : "", compared ? fmt::format("{:.2f}", result.worst_ulp) : "",
             compared ? fmt::format("{:.2g}", result.worst_norm_error) : "",
             result.most_cores != 0 ? std::to_string(result.most_cores) : "",
             result.most_cb_bytes != 0 ? number(result.most_cb_bytes) : "", seconds(result.seconds)},
            3, result.passed ? "good" : "bad");
    }
    return table.text();
}

std::string cb_table(const Measured& run) {
    HtmlTable table({"CB", "holds", "format", ">page B", ">pages", "producer", ">pushed", ">waited", "consumer",
                     ">popped", ">peak", ">mean", "verdict", "pushed at", "popped at"});
    const auto join = [](const std::vector<std::string>& places) { return fmt::format("{}", fmt::join(places, ", ")); };
    for (const MeasuredCb& cb : run.cbs) {
        const char* verdict = !cb.used                             ? "never used"
                              : cb.persistent && cb.pop.pages == 0 ? "persistent"
                              : cb.balanced                        ? "balanced"
                                                                   : "NOT BALANCED";
        table.add({fmt::format("c_{}", cb.index), cb.name, cb.format, number(cb.page_bytes),
                   std::to_string(cb.capacity_pages), cb.push.thread, number(cb.push.pages), number(cb.wait.pages),
                   cb.pop.thread.empty() ? cb.wait.thread : cb.pop.thread, number(cb.pop.pages),
                   std::to_string(cb.peak_pages), fmt::format("{:.1f}", cb.mean_pages), verdict, join(cb.push.places),
                   join(cb.pop.places)},
                  12, cb.ok() ? "good" : "bad");
    }
    return table.text();
}

L1Map l1_map(const Measured& run) {
    L1Map map;
    map.begin = run.l1_begin;
    map.end = run.l1_end;
    for (const MeasuredCb& cb : run.cbs)
        map.boxes.push_back({{cb.index}, cb.name, cb.address, cb.page_bytes, cb.capacity_pages, cb.peak_pages});
    std::sort(map.boxes.begin(), map.boxes.end(),
              [](const L1Map::Box& a, const L1Map::Box& b) { return a.address < b.address; });
    return map;
}

// Error of every case as a part of what is allowed, on a logarithmic axis.
std::string error_chart(const StageResult& values) {
    const double row = 18, left = 430, span = 500;
    const double height = row * static_cast<double>(values.cases.size()) + 30;
    std::string text = fmt::format(
        "<div class=\"scroll\"><svg viewBox=\"0 0 1000 {:.0f}\" role=\"img\" aria-label=\"error per case\">\n", height);
    const auto at = [&](double part) {
        return left + span * std::clamp((std::log10(std::max(part, 1e-4)) + 4) / 5, 0.0, 1.0);
    };
    text += fmt::format(
        "<line x1=\"{0:.1f}\" y1=\"0\" x2=\"{0:.1f}\" y2=\"{1:.0f}\" stroke=\"var(--bad)\" stroke-dasharray=\"4 3\"/>"
        "<text x=\"{0:.1f}\" y=\"{2:.0f}\" text-anchor=\"middle\">allowed</text>\n",
        at(1), height - 18, height - 4);
    double y = 0;
    for (const CaseRecord& record : values.cases) {
        text += fmt::format(
            "<text x=\"0\" y=\"{:.1f}\">{} {} {}{}</text><rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" "
            "height=\"10\" "
            "fill=\"var({})\"/><text x=\"{:.1f}\" y=\"{:.1f}\">{:.3f}</text>\n",
            y + 12, html_escape(record.shape), record.dtype, record.data,
            record.promised < 0.5 ? ", nothing promised" : "", left, y + 3, std::max(1.0, at(record.of_allowed) - left),
            record.ok ? "--bar" : "--bad", at(record.of_allowed) + 6, y + 12, record.of_allowed);
        y += row;
    }
    return text + "</svg></div>\n";
}

std::string failures(const OpReport& report) {
    std::string text;
    for (const StageResult& result : report.stages) {
        for (const Failure& failure : result.failures) {
            text += fmt::format("<p class=\"bad\">Stage {}: {}</p>\n<p>{}</p>\n", result.stage,
                                workshop::classification_words(failure.kind),
                                html_escape(failure.test + ": " + failure.summary));
            if (!failure.details.empty()) text += "<pre>" + html_escape(failure.details) + "</pre>\n";
            if (!failure.suggested_action.empty())
                text += "<p>Suggested: " + html_escape(failure.suggested_action) + "</p>\n";
        }
    }
    return text;
}

std::string history(const OpReport& report) {
    HtmlTable table({"when", ">stage", "state", "why"});
    for (const Cycle& cycle : report.cycles) {
        table.add({cycle.time, std::to_string(cycle.stage),
                   cycle.green      ? "green"
                   : cycle.expected ? "red, as it must be"
                                    : "red",
                   first_line(cycle.summary)},
                  2, cycle.green ? "good" : "bad");
    }
    return table.text();
}

// What the calls were like, and of which of them the bound promises nothing.
std::string coverage(const StageResult& values) {
    const auto list = [](const std::string& title, const std::vector<std::string>& entries) {
        std::string text = entries.empty() ? "" : fmt::format("<p>{}</p>\n<ul>\n", title);
        for (const std::string& entry : entries) text += "<li>" + html_escape(entry) + "</li>\n";
        return entries.empty() ? text : text + "</ul>\n";
    };
    return list("These calls cover:", values.covered()) +
           list("Nothing is promised, since the arithmetic may be wrong by a sixteenth and more:",
                values.nothing_promised());
}

// Within the page, and to the documents beside it.
std::vector<std::pair<std::string, std::string>> links(const OpReport& report) {
    std::vector<std::pair<std::string, std::string>> all = {{"#stages", "Stages"}};
    if (report.pictures) {
        for (const auto& [id, heading] : pictures_links(*report.pictures)) all.emplace_back("#" + id, heading);
    }
    if (report.main_run() != nullptr) all.emplace_back("#cbs", "Circular buffers");
    if (const StageResult* values = report.stage(7); values != nullptr && !values->cases.empty())
        all.emplace_back("#errors", "Errors");
    all.emplace_back("#history", "Red before green");
    for (const char* file : {"implementation_report.md", "execution_log.md", "cb_sync.md"})
        all.emplace_back(file, file);
    return all;
}

}  // namespace

std::string html_report(const OpReport& report) {
    std::string text = page_begin(report.op);
    text += fmt::format(
        "<h1>{}</h1>\n<p class=\"lead\"><code>{}</code> per row x of length W; {}; {}; <code>{}</code></p>\n",
        html_escape(report.op), html_escape(report.mathematics), html_escape(report.card), html_escape(report.started),
        html_escape(report.command));
    text += gates(report) + page_links(links(report));
    if (const std::string failed = failures(report); !failed.empty()) text += "<h2>Failures</h2>\n" + failed;
    text += "<h2 id=\"stages\">Stages</h2>\n" + stage_table(report);
    if (report.pictures) text += pictures_section(*report.pictures);
    if (!report.no_pictures.empty())
        text += "<h2>Threads by time</h2>\n<p>No pictures: " + html_escape(report.no_pictures) + "</p>\n";
    if (const Measured* run = report.main_run()) {
        text += fmt::format("<h2 id=\"cbs\">Circular buffers, measured</h2>\n<p>{}, {} core{}</p>\n",
                            html_escape(run->text), run->cores, run->cores == 1 ? "" : "s");
        text += cb_table(*run);
        text += l1_picture("l1-measured", l1_map(*run));
        size_t place = 0;
        for (const Measured& other : report.measured()) {
            if (&other == run) continue;
            text += fmt::format("<details><summary>{}: {}</summary>\n", html_escape(other.text),
                                other.all_balanced() ? "balanced" : "NOT BALANCED");
            text +=
                cb_table(other) + l1_picture(fmt::format("l1-measured-{}", ++place), l1_map(other)) + "</details>\n";
        }
    }
    if (const StageResult* values = report.stage(7); values != nullptr && !values->cases.empty()) {
        text +=
            "<h2 id=\"errors\">Error per case</h2>\n<p>As a part of what is allowed; the axis is "
            "logarithmic.</p>\n" +
            error_chart(*values) + coverage(*values);
    }
    text += "<h2 id=\"history\">Red before green</h2>\n" + history(report);
    if (const StageResult* kernels = report.stage(6); kernels != nullptr && !kernels->stubs.empty()) {
        text += "<h2>Stub kernels</h2>\n";
        for (const auto& [name, source] : kernels->stubs) {
            text += fmt::format("<details><summary>{}</summary><pre>{}</pre></details>\n", name, html_escape(source));
        }
    }
    return text + page_end();
}

}  // namespace tilewright::report
