// A batch of random programs on a card: its kernels hold every body, an argument of each chooses one.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "card/buffer.hpp"
#include "engine/run.hpp"
#include "fuzz/programs/grammar.hpp"

namespace tilewright::fuzz::programs {

// How a run ended, and what it left in the output.
struct Outcome {
    enum class Kind { Finished, Finding, Hang } kind = Kind::Finished;
    std::string code;                   // of the finding or the hang
    std::vector<std::string> findings;  // codes of what was said besides
    std::string text;                   // all of it
    std::vector<uint8_t> out;
    bool bystander_touched = false;  // L1 of a core that has no part in the program

    bool clean() const { return findings.empty() && kind != Kind::Finding; }
    std::string name() const;  // "finished", "TW2102", "hang TW1001", with the findings besides
};

class Bench {
public:
    Bench(const Setting& setting, std::vector<Program> programs);
    // Builds the kernels; throws where they do not build.
    std::shared_ptr<engine::PreparedProgram> prepare(const engine::RunOptions& options);
    Outcome run(engine::PreparedProgram& prepared, size_t program);

    // The three kernels of a batch, and which of the bodies in each every program has.
    struct Sources {
        std::string reader, compute, writer;
        std::vector<uint32_t> chosen[3];
    };
    static Sources sources(const std::vector<Program>& programs);

private:
    void reset(bool everywhere);
    program::ProgramDescriptor descriptor(size_t program) const;

    Setting setting_;
    std::vector<Program> programs_;
    Sources sources_;
    std::shared_ptr<card::Card> card_;
    std::unique_ptr<card::Buffer> in_, second_, out_;
    std::vector<uint8_t> data_;
};

}  // namespace tilewright::fuzz::programs
