// A subject, timed and judged.
#pragma once

#include <memory>

#include "cli/ops/subject.hpp"
#include "clock/recording.hpp"
#include "clock/verdict.hpp"

namespace tilewright::cli {

struct TimedSubject {
    Subject subject;  // it has the card that the recording needs
    std::unique_ptr<clock::Recording> recording;
    clock::Timing timing;
    clock::Verdict verdict;
};
// Asks tape, program and subject.
TimedSubject time_subject(const SubjectOptions& options, const clock::Families& families);

}  // namespace tilewright::cli
