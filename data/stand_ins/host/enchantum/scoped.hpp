// Stand-in for enchantum's names of values with their enumeration in front.
#pragma once

#include "enchantum/enchantum.hpp"

namespace enchantum::scoped {

template <typename E>
constexpr std::string_view to_string(E) {
    return {};
}

}  // namespace enchantum::scoped
