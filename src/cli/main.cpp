// The tilewright command.
#include <cerrno>
#include <iostream>

#include "base/error.hpp"
#include "base/files.hpp"
#include "cli/command.hpp"
#include "cli/isolate.hpp"

int main(int argc, char** argv) {
    using namespace tilewright;
    const int status = cli::run_command(std::vector<std::string>(argv + 1, argv + argc), std::cout, std::cerr,
                                        /*own_process=*/true);
    errno = 0;
    if (std::cout.flush() || errno == EPIPE) {  // whoever reads may stop reading
        cli::tell_end(status);
        return status;
    }
    const Error error("TW3008", "the output cannot be written" + reason_of_failure(errno),
                      "send it to a file or a pipe that takes all of it", Exit::Environment);
    std::cerr << error.finding().to_text();
    const int failed = status == 0 ? static_cast<int>(error.exit_status()) : status;
    cli::tell_end(failed);
    return failed;
}
