// Scripts as subjects: a Python file or something to execute, whose programs leave a report in a file.
#pragma once

#include <string>
#include <vector>

#include "cli/python.hpp"

namespace CLI {
class App;
}  // namespace CLI

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
// Subjects may be scripts: from the first word on that the command does not know, everything is for it. Asked for when
// the command runs.
std::vector<std::string> words_for_script(const CLI::App& app);
// TW4000 where there are some and the subject is no script.
void refuse_words(const std::vector<std::string>& words, const std::string& command);
// What to advise where it fails by itself.
std::string run_it_first(const std::vector<std::string>& words);

}  // namespace tilewright::cli
