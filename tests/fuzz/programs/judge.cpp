// The invariants:
//
// 1. A run ends: in a result, a finding with a code and a page, or a hang that is explained. Never TW9000, never an
//    exception of another kind; that the process lives, and goes on, is seen by whoever started it.
// 2. A run is a function of the program: in strict mode with one host thread, from the same memory, it says the same
//    again (where a time limit ended it: with the same code, at whatever line).
// 3. Where threads meet in CBs only and cores do not meet (Program::ordered): what strict mode finishes without a word
// is
//    finished in fast mode, with one host thread or two, and on the clock, without a word and with the same output;
//    what hangs there without any misuse before finishes nowhere.
// 4. A core that has no part in a program keeps its L1, unless the program writes to made-up NoC coordinates.
//
// Nothing is asked of the output of programs with findings: what they read may be what was left somewhere.
#include "fuzz/programs/judge.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <set>

#include "base/paths.hpp"

namespace tilewright::fuzz::programs {

namespace {

// What the first way ends in its time the others end in ten times as much, on a busy machine, too.
constexpr double kFirstSeconds = 0.3, kSeconds = 3;

engine::RunOptions options(engine::Mode mode, uint32_t threads, double seconds = kSeconds, bool timed = false) {
    engine::RunOptions made;
    made.mode = mode;
    made.host_threads = threads;
    made.prove_fixes = false;  // how many changes are tried depends on the clock on the wall
    made.timed = timed;
    made.time_limit_seconds = seconds;
    made.run_limit_seconds = 4 * made.time_limit_seconds;  // calls that are made very often
    return made;
}

bool has_page(const std::string& code) {
    static std::set<std::string> known;
    if (known.contains(code)) return true;
    if (!std::filesystem::exists(std::filesystem::path(TILEWRIGHT_SOURCE_DIR) / "docs/diagnostics" / (code + ".md")))
        return false;
    known.insert(code);
    return true;
}

class Judge {
public:
    Judge(Bench& bench, const Setting& setting) : bench_(bench) {
        add("strict, 1 thread", options(engine::Mode::Strict, 1, kFirstSeconds));
        add("strict, 2 threads", options(engine::Mode::Strict, 2));
        add("fast, 1 thread", options(engine::Mode::Fast, 1));
        add("fast, 2 threads", options(engine::Mode::Fast, 2));
        if (setting.timed) add("timed", options(engine::Mode::Fast, 1, kSeconds, true));
    }

    Verdict judge(const Program& program, size_t index) {
        verdict_ = {};
        const Outcome strict = run(0, program, index);
        verdict_.outcome = strict.name();
        if (verdict_.fault.empty()) same_again(strict, run(0, program, index));
        for (size_t way = 1; way < ways_.size() && verdict_.fault.empty(); ++way) {
            const Outcome other = run(way, program, index);
            if (program.ordered) compare(strict, other, way);
            // The second time a fast run is trusted not to need its trial.
            if (way == 2 && program.ordered && verdict_.fault.empty())
                compare(strict, run_again(way, program, index), way);
        }
        return verdict_;
    }

private:
    struct Way {
        std::string name;
        std::shared_ptr<engine::PreparedProgram> prepared;
    };

    void add(const char* name, const engine::RunOptions& how) { ways_.push_back({name, bench_.prepare(how)}); }

    Outcome run(size_t way, const Program& program, size_t index) {
        const Outcome outcome = bench_.run(*ways_[way].prepared, index);
        const std::string where = ways_[way].name + ": ";
        std::vector<std::string> codes = outcome.findings;
        if (!outcome.code.empty()) codes.push_back(outcome.code);
        for (const std::string& code : codes) {
            if (code == "TW9000") fault("TW9000", where + outcome.text);
            if (!has_page(code)) fault("a code without a page", where + code + "\n" + outcome.text);
        }
        if (outcome.bystander_touched && !program.far)
            fault("a core outside the program was changed", where + outcome.name());
        return outcome;
    }
    Outcome run_again(size_t way, const Program& program, size_t index) { return run(way, program, index); }

    void same_again(const Outcome& once, const Outcome& twice) {
        // How far a kernel gets in its time is the machine's business.
        const bool late = once.code == "TW2604" || twice.code == "TW2604";
        if (late || (once.text == twice.text && once.kind == twice.kind)) return;
        fault("not the same again",
              fmt::format("first: {}\n{}\nsecond: {}\n{}", once.name(), once.text, twice.name(), twice.text));
    }

    void compare(const Outcome& strict, const Outcome& other, size_t way) {
        if (!strict.clean()) return;
        const std::string both = fmt::format("strict: {}\n{}\n{}: {}\n{}", strict.name(), strict.text, ways_[way].name,
                                             other.name(), other.text);
        if (strict.kind == Outcome::Kind::Hang) {
            if (other.kind == Outcome::Kind::Finished) fault("finishes what hangs", both);
            return;
        }
        if (other.kind != Outcome::Kind::Finished || !other.findings.empty()) return fault("does not finish", both);
        if (other.out != strict.out) fault("another output", both);
    }

    void fault(const std::string& what, const std::string& details) {
        if (!verdict_.fault.empty()) return;
        verdict_.fault = what;
        verdict_.details = details;
    }

    Bench& bench_;
    std::vector<Way> ways_;
    Verdict verdict_;
};

}  // namespace

void judge_all(const Setting& setting, const std::vector<Program>& programs, size_t first,
               const std::function<void(size_t)>& begins, const std::function<void(size_t, const Verdict&)>& ends) {
    Bench bench(setting, programs);
    Judge judge(bench, setting);
    for (size_t i = first; i < programs.size(); ++i) {
        begins(i);
        ends(i, judge.judge(programs[i], i));
    }
}

}  // namespace tilewright::fuzz::programs
