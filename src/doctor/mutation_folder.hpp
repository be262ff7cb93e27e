// Mutants of the programs of a script: the folder through which the command and the script's process speak. The script
// runs, and before each program that is new its mutants are judged; what only the script itself can judge is stored.
// Then it runs again with one stored program in place of its own, and its exit status is the judgement.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "doctor/mutate.hpp"

namespace tilewright::doctor {

class MutationFolder {
public:
    explicit MutationFolder(std::filesystem::path path) : path_(std::move(path)) {}

    void ask(const MutationChoice& choice) const;
    MutationChoice choice() const;

    // What was made of one program of the script.
    struct Part {
        size_t number = 0;  // the how manieth new program of the script it is
        std::string name;
        MutationReport report;
        std::string refused;  // why there are no mutants: a finding, as text
        // Stored programs by index in the report's results: mutants that broke no rule; of fixes that leave other bytes
        // each with its alternatives.
        std::map<size_t, std::string> unnoticed;
        std::map<size_t, std::vector<std::vector<std::string>>> fixes;
    };
    void write(size_t number, const std::string& name, const MutationReport& report) const;
    void write_refusal(size_t number, const std::string& name, const std::string& why) const;
    std::vector<Part> read() const;

    // From now on that program of the script is the stored one; empty: its own.
    void replace(size_t number, const std::string& stored) const;
    struct Replacement {
        size_t number = 0;
        program::ProgramDescriptor program;
    };
    std::optional<Replacement> replacement() const;

private:
    std::filesystem::path path_;

    std::string store(const std::string& name, const program::ProgramDescriptor& program) const;
};

// In the script's process, before a program runs: judges its mutants, or says what is to be run in its place.
std::optional<program::ProgramDescriptor> mutate_on_the_way(card::Card& card, const program::ProgramDescriptor& program,
                                                            const engine::RunOptions& options);

}  // namespace tilewright::doctor
