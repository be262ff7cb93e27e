// The golden vectors in memory: cases with their settings, and the tiles they point into.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "tile/formats/format.hpp"

namespace tilewright::tile::test {

struct GoldenTensor {
    DataFormat format;
    uint32_t tiles;
    std::vector<uint32_t> offsets;  // one per tile, or a single one for row-major data
};

struct GoldenCase {
    std::string id, op, broadcast, pool, dim, dest_reuse, fidelity, dst, llk;
    DataFormat in_format, out_format;
    DataFormat register_format;  // Invalid: the L1 format
    uint32_t k = 1;
    std::map<std::string, GoldenTensor> tensors;
};

struct Golden {
    std::vector<GoldenCase> cases;
    std::vector<uint8_t> tiles;
};

// Cases (JSON) and the tiles they point into; throws what is wrong with them.
Golden parse_golden(const std::string& cases, std::vector<uint8_t> tiles);
// Reads tests/data/golden once; throws when it is missing or damaged.
const Golden& golden();
// The bytes of a tensor, tile after tile.
std::vector<uint8_t> bytes_of(const GoldenTensor& tensor);
std::vector<uint8_t> bytes_of(const Golden& of, const GoldenTensor& tensor);

}  // namespace tilewright::tile::test
