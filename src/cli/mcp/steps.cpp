// Reading a request, giving up rights, answering.
#include "cli/mcp/steps.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <iostream>
#include <iterator>

#include "base/error.hpp"
#include "cli/command.hpp"
#include "cli/isolate.hpp"
#include "cli/python.hpp"
#include "engine/run.hpp"

namespace tilewright::cli::mcp {

namespace {

// The server's own pipe; code of ops that prints does so to the standard error.
class Answers {
public:
    Answers() : to_(::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)) { ::dup2(STDERR_FILENO, STDOUT_FILENO); }
    ~Answers() { ::close(to_); }
    Answers(const Answers&) = delete;
    Answers& operator=(const Answers&) = delete;

    void print(const json& line) const {
        const std::string text = line.dump(-1, ' ', false, json::error_handler_t::replace) + "\n";
        for (size_t done = 0; done < text.size();) {
            const ssize_t wrote = ::write(to_, text.data() + done, text.size() - done);
            if (wrote <= 0) return;
            done += static_cast<size_t>(wrote);
        }
    }

private:
    int to_;
};

std::vector<std::string> words_in(const json& request, const char* key) {
    return request.value(key, std::vector<std::string>());
}

// A command as people type it.
int command_step(const json& request) {
    return run_command(words_in(request, "arguments"), std::cout, std::cerr, /*own_process=*/true);
}

int script_step(const json& request) {
    const std::vector<std::string> words = words_in(request, "words");
    confine_command(words);
    return run_to_the_end(python_command(words), Prints::AsItIs);
}

json refusal(const Error& error, bool hangs) {
    return {{"refused", {{"code", error.code()}, {"text", error.finding().to_text()}, {"hang", hangs}}}};
}

}  // namespace

int run_step_named(const std::string& name, Context& context, bool own_process) {
    const std::string text((std::istreambuf_iterator<char>(std::cin)), {});
    const json request = json::parse(text, nullptr, false);
    if (!own_process || !request.is_object())
        throw Error("TW4601", fmt::format("mcp --step {} is started by the server", name), "tilewright mcp",
                    Exit::Usage);
    if (name == "command") return command_step(request);
    if (name == "script") return script_step(request);
    const Answers answers;
    const Told told = [&](size_t done, size_t of, const std::string& what) {
        answers.print({{"progress", done}, {"of", of}, {"what", what}});
    };
    int status = static_cast<int>(Exit::Ok);
    try {
        json answer;
        if (name == "generate") {
            answer = generate_step(request);
        } else if (name == "assemble") {
            answer = assemble_step(request);
        } else {
            confine_command({"mcp"});
            if (name == "run") answer = run_step(request, told);
            if (name == "describe") answer = describe_step(request);
            if (name == "judge") answer = judge_step(request, told);
            if (name == "program") answer = program_step(request);
        }
        answers.print(answer);
    } catch (const engine::HangError& error) {
        answers.print(refusal(error, true));
        status = static_cast<int>(Exit::Hang);
    } catch (const Error& error) {
        answers.print(refusal(error, false));
        status = static_cast<int>(error.exit_status());
    }
    context.out << std::flush;
    return status;
}

}  // namespace tilewright::cli::mcp
