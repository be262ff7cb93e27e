// A machine's file as text, for who has no file of it.
#pragma once

#include <string>

#include "card/arch.hpp"

namespace tilewright::card {

// `path` is what messages call it, and says the machine's name.
Arch parse_arch(const std::string& text, const std::string& path);

}  // namespace tilewright::card
