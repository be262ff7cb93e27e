// The container of the golden vectors: a damaged one is refused with a word; of a good one every tensor can be read.
#include "fuzz/target.hpp"
#include "unit/tile/golden.hpp"

FUZZ_TARGET(golden) {
    using namespace tilewright::tile::test;
    // The text of the cases, and tiles as large as its first byte says.
    const size_t tiles = input.empty() ? 0 : input[0] * size_t{64};
    try {
        const Golden golden =
            parse_golden(text_of(input.subspan(std::min<size_t>(input.size(), 1))), std::vector<uint8_t>(tiles));
        for (const GoldenCase& one : golden.cases)
            for (const auto& [role, tensor] : one.tensors) bytes_of(golden, tensor);
    } catch (const std::bad_alloc&) {
        throw;
    } catch (const std::exception&) {  // the reader's or the JSON parser's word about it
    }
}
