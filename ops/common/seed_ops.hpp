// The ops that ship with Tilewright: the folders that ops/ops.txt names.
#pragma once

#include <string>
#include <vector>

#include "workshop/op/op_case.hpp"

namespace tilewright::ops {

// In the order of ops.txt. The first call registers them.
std::vector<workshop::Op> seed_ops();
// The one of that name, which must be among them.
workshop::Op seed_op(const std::string& name);

// What each op's <op>_entry.cpp exports; the build writes the list.
using Entry = void (*)(workshop::OpDefinition&);
std::vector<Entry> entries();

}  // namespace tilewright::ops
