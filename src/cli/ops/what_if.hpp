// What if the call were another one: other options for the same subject, planned and recorded anew. The questions of
// tapes and programs are in src/clock/what_if.
#pragma once

#include <string>
#include <vector>

#include "cli/ops/subject.hpp"
#include "clock/tape.hpp"
#include "clock/what_if/what_if.hpp"

namespace tilewright::cli {

struct ChangedSubject {
    std::string change;
    SubjectOptions options;
    bool remedy = true;
};
struct SubjectQuestion {
    const char* family;
    const char* summary;
    // Options to try, given those of the subject, and what it did with them.
    std::vector<ChangedSubject> (*make)(const SubjectOptions& options, const Subject& subject, const clock::Tape& tape);
};
const std::vector<SubjectQuestion>& subject_questions();

// Each is a subject of its own. One that is refused is left out.
std::vector<clock::WhatIf> ask_subject(const SubjectOptions& options, const Subject& subject, const clock::Tape& tape,
                                       double ns, const clock::Families& families);

// Every family there is, once, with what it asks.
std::vector<std::pair<std::string, std::string>> all_families();
// "depth,barriers". TW4000 names what there is.
clock::Families parse_families(const std::string& list, bool none);

}  // namespace tilewright::cli
