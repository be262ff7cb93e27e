// The visitor that is there now.
#include "metal/program_visit.hpp"

#include <utility>

namespace tilewright::metal {

namespace {
ProgramVisit::Visitor current;
}

ProgramVisit::ProgramVisit(Visitor visitor) { current = std::move(visitor); }
ProgramVisit::~ProgramVisit() { current = nullptr; }
bool ProgramVisit::seen(const program::ProgramDescriptor& program) { return current && current(program); }

}  // namespace tilewright::metal
