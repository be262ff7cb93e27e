// Questions the compute calls ask in strict mode; src/checks answers them. Each reports at most a finding and goes on.
#pragma once

#include <cstdint>

#include "card/tensix.hpp"

namespace tilewright::calls {

struct ComputeHooks {
    // A tile call on a unit that is initialised for a variant of the operation other than the one called.
    static void initialised_for(const char* unit, const char* call, const char* wanted, const char* found);
    // A unit reads or writes `cb` while configured for another format.
    static void format_differs(const char* unit, uint32_t cb, tile::DataFormat configured, tile::DataFormat of_cb);
    static void reduce_mask_left(uint32_t cb, uint32_t dst_index, card::MathOp written_by);
    static void dst_outside_section(const char* call, uint32_t dst_index);
    static void pack_before_commit(const char* call, const card::Dst& dst);
    static void nested_acquire();
    // A tile is computed with or packed that nothing has put into DST since the section was acquired.
    static void dst_never_written(const char* call, uint32_t dst_index);
    // UNPACK reads a page beyond those it has waited for; PACK writes one beyond those it has reserved.
    static void unpack_beyond_pages(const char* call, uint32_t cb, uint32_t page, uint32_t waited);
    static void pack_beyond_pages(const char* call, uint32_t cb, uint32_t page, uint32_t reserved);
    static void beyond_buffer(const char* call, uint32_t cb, uint32_t address, uint32_t bytes, uint32_t limit);
};

}  // namespace tilewright::calls
