// What a tool answers, and how it becomes messages of bounded size.
#pragma once

#include <deque>
#include <mutex>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace tilewright::cli::mcp {

using nlohmann::json;

struct Answer {
    std::string verdict;                   // ok, green, red, hang, refused, stopped
    std::string summary;                   // a sentence
    json numbers = json::object();         // what was counted and measured, never the machine's time
    std::string report;                    // the whole text; long ones leave in parts
    std::string judged_by;                 // what says what is right
    std::string measured_on;               // where numbers come from
    std::vector<std::string> not_checked;  // what the verdict says nothing of
    bool failed = false;                   // the tool could not do what it was asked
};

// Answers that did not fit into a message, until newer ones take their place.
class Parts {
public:
    // The result of a tools/call: at most kMostAnswerBytes as a line. What is left of the report can be had with
    // `more`.
    json result(const Answer& answer);
    // The part that a cursor names. TW4603 where it names none.
    json more(const std::string& cursor);

private:
    std::mutex mutex_;
    std::deque<std::pair<std::string, std::string>> kept_;  // reports by their hash, oldest first

    json part(Answer answer, const std::string& report, size_t from, const std::string& key);
    void keep(const std::string& key, const std::string& report);
};

}  // namespace tilewright::cli::mcp
