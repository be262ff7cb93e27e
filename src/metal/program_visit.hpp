// Looking at programs on their way to the card, before their kernels are built.
#pragma once

#include <functional>

#include "program/descriptor.hpp"

namespace tilewright::metal {

// While one is alive, every program that is enqueued passes it first; a visitor that returns true has seen enough, and
// the program is neither built nor run.
class ProgramVisit {
public:
    using Visitor = std::function<bool(const program::ProgramDescriptor& program)>;
    explicit ProgramVisit(Visitor visitor);
    ~ProgramVisit();
    ProgramVisit(const ProgramVisit&) = delete;
    ProgramVisit& operator=(const ProgramVisit&) = delete;
    // Asked by whoever is about to run a program.
    static bool seen(const program::ProgramDescriptor& program);
};

}  // namespace tilewright::metal
