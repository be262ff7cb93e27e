// Architectures a program may ask about.
#pragma once

#include <cstdint>
#include <ostream>
#include <string>

namespace tt {

enum class ARCH { WORMHOLE_B0, BLACKHOLE, QUASAR, Invalid };

std::string arch_to_str(ARCH arch);               // "wormhole_b0"
ARCH arch_from_str(const std::string& arch_str);  // ARCH::Invalid when unknown
std::string get_string_lowercase(ARCH arch);
std::ostream& operator<<(std::ostream& os, ARCH arch);

}  // namespace tt
