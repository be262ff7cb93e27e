// Programs checked as they come: a host program or a script runs, and before each program that is new its check is
// noted in a file, one line of JSON each.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "card/card.hpp"
#include "engine/run_options.hpp"
#include "program/descriptor.hpp"

namespace tilewright::doctor {

// To options.check_report. A program whose kernels, CBs and compile-time arguments were checked before in this process
// is not checked again. What the check refuses is noted, not thrown: the run that follows says it.
void append_check(card::Card& card, const program::ProgramDescriptor& program, const engine::RunOptions& options);

struct NotedCheck {
    std::string text;  // as the command prints it
    bool fails = false;
    nlohmann::json data;
};
// TW3903: it is no such file. None where there is no file: nothing was run.
std::vector<NotedCheck> read_checks(const std::string& file);

}  // namespace tilewright::doctor
