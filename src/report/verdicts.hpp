// What a command came to, for machines that read reports: findings (SARIF), tests that passed or failed (JUnit), and
// both as annotations of a pull request.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/error.hpp"

namespace tilewright::report {

enum class TestEnd { Passed, Failed, Broken, Skipped };  // Broken: it could not be judged

struct TestVerdict {
    std::string suite, name;
    TestEnd end = TestEnd::Passed;
    std::string kind = {};     // of what went wrong: a code, or a word as "numerical_mismatch"
    std::string message = {};  // one sentence
    std::string text = {};     // the whole report
    double seconds = 0;
    std::string file = {};  // where the test or what it tests stands
    uint32_t line = 0;
};

class Verdicts {
public:
    // Once for each rule, place and message. `file`: where to point to when it has no place of its own.
    void add(const Finding& finding, const std::string& file = {});
    // A failed one is a finding, too, unless that was added already (`told`).
    void add(TestVerdict test, bool told = false);
    // What ended the command, and how. Usage and environment are nobody's findings.
    void add_end(const Error& error, const std::string& command);
    void end(int exit_status) { exit_status_ = exit_status; }

    const std::vector<Finding>& findings() const { return findings_; }
    const std::vector<TestVerdict>& tests() const { return tests_; }
    const std::vector<Finding>& notifications() const { return notifications_; }
    int exit_status() const { return exit_status_; }

private:
    std::vector<Finding> findings_, notifications_;
    std::vector<TestVerdict> tests_;
    int exit_status_ = 0;
};

struct ReportOf {
    std::string command;                // as it was typed
    std::string version;                // of Tilewright
    std::string started;                // ISO 8601
    std::filesystem::path root;         // what lies in it is named from it on
    std::filesystem::path diagnostics;  // the pages
};

// SARIF 2.1.0.
std::string sarif(const Verdicts& verdicts, const ReportOf& of);
// JUnit's XML: a suite for each `suite`, in their order.
std::string junit(const Verdicts& verdicts, const ReportOf& of);
// Workflow commands of GitHub, a line each.
std::string github_annotations(const Verdicts& verdicts, const ReportOf& of);

// "kernels/reader.cpp" for a file in the root, the whole path for others; never escaped.
std::string path_from(const std::filesystem::path& root, const std::string& file);

}  // namespace tilewright::report
