// The forms of `tilewright time` beside the plain one: two subjects side by side, and the programs of a script.
#pragma once

#include <string>
#include <vector>

#include "cli/command.hpp"
#include "cli/ops/subject.hpp"
#include "cli/trace_options.hpp"
#include "clock/what_if/what_if.hpp"

namespace tilewright::cli {

// A side is a name, options, or both, as on a command line: "variance_w_rm --math fpu". What it does not say is as in
// `base`. TW4000: it cannot be read.
SubjectOptions parse_side(const std::string& text, const SubjectOptions& base);
int compare_times(const std::vector<SubjectOptions>& sides, const std::vector<std::string>& titles,
                  const clock::Families& families, Context& context);

struct ScriptOptions {
    std::vector<std::string> words;  // the script and its arguments
    uint32_t program = 0;            // whose verdict, from 1 on; 0: the slowest
    std::string arch;
    clock::Families families;
    TraceFlags trace;
    bool per_core = false;
};
// TW4511: the script failed. TW4512: it ran no program.
int time_script(const ScriptOptions& options, Context& context);

}  // namespace tilewright::cli
