// Starting Python so that `import ttnn` means the virtual card.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tilewright::cli {

struct Command {
    std::vector<std::string> words;      // the first is the program
    std::vector<std::string> variables;  // the whole environment, NAME=VALUE
};
// A script or module and its arguments, as the interpreter takes them.
Command python_command(std::vector<std::string> words);
// The interpreter alone: what it is asked needs nothing of Tilewright.
std::string python_interpreter();
// A program as it is.
Command plain_command(std::vector<std::string> words);
// Takes the place of a variable of that name.
void set_variable(Command& command, const std::string& name, const std::string& value);

// Becomes the command. TW4504 where it cannot be started.
[[noreturn]] void become(Command command);
// Where what a command prints goes: as it is, all to the standard error, or nowhere.
enum class Prints : uint8_t { AsItIs, ToError, Nowhere };
// Runs it to its end and returns its exit status; 128 and more: the signal that ended it.
int run_to_the_end(const Command& command, Prints prints);

}  // namespace tilewright::cli
