// Scripts as subjects: a Python file or something to execute, whose programs leave a report in a file.
#pragma once

#include <string>
#include <vector>

#include "cli/python.hpp"

namespace tilewright::cli {

// A file that is no op: a Python script, or something to execute.
bool is_script(const std::string& name);

// Gone with what lies in it. TW3903: none can be made.
class ReportFolder {
public:
    ReportFolder();
    ReportFolder(const ReportFolder&) = delete;
    ReportFolder& operator=(const ReportFolder&) = delete;
    ~ReportFolder();
    std::string file() const { return path_ + "/report"; }
    std::string folder() const { return path_ + "/reports"; }

private:
    std::string path_;
};

// The script and its arguments; a Python file is started with our `ttnn`.
Command script_command(std::vector<std::string> words);
// What to advise where it fails by itself.
std::string run_it_first(const std::vector<std::string>& words);

}  // namespace tilewright::cli
