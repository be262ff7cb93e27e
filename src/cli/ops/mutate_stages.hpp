// tilewright mutate NAME --stages: do the stages of an op notice mistakes in its kernels and in its formula?
#pragma once

#include <cstdint>
#include <string>

#include "cli/command.hpp"

namespace tilewright::cli {

// `name`: a spec, the folder of an op, or the name of one. 1 where less than 98 of 100 mutants are red.
int mutate_stages(const std::string& name, uint32_t most, uint64_t seed, Context& context);

}  // namespace tilewright::cli
