// What a kernel thread is called wherever one is named: reports, findings, ledgers, documents, JSON.
//
// A name is the processor and, on the two that move data, what the kernel there is for: "NCRISC reader", "BRISC
// move_pages". Which of the two reads and which writes is the program's choice, so the processor alone says nothing
// about it.
#pragma once

#include <string>

#include "program/descriptor.hpp"
#include "tw/abi.h"

namespace tilewright::program {

// Whether a thread of the kernel runs there; a compute kernel's on the three of its own, and on the three in one.
bool runs_on(const KernelDescriptor& kernel, TwProcessor processor);
// BRISC, NCRISC, UNPACK, MATH, PACK; "compute" for the three in one.
const char* processor_name(TwProcessor processor);
// "compute"; of the others the role that the host gave, the kernel's own name, or what the file's name says: reader,
// writer, or the name itself. Empty: an inline kernel of which nothing is known.
std::string role_of(const KernelDescriptor& kernel);
std::string thread_name(const KernelDescriptor& kernel, TwProcessor processor);
// Of the thread that runs there, or the processor alone where the program has none.
std::string thread_name(const ProgramDescriptor& program, const LogicalCore& core, TwProcessor processor);

}  // namespace tilewright::program
