// Recording a subject and asking about it.
#include "cli/ops/timed_subject.hpp"

#include "cli/ops/what_if.hpp"
#include "metal/device_impl.hpp"

namespace tilewright::cli {

TimedSubject time_subject(const SubjectOptions& options, const clock::Families& families) {
    TimedSubject timed;
    timed.subject = make_subject(options, /*with_data=*/true);
    // "program 0" says less than what was typed.
    if (!timed.subject.is_op || timed.subject.program.name.empty()) timed.subject.program.name = options.name;
    const engine::RunOptions run = run_options(*timed.subject.device);
    timed.recording =
        std::make_unique<clock::Recording>(*timed.subject.device->impl().card, timed.subject.program, run);
    const clock::Tape& tape = timed.recording->tape();
    const uint32_t llk = timed.recording->llk();
    timed.timing = timed.recording->time();
    const double ns = timed.timing.ns();
    std::vector<clock::WhatIf> answers = clock::ask_tape(tape, llk, ns, families);
    const auto add = [&](std::vector<clock::WhatIf> more) {
        answers.insert(answers.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
    };
    if (!timed.subject.is_op) add(clock::ask_program(tape, timed.subject.program, run, ns, families));
    add(ask_subject(options, timed.subject, tape, ns, families));
    timed.verdict = clock::judge(tape, llk, timed.timing, std::move(answers), families.asked());
    return timed;
}

}  // namespace tilewright::cli
