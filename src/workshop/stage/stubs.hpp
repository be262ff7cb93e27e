// Stub kernels of a CB plan: the reader pushes, compute passes every CB's pages on, the writer drains, each by the
// plan's page counts and with no data. They show that the plan's CBs and cores work before there are real kernels.
#pragma once

#include <string>

#include "program/descriptor.hpp"
#include "workshop/op/row_program.hpp"

namespace tilewright::workshop {

struct StubSources {
    std::string reader, compute, writer;
};
// Who fills and who empties a CB is the first word of the plan's producer and consumer.
StubSources stub_sources(const OpPlan& plan);

// The op's program with stub kernels in place of its own. Each core does as many rounds as it has tile-rows, told by
// `rounds` (in the order of `WorkSplit::shares`).
program::ProgramDescriptor with_stubs(program::ProgramDescriptor program, const OpPlan& plan,
                                      const std::vector<std::pair<LogicalCore, uint32_t>>& rounds);

}  // namespace tilewright::workshop
