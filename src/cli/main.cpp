// The tilewright command.
#include <iostream>

#include "cli/command.hpp"

int main(int argc, char** argv) {
    return tilewright::cli::run_command(std::vector<std::string>(argv + 1, argv + argc), std::cout, std::cerr);
}
