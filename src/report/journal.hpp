// Breadcrumbs: one JSON object per line, only ever appended, so that what a stage was like before is never lost.
#pragma once

#include <filesystem>
#include <fstream>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace tilewright::report {

// One state of a stage's tests, as an earlier or this run found it.
struct Cycle {
    std::string time;  // ISO 8601, seconds
    int stage = 0;
    bool green = false;
    bool expected = false;       // a red that had to be: the stage was run on stub kernels
    std::string classification;  // of the first failure; "pass"
    std::string summary;         // why it was red
    std::string content = {};    // of the op's files, as the run said it
};

class Journal {
public:
    // Reads what is there. Lines that are no JSON are kept and skipped.
    explicit Journal(std::filesystem::path file);

    void add(const std::string& event, nlohmann::json fields);  // with the time
    void add_cycle(Cycle cycle);                                // event tdd_cycle; the time is set here

    const std::vector<Cycle>& cycles() const { return cycles_; }  // oldest first, this run's included
    const Cycle* last_before(int stage) const;                    // as it was when the journal was opened
    int green_until(const std::string& content) const;            // stages 1 to this were last green, with this content
    const std::vector<std::string>& lines() const { return lines_; }  // of this run
    const std::filesystem::path& file() const { return file_; }

private:
    std::filesystem::path file_;
    std::ofstream out_;
    std::vector<Cycle> cycles_;
    size_t earlier_ = 0;
    std::vector<std::string> lines_;
};

// Now, as ISO 8601 in UTC. TILEWRIGHT_NOW, where it is set, stands in for the clock: reports can then be compared.
std::string time_text();

}  // namespace tilewright::report
