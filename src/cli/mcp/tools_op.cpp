// check, time, compare, mutate: what commands say of an op, as they say it.
#include <fmt/format.h>

#include "base/error.hpp"
#include "cli/mcp/arguments.hpp"
#include "cli/mcp/tools.hpp"

namespace tilewright::cli::mcp {

namespace {

constexpr const char* kClock =
    "the card's clock: a simulation with figures from data/, of which the report says how far it may be off";

void add_case_words(std::vector<std::string>& words, const json& given) {
    if (given.contains("shape"))
        words.insert(words.end(),
                     {"--shape", fmt::format("{}", fmt::join(given["shape"].get<std::vector<uint32_t>>(), ","))});
    for (const char* key : {"dtype", "plan", "arch"}) {
        if (given.contains(key)) words.insert(words.end(), {fmt::format("--{}", key), given[key].get<std::string>()});
    }
}

Answer of_command(const Ended& ended, const Tried& op, const std::string& good, const std::string& bad) {
    Answer made;
    made.verdict = ended.status == 0 ? "green" : ended.status == 1 ? "red" : ended.status == 2 ? "hang" : "refused";
    made.failed = ended.status > 2;
    made.summary = (op.folder.empty() ? op.word : op.folder) + ": " +
                   (ended.status == 0   ? good
                    : ended.status == 1 ? bad
                    : ended.status == 2 ? "the program hangs"
                                        : "refused");
    made.numbers = {{"exit_status", ended.status}};
    made.report = ended.out + (ended.out.empty() || ended.err.empty() ? "" : "\n") + ended.err;
    if (const size_t repeat = made.report.rfind("repeat with: "); repeat != std::string::npos)
        made.report.erase(repeat, made.report.find('\n', repeat) - repeat + 1);  // it means the server's own folders
    return made;
}

void append(std::vector<std::string>& to, const std::vector<std::string>& more) {
    to.insert(to.end(), more.begin(), more.end());
}

Answer check(const Call& call) {
    const Tried op = tried(call, call.given["op"]);
    std::vector<std::string> words = {"check", op.word, "--isolate"};
    add_case_words(words, call.given);
    const bool quick = call.given.value("quick", false);
    if (quick) words.emplace_back("--quick");
    Answer made = of_command(ask_command(call, words), op,
                             quick ? "every CB is balanced for this shape"
                                   : "every CB is proven, for this shape and for every shape it accepts",
                             "a CB does not come out even, or that could not be proven");
    made.measured_on = "dry runs of the kernels: control flow and CBs, no data";
    made.not_checked = {"numbers: run compares them", "misuse inside of a phase: run is strict"};
    if (quick) made.not_checked.emplace_back("other shapes than this one");
    append(made.not_checked, op.caveats(false));
    made.not_checked.emplace_back(kSilicon);
    return made;
}

Answer time_on_card(const Call& call) {
    const Tried op = tried(call, call.given["op"]);
    std::vector<std::string> words = {"time", op.word, "--isolate"};
    add_case_words(words, call.given);
    if (!call.given.value("what_if", true)) words.emplace_back("--no-what-if");
    Answer made = of_command(ask_command(call, words), op, "timed", "it has a finding");
    made.verdict = made.verdict == "green" ? "ok" : made.verdict;
    made.measured_on = kClock;
    made.not_checked = {"numbers: a timed run compares nothing", "dispatch and host: only the program on the card"};
    append(made.not_checked, op.caveats(false));
    made.not_checked.emplace_back(kSilicon);
    return made;
}

Answer compare(const Call& call) {
    const auto subject = [&](const char* which, const char* plan) {
        Tried op = tried(call, call.given[which]);
        if (call.given.contains(plan)) op.word += "@" + call.given[plan].get<std::string>();
        return op;
    };
    const Tried a = subject("a", "plan_a"), b = subject("b", "plan_b");
    std::vector<std::string> words = {"diff", a.word, b.word, "--isolate"};
    add_case_words(words, call.given);
    Answer made =
        of_command(ask_command(call, words), a, "compared with " + call.given["b"].get<std::string>(), "compared");
    made.verdict = made.verdict == "green" ? "ok" : made.verdict;
    made.measured_on = kClock;
    made.not_checked = {"numbers: neither was run on data", "kernels are compared by CBs and time, not by text"};
    append(made.not_checked, a.caveats(false));
    append(made.not_checked, b.caveats(false));
    made.not_checked.emplace_back(kSilicon);
    return made;
}

Answer mutate(const Call& call) {
    const Tried op = tried(call, call.given["op"]);
    std::vector<std::string> words = {"mutate", op.word, "--isolate", "--no-fixes"};
    words.insert(words.end(), {"--most", std::to_string(call.given.value("most", 20))});
    add_case_words(words, call.given);
    Answer made = of_command(ask_command(call, words), op, "its mistakes are found", "some mistakes were not found");
    made.measured_on = kCard;
    made.judged_by = op.judged_by();
    made.not_checked = {"mutants beyond the sample (most)", "fixes that reports propose: none was tried here"};
    append(made.not_checked, op.caveats(true));
    made.not_checked.emplace_back(kSilicon);
    return made;
}

}  // namespace

void add_op_tools(std::vector<Tool>& to) {
    json checks = case_arguments();
    checks["quick"] = flag_argument("only this shape: seconds instead of half a minute");
    to.push_back({"check",
                  "Prove the circular buffers of an op without moving data: balance, least sizes, for every shape.",
                  object_of(checks, {"op"}), check});
    json times = case_arguments();
    times["what_if"] = flag_argument("try what would change it; true without it");
    to.push_back({"time", "How long a call takes on the card, where the time goes, what would change it.",
                  object_of(times, {"op"}), time_on_card});
    const json cases = case_arguments();
    to.push_back({"compare", "What differs between two ops or two plans of one, and both times on the card.",
                  object_of({{"a", cases["op"]},
                             {"b", cases["op"]},
                             {"plan_a", cases["plan"]},
                             {"plan_b", cases["plan"]},
                             {"shape", cases["shape"]},
                             {"dtype", cases["dtype"]},
                             {"arch", cases["arch"]}},
                            {"a", "b"}),
                  compare});
    json mutants = case_arguments();
    mutants["most"] = number_argument("how many mutants; 20 without it", 1, 200);
    to.push_back({"mutate", "Make faulty copies of an op and see whether each mistake is found.",
                  object_of(mutants, {"op"}), mutate, false, true, 600});
}

}  // namespace tilewright::cli::mcp
