// From page numbers to NoC addresses: address construction and the interleaved address generators.
// Page p of an interleaved buffer is in bank p mod N at slot p / N.
#pragma once

#include <stdint.h>

#include <type_traits>
#include <utility>

#include "api/alignment.h"
#include "tw/tensix_types.h"
#include "tw/dataflow/identity.h"
#include "tw/dataflow/memory_map.h"
#include "tw/dataflow/noc_address.h"

namespace interleaved_addr_gen {

// Timed builds divide by a constant, as the card's do: the machine's numbers, which a smaller grid may undercut.
template <bool DRAM>
FORCE_INLINE uint32_t bank_count() {
#ifdef TW_TIMED
    if (DRAM) return TW_CARD_DRAM_BANKS;
    if (tw_self->num_l1_banks == TW_CARD_L1_BANKS) [[likely]]
        return TW_CARD_L1_BANKS;
#endif
    return DRAM ? tw_self->num_dram_banks : tw_self->num_l1_banks;
}
template <bool DRAM>
FORCE_INLINE uint32_t get_bank_offset_index(uint32_t id) {
    return id / bank_count<DRAM>();
}
template <bool DRAM>
FORCE_INLINE uint32_t get_bank_index(uint32_t id, uint32_t bank_offset_index) {
    return id - bank_offset_index * bank_count<DRAM>();
}
template <bool DRAM>
FORCE_INLINE uint32_t get_noc_xy(uint32_t bank_index, uint8_t noc = TW_DEFAULT_NOC) {
    return (DRAM ? tw_self->dram_bank_to_noc_xy : tw_self->l1_bank_to_noc_xy)[noc][bank_index];
}
template <bool DRAM>
FORCE_INLINE uint32_t get_bank_offset(uint32_t bank_index) {
    return (uint32_t)(DRAM ? tw_self->bank_to_dram_offset : tw_self->bank_to_l1_offset)[bank_index];
}
template <bool DRAM>
FORCE_INLINE constexpr uint32_t get_allocator_alignment() {
    return DRAM ? DRAM_ALIGNMENT : L1_ALIGNMENT;
}
template <bool DRAM>
FORCE_INLINE constexpr uint32_t get_log_base2_of_allocator_alignment() {
    return DRAM ? LOG_BASE_2_OF_DRAM_ALIGNMENT : LOG_BASE_2_OF_L1_ALIGNMENT;
}

}  // namespace interleaved_addr_gen

namespace tw {

// A bank's own start and a place in it.
template <bool DRAM>
FORCE_INLINE uint32_t address_in_bank(uint32_t bank, uint32_t place) {
    return interleaved_addr_gen::get_bank_offset<DRAM>(bank) + place;
}

// What a page of 2^log2_page bytes takes: at least one unit of the memory's alignment.
template <bool DRAM>
FORCE_INLINE constexpr uint32_t pow2_slot_bytes(uint32_t log2_page) {
    const uint32_t page = 1u << log2_page, unit = interleaved_addr_gen::get_allocator_alignment<DRAM>();
    return page < unit ? unit : page;
}

// Strict builds tell the engine which page of which tensor an address stands for.
FORCE_INLINE uint64_t page_address(uint64_t address, [[maybe_unused]] uint32_t base, [[maybe_unused]] uint32_t page,
                                   [[maybe_unused]] uint32_t page_bytes, [[maybe_unused]] uint32_t offset,
                                   [[maybe_unused]] uint32_t flags) {
#if defined(TW_STRICT) && !defined(TW_TIMED)  // the clock times what the card would do
    return tw_page_address(address, base, page, page_bytes, offset, flags);
#else
    return address;
#endif
}

// The slot of page `id` holds `slot_bytes` (already aligned).
template <bool DRAM>
FORCE_INLINE uint64_t interleaved_noc_addr(uint32_t id, uint32_t slot_bytes, uint32_t base, uint32_t offset,
                                           uint8_t noc) {
    const uint32_t slot = interleaved_addr_gen::get_bank_offset_index<DRAM>(id);
    const uint32_t bank = interleaved_addr_gen::get_bank_index<DRAM>(id, slot);
    const uint32_t local = address_in_bank<DRAM>(bank, slot * slot_bytes + base + offset);
    return page_address(((uint64_t)interleaved_addr_gen::get_noc_xy<DRAM>(bank, noc) << NOC_ADDR_COORD_SHIFT) | local,
                        base, id, slot_bytes, offset, DRAM ? TW_PAGE_DRAM : 0);
}

}  // namespace tw

// Bytes of `index` tiles of tile_hw datums.
template <uint32_t tile_hw = 1024>
FORCE_INLINE constexpr uint32_t MUL_WITH_TILE_SIZE(unsigned format, unsigned index) {
    return tw::tile_bytes((DataFormat)format, tile_hw) * index;
}

// ---- what a type must offer to be used as an address generator ----------------------------------------------------
template <typename, typename = void>
inline constexpr bool has_get_noc_addr_v = false;
template <typename T>
inline constexpr bool
    has_get_noc_addr_v<T, std::void_t<decltype(std::declval<T>().get_noc_addr(
                              std::declval<uint32_t>(), std::declval<uint32_t>(), std::declval<uint8_t>()))>> = true;
template <typename, typename = void>
inline constexpr bool has_page_size_v = false;
template <typename T>
inline constexpr bool has_page_size_v<T, std::void_t<decltype(std::declval<T>().page_size)>> = true;
template <typename, typename = void>
inline constexpr bool has_get_aligned_page_size_v = false;
template <typename T>
inline constexpr bool has_get_aligned_page_size_v<T, std::void_t<decltype(std::declval<T>().get_aligned_page_size())>> =
    true;
template <typename, typename = void>
inline constexpr bool has_log_base_2_of_page_size_v = false;
template <typename T>
inline constexpr bool
    has_log_base_2_of_page_size_v<T, std::void_t<decltype(std::declval<T>().log_base_2_of_page_size)>> = true;
template <typename T>
inline constexpr bool has_required_addrgen_traits_v =
    has_get_noc_addr_v<T> && (has_get_aligned_page_size_v<T> || has_page_size_v<T> || has_log_base_2_of_page_size_v<T>);

// ---- addresses ------------------------------------------------------------------------------------------------------
FORCE_INLINE uint64_t get_noc_multicast_addr(uint32_t noc_x_start, uint32_t noc_y_start, uint32_t noc_x_end,
                                             uint32_t noc_y_end, uint32_t addr,
                                             [[maybe_unused]] uint8_t noc = TW_DEFAULT_NOC) {
    return NOC_MULTICAST_ADDR(noc_x_start, noc_y_start, noc_x_end, noc_y_end, addr);
}
FORCE_INLINE uint64_t get_noc_addr(uint32_t noc_x, uint32_t noc_y, uint32_t addr,
                                   [[maybe_unused]] uint8_t noc = TW_DEFAULT_NOC) {
    return NOC_XY_ADDR(noc_x, noc_y, addr);
}
FORCE_INLINE uint64_t get_noc_addr(uint32_t addr, uint8_t noc = TW_DEFAULT_NOC) {
    return NOC_XY_ADDR(tw_self->my_x[noc], tw_self->my_y[noc], addr);
}
FORCE_INLINE uint64_t get_noc_addr_helper(uint32_t noc_xy, uint32_t addr) {
    return ((uint64_t)noc_xy << NOC_ADDR_COORD_SHIFT) | addr;
}
FORCE_INLINE uint64_t get_dram_noc_addr(uint32_t id, uint32_t page_size, uint32_t bank_base_address,
                                        uint32_t offset = 0, uint8_t noc = TW_DEFAULT_NOC) {
    return tw::interleaved_noc_addr<true>(id, align_power_of_2(page_size, DRAM_ALIGNMENT), bank_base_address, offset,
                                          noc);
}
FORCE_INLINE uint64_t get_l1_noc_addr(uint32_t id, uint32_t page_size, uint32_t bank_base_address, uint32_t offset = 0,
                                      uint8_t noc = TW_DEFAULT_NOC) {
    return tw::interleaved_noc_addr<false>(id, align_power_of_2(page_size, L1_ALIGNMENT), bank_base_address, offset,
                                           noc);
}
template <bool DRAM>
FORCE_INLINE uint64_t get_noc_addr_from_bank_id(uint32_t bank_id, uint32_t bank_address_offset,
                                                uint8_t noc = TW_DEFAULT_NOC) {
    const uint32_t local = bank_address_offset + interleaved_addr_gen::get_bank_offset<DRAM>(bank_id);
    return get_noc_addr_helper(interleaved_addr_gen::get_noc_xy<DRAM>(bank_id, noc), local);
}
inline bool is_l1_address(uint64_t addr) { return NOC_LOCAL_ADDR_OFFSET(addr) < (uint64_t)MEM_L1_SIZE; }

// ---- generators ----------------------------------------------------------------------------------------------------
// Aggregates: kernels fill them with designated initialisers.
template <bool DRAM>
struct InterleavedAddrGen {
    static constexpr bool is_dram = DRAM;
    uint32_t bank_base_address;
    uint32_t page_size;
    uint32_t aligned_page_size = align_power_of_2(page_size, interleaved_addr_gen::get_allocator_alignment<DRAM>());

    FORCE_INLINE uint32_t get_addr(uint32_t, uint32_t bank_offset_index, uint32_t bank_index,
                                   uint32_t offset = 0) const {
        return tw::address_in_bank<DRAM>(bank_index,
                                         bank_offset_index * aligned_page_size + bank_base_address + offset);
    }
    FORCE_INLINE uint64_t get_noc_addr(uint32_t id, uint32_t offset = 0, uint8_t noc = TW_DEFAULT_NOC) const {
        return tw::interleaved_noc_addr<DRAM>(id, aligned_page_size, bank_base_address, offset, noc);
    }
};

// Pages of a power of two. On the card the two differ in speed only.
template <bool DRAM>
struct InterleavedPow2AddrGen {
    static constexpr bool is_dram = DRAM;
    uint32_t bank_base_address;
    uint32_t log_base_2_of_page_size;

    FORCE_INLINE uint32_t slot_bytes() const { return tw::pow2_slot_bytes<DRAM>(log_base_2_of_page_size); }
    FORCE_INLINE uint64_t get_noc_addr(uint32_t id, uint32_t offset = 0, uint8_t noc = TW_DEFAULT_NOC) const {
        return tw::interleaved_noc_addr<DRAM>(id, slot_bytes(), bank_base_address, offset, noc);
    }
    FORCE_INLINE uint32_t get_addr(uint32_t, uint32_t bank_offset_index, uint32_t bank_index,
                                   uint32_t offset = 0) const {
        return tw::address_in_bank<DRAM>(bank_index, bank_offset_index * slot_bytes() + bank_base_address + offset);
    }
};
template <bool DRAM>
struct InterleavedPow2AddrGenFast {
    static constexpr bool is_dram = DRAM;
    uint32_t bank_base_address;
    uint32_t log_base_2_of_page_size;

    FORCE_INLINE uint32_t slot_bytes() const { return tw::pow2_slot_bytes<DRAM>(log_base_2_of_page_size); }
    FORCE_INLINE uint64_t get_noc_addr(uint32_t id, uint32_t offset = 0, uint8_t noc = TW_DEFAULT_NOC) const {
        return tw::interleaved_noc_addr<DRAM>(id, slot_bytes(), bank_base_address, offset, noc);
    }
    FORCE_INLINE uint32_t get_addr(uint32_t, uint32_t bank_offset_index, uint32_t bank_index,
                                   uint32_t offset = 0) const {
        return tw::address_in_bank<DRAM>(bank_index, bank_offset_index * slot_bytes() + bank_base_address + offset);
    }
};

// Slots are tiles of the data format; `page_size` is what one read or write moves.
template <bool DRAM, uint32_t tile_hw = 1024>
struct InterleavedAddrGenFast {
    static constexpr bool is_dram = DRAM;
    uint32_t bank_base_address;
    uint32_t page_size;
    DataFormat data_format;

    // Not rounded up: whole tiles are aligned as they are, and the card does not look at anything else.
    FORCE_INLINE uint32_t slot_bytes() const { return tw::tile_bytes(data_format, tile_hw); }
    FORCE_INLINE uint32_t get_addr(uint32_t, uint32_t bank_offset_index, uint32_t bank_index,
                                   uint32_t offset = 0) const {
        return tw::address_in_bank<DRAM>(bank_index, bank_offset_index * slot_bytes() + bank_base_address + offset);
    }
    FORCE_INLINE uint64_t get_noc_addr(uint32_t id, uint32_t offset = 0, uint8_t noc = TW_DEFAULT_NOC) const {
        return tw::interleaved_noc_addr<DRAM>(id, slot_bytes(), bank_base_address, offset, noc);
    }
};

template <typename AddrGen, std::enable_if_t<has_get_noc_addr_v<AddrGen>, int> = 0>
FORCE_INLINE uint64_t get_noc_addr(uint32_t id, const AddrGen& addrgen, uint32_t offset = 0,
                                   uint8_t noc = TW_DEFAULT_NOC) {
    return addrgen.get_noc_addr(id, offset, noc);
}

// The generator for pages of `bytes`, or of 2^`log2_bytes` if `is_size_pow2`.
template <bool DRAM, bool is_size_pow2>
FORCE_INLINE auto get_interleaved_addr_gen(uint32_t base_addr, uint32_t bytes, uint32_t log2_bytes) {
    using Generator = std::conditional_t<is_size_pow2, InterleavedPow2AddrGen<DRAM>, InterleavedAddrGen<DRAM>>;
    return Generator{base_addr, is_size_pow2 ? log2_bytes : bytes};
}
// One number: whichever of the two it takes.
template <bool DRAM, bool is_size_pow2>
FORCE_INLINE auto get_interleaved_addr_gen(uint32_t base_addr, uint32_t either) {
    return get_interleaved_addr_gen<DRAM, is_size_pow2>(base_addr, either, either);
}
template <bool DRAM, uint32_t page_size>
FORCE_INLINE auto get_interleaved_addr_gen(uint32_t base_addr) {
    return get_interleaved_addr_gen<DRAM, is_power_of_2(page_size)>(base_addr, page_size,
                                                                    (uint32_t)__builtin_ctz(page_size));
}
