// fuzz_programs: random programs by seed, each batch in a child process, so that a crash is known by its seed. A
// program that fails is made smaller, statement by statement, and printed.
//
//   fuzz_programs [--seed N] [--count N] [--batch N] [--show] [--keep]
//
// --show prints the kernels of the programs instead of running them; --keep leaves failing programs as they are.
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <map>

#include "base/error.hpp"
#include "fuzz/programs/judge.hpp"

namespace tilewright::fuzz::programs {

namespace {

constexpr int kFreezeSeconds = 300;  // without a word from a child; kernels are built in that time

struct Options {
    uint64_t seed = 0, count = 200, batch = 200;
    bool show = false, keep = false;
};

struct Tally {
    std::map<std::string, uint64_t> outcomes;
    uint64_t programs = 0, ordered = 0, faults = 0;
};

// What a child says of one program; lines of its pipe are "begin INDEX" and "end INDEX FAULT\tOUTCOME\tDETAILS", with
// line ends written as \x01.
struct Said {
    size_t begun = SIZE_MAX;
    std::map<size_t, Verdict> verdicts;
};

std::string one_line(std::string text) {
    for (char& letter : text)
        if (letter == '\n') letter = '\x01';
    return text;
}

[[noreturn]] void child(int to, const Setting& setting, const std::vector<Program>& programs, size_t first) {
    const auto say = [to](const std::string& line) {
        const std::string whole = line + "\n";
        for (size_t done = 0; done < whole.size();) {
            const ssize_t written = ::write(to, whole.data() + done, whole.size() - done);
            if (written <= 0) ::_exit(1);
            done += static_cast<size_t>(written);
        }
    };
    try {
        judge_all(
            setting, programs, first, [&](size_t i) { say(fmt::format("begin {}", i)); },
            [&](size_t i, const Verdict& verdict) {
                say(fmt::format("end {} {}\t{}\t{}", i, verdict.fault, verdict.outcome, one_line(verdict.details)));
            });
        say("done");
    } catch (const std::exception& error) {
        say("failed " + one_line(error.what()));
    }
    ::_exit(0);
}

void hear(Said& said, const std::string& line, std::string& failed, bool& done) {
    if (line == "done") done = true;
    if (line.starts_with("begin ")) said.begun = std::stoull(line.substr(6));
    if (line.starts_with("failed ")) failed = line.substr(7);
    if (!line.starts_with("end ")) return;
    const size_t space = line.find(' ', 4), tab = line.find('\t'), second = line.find('\t', tab + 1);
    Verdict& verdict = said.verdicts[std::stoull(line.substr(4))];
    verdict.fault = line.substr(space + 1, tab - space - 1);
    verdict.outcome = line.substr(tab + 1, second - tab - 1);
    verdict.details = line.substr(second + 1);
    for (char& letter : verdict.details)
        if (letter == '\x01') letter = '\n';
    said.begun = SIZE_MAX;
}

// One child from program `first` on, until it is done or gone; a program that took it along has that as its fault.
Said run_child(const Setting& setting, const std::vector<Program>& programs, size_t first) {
    int ends[2];
    if (::pipe(ends) != 0) std::exit(3);
    std::cout.flush();
    const pid_t pid = ::fork();
    if (pid == 0) {
        ::close(ends[0]);
        child(ends[1], setting, programs, first);
    }
    ::close(ends[1]);
    Said said;
    std::string rest, failed;
    bool done = false, frozen = false;
    for (char piece[4096];;) {
        pollfd ready{ends[0], POLLIN, 0};
        if (::poll(&ready, 1, kFreezeSeconds * 1000) == 0) {
            frozen = true;
            ::kill(pid, SIGKILL);
            break;
        }
        const ssize_t got = ::read(ends[0], piece, sizeof piece);
        if (got <= 0) break;
        rest.append(piece, static_cast<size_t>(got));
        for (size_t end = rest.find('\n'); end != std::string::npos; end = rest.find('\n')) {
            hear(said, rest.substr(0, end), failed, done);
            rest.erase(0, end + 1);
        }
    }
    ::close(ends[0]);
    int status = 0;
    ::waitpid(pid, &status, 0);
    if (done) return said;
    Verdict& last = said.verdicts[said.begun == SIZE_MAX ? first : said.begun];
    last.outcome = "none";
    if (frozen) {
        last.fault = "the process froze";
    } else if (!failed.empty()) {
        last.fault = said.begun == SIZE_MAX ? "does not build" : "an exception";
        last.details = failed;
        for (char& letter : last.details)
            if (letter == '\x01') letter = '\n';
    } else {
        last.fault = WIFSIGNALED(status) ? fmt::format("the process died of signal {}", WTERMSIG(status))
                                         : fmt::format("the process ended with status {}", WEXITSTATUS(status));
    }
    return said;
}

std::string text_of(const Program& program) {
    const Bench::Sources sources = Bench::sources({program});
    std::string text = fmt::format("// reader\n{}// compute\n{}// writer\n{}// words", sources.reader, sources.compute,
                                   sources.writer);
    for (const uint32_t word : program.words) text += fmt::format(" {:#x}", word);
    return text + "\n";
}

// The same fault with fewer statements: whatever can go, goes.
Program smaller(const Setting& setting, Program program, const std::string& fault) {
    int tries = 60;
    for (Body Program::* body : {&Program::reader, &Program::compute, &Program::writer}) {
        for (size_t i = 0; i < statements_of(program.*body) && tries > 0;) {
            Program less = program;
            less.*body = without(program.*body, i);
            --tries;
            const Said said = run_child(setting, {less}, 0);
            const auto found = said.verdicts.find(0);
            if (found != said.verdicts.end() && found->second.fault == fault) {
                program = std::move(less);
            } else {
                ++i;
            }
        }
    }
    return program;
}

void report(const Options& options, const Setting& setting, const Program& program, uint64_t seed,
            const Verdict& verdict) {
    std::cout << fmt::format("FAULT seed {}: {}\n{}\nrepeat it: fuzz_programs --seed {} --count 1 --batch {}\n", seed,
                             verdict.fault, verdict.details, seed, options.batch);
    if (options.keep) return;
    const Said alone = run_child(setting, {program}, 0);
    const auto found = alone.verdicts.find(0);
    if (found == alone.verdicts.end() || found->second.fault != verdict.fault) {
        std::cout << "(alone it does not fail: it needs the programs of its batch before it)\n" << text_of(program);
        return;
    }
    std::cout << text_of(smaller(setting, program, verdict.fault)) << std::endl;
}

void run_batch(const Options& options, uint64_t first_seed, uint64_t count, Tally& tally) {
    const uint64_t batch = first_seed / options.batch;
    const Setting setting = Setting::of(batch);
    std::vector<Program> programs;
    for (uint64_t i = 0; i < count; ++i) programs.push_back(make_program(first_seed + i, batch, setting));
    if (options.show) {
        for (uint64_t i = 0; i < count; ++i) std::cout << "// seed " << first_seed + i << "\n" << text_of(programs[i]);
        return;
    }
    for (size_t next = 0; next < programs.size();) {
        const Said said = run_child(setting, programs, next);
        for (const auto& [index, verdict] : said.verdicts) {
            ++tally.programs;
            ++tally.outcomes[verdict.outcome];
            tally.ordered += programs[index].ordered;
            next = std::max(next, index + 1);
            if (verdict.fault.empty()) continue;
            ++tally.faults;
            report(options, setting, programs[index], first_seed + index, verdict);
            if (verdict.fault == "does not build") next = programs.size();
        }
        if (said.verdicts.empty()) break;
    }
}

}  // namespace

static int run(const Options& options) {
    const auto start = std::chrono::steady_clock::now();
    Tally tally;
    const uint64_t end = options.seed + options.count;
    for (uint64_t seed = options.seed; seed < end;) {
        const uint64_t next = std::min(end, (seed / options.batch + 1) * options.batch);
        run_batch(options, seed, next - seed, tally);
        seed = next;
    }
    if (options.show) return 0;
    uint64_t results = 0, hangs = 0, findings = 0;
    std::map<std::string, uint64_t> codes;
    for (const auto& [outcome, count] : tally.outcomes) {
        if (outcome.starts_with("finished")) results += count;
        if (outcome.starts_with("hang")) hangs += count;
        if (outcome.starts_with("TW")) findings += count;
        for (size_t at = outcome.find("TW"); at != std::string::npos; at = outcome.find("TW", at + 1))
            codes[outcome.substr(at, 6)] += count;
    }
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    std::cout << fmt::format(
        "{} programs ({} of them ordered) in {:.0f} s: {} finished, {} of them without a word; {} "
        "ended by a finding, {} hung; {} faults of ours\n",
        tally.programs, tally.ordered, seconds, results, tally.outcomes["finished"], findings, hangs, tally.faults);
    for (const auto& [code, count] : codes) std::cout << fmt::format("  {} {}\n", code, count);
    return tally.faults == 0 && tally.programs == options.count ? 0 : 1;
}

}  // namespace tilewright::fuzz::programs

int main(int argc, char** argv) {
    tilewright::fuzz::programs::Options options;
    // Where tests go deeper, so does this.
    if (std::getenv("TILEWRIGHT_DEEP") != nullptr) options.count = 2000;
    for (int i = 1; i < argc; ++i) {
        const std::string word = argv[i];
        const auto number = [&] { return i + 1 < argc ? std::strtoull(argv[++i], nullptr, 10) : 0; };
        if (word == "--seed") {
            options.seed = number();
        } else if (word == "--count") {
            options.count = number();
        } else if (word == "--batch") {
            options.batch = std::max<uint64_t>(1, number());
        } else if (word == "--show") {
            options.show = true;
        } else if (word == "--keep") {
            options.keep = true;
        } else {
            std::cerr << "usage: fuzz_programs [--seed N] [--count N] [--batch N] [--show] [--keep]\n";
            return 4;
        }
    }
    return tilewright::fuzz::programs::run(options);
}
