// Which vector targets this processor has, best first.
#include "tile/fpu/tables.hpp"

namespace tilewright::tile {

const std::vector<SimdTarget>& simd_targets() {
    static const std::vector<SimdTarget> targets = [] {
        const std::vector<NamedTable> floats = float_simd_tables(), cards = card_simd_tables();
        std::vector<SimdTarget> all;
        for (size_t i = 0; i < floats.size(); ++i) all.push_back({floats[i].name, floats[i].table, cards[i].table});
        return all;
    }();
    return targets;
}

}  // namespace tilewright::tile
