// Operands of Noc transfers that are places: a core, a rectangle of cores, an allocator bank. The operand itself is
// empty; where it is comes with each transfer, the same way for sources and destinations.
#pragma once

#include "api/dataflow/noc.h"

namespace tw {

struct CorePlace {
    static constexpr bool may_be_local = true;
    uint32_t noc_x{}, noc_y{}, addr{};
    uint64_t seen_from(uint8_t noc) const { return ::get_noc_addr(noc_x, noc_y, addr, noc); }
};

struct RectanglePlace {
    static constexpr bool may_be_local = false;
    uint32_t noc_x_start{}, noc_y_start{}, noc_x_end{}, noc_y_end{}, addr{};
    uint64_t seen_from(uint8_t noc) const {
        const uint32_t left = noc_x_start, top = noc_y_start, right = noc_x_end, bottom = noc_y_end;
        return ::get_noc_multicast_addr(left, top, right, bottom, addr, noc);
    }
};

template <bool DRAM>
struct BankPlace {
    static constexpr bool may_be_local = false;
    uint32_t bank_id{}, addr{};
    uint64_t seen_from(uint8_t noc) const { return ::get_noc_addr_from_bank_id<DRAM>(bank_id, addr, noc); }
};

template <Noc::AddressType kind, typename Place>
auto address_of(const Place& place, const Noc& noc) {
    constexpr bool local = kind == Noc::AddressType::LOCAL_L1;
    static_assert(!local || Place::may_be_local, "banks and rectangles of cores are no local memory");
    if constexpr (local) {
        return place.addr;
    } else {
        return place.seen_from(noc.get_noc_id());
    }
}

// Traits of an operand that is one place, at either end of a transfer.
template <typename Endpoint, typename Place>
struct PlacedNocTraits {
    using src_args_type = Place;
    using dst_args_type = Place;

    template <Noc::AddressType kind>
    static auto src_addr(const Endpoint&, const Noc& noc, const Place& place) {
        return address_of<kind>(place, noc);
    }
    template <Noc::AddressType kind>
    static auto dst_addr(const Endpoint&, const Noc& noc, const Place& place) {
        return address_of<kind>(place, noc);
    }
};

}  // namespace tw

struct UnicastEndpoint {
    uint64_t get_noc_unicast_addr(uint32_t noc_x, uint32_t noc_y, uint32_t addr, uint8_t noc) const {
        return tw::CorePlace{noc_x, noc_y, addr}.seen_from(noc);
    }
};
template <>
struct noc_traits_t<UnicastEndpoint> : tw::PlacedNocTraits<UnicastEndpoint, tw::CorePlace> {};

enum class AllocatorBankType { L1, DRAM };
template <AllocatorBankType bank_type>
struct AllocatorBank {
    using Place = tw::BankPlace<bank_type == AllocatorBankType::DRAM>;
    uint64_t get_noc_addr_from_bank_id(uint32_t bank_id, uint32_t addr, uint8_t noc) const {
        return Place{bank_id, addr}.seen_from(noc);
    }
};
template <AllocatorBankType bank_type>
struct noc_traits_t<AllocatorBank<bank_type>>
    : tw::PlacedNocTraits<AllocatorBank<bank_type>, typename AllocatorBank<bank_type>::Place> {};

// A rectangle is written to, never read.
struct MulticastEndpoint {
    uint64_t get_noc_multicast_addr(uint32_t noc_x_start, uint32_t noc_y_start, uint32_t noc_x_end, uint32_t noc_y_end,
                                    uint32_t addr, uint8_t noc) const {
        return tw::RectanglePlace{noc_x_start, noc_y_start, noc_x_end, noc_y_end, addr}.seen_from(noc);
    }
};
template <>
struct noc_traits_t<MulticastEndpoint> {
    using dst_args_mcast_type = tw::RectanglePlace;
    template <Noc::AddressType kind>
    static auto dst_addr_mcast(const MulticastEndpoint&, const Noc& noc, const tw::RectanglePlace& place) {
        return tw::address_of<kind>(place, noc);
    }
};
