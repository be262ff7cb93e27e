// noc_traits_t of operands that are this core's own memory at an address plus offset_bytes. Data movement only.
#pragma once

#include "api/dataflow/noc.h"

namespace tw {

struct OffsetArgs {
    uint32_t offset_bytes{};
};
struct OffsetMcastArgs {
    uint32_t noc_x_start{};
    uint32_t noc_y_start{};
    uint32_t noc_x_end{};
    uint32_t noc_y_end{};
    uint32_t offset_bytes{};
};

// `Traits` gives source_address(T) and destination_address(T).
template <typename T, typename Traits>
struct LocalNocTraits {
    using src_args_type = OffsetArgs;
    using dst_args_type = OffsetArgs;
    using dst_args_mcast_type = OffsetMcastArgs;

    template <Noc::AddressType address_type>
    static uint32_t src_addr(const T& src, const Noc&, const src_args_type& args) {
        static_assert(
            address_type == Noc::AddressType::LOCAL_L1,
            "a local buffer is the local side of a transfer: the source of a write, the destination of a read");
        return Traits::source_address(src) + args.offset_bytes;
    }
    template <Noc::AddressType address_type>
    static uint32_t dst_addr(const T& dst, const Noc&, const dst_args_type& args) {
        static_assert(
            address_type == Noc::AddressType::LOCAL_L1,
            "a local buffer is the local side of a transfer: the source of a write, the destination of a read");
        return Traits::destination_address(dst) + args.offset_bytes;
    }
    // The same address on every core of a rectangle.
    template <Noc::AddressType address_type>
    static uint64_t dst_addr_mcast(const T& dst, const Noc& noc, const dst_args_mcast_type& args) {
        static_assert(address_type == Noc::AddressType::NOC, "a rectangle of cores is no local memory");
        return ::get_noc_multicast_addr(args.noc_x_start, args.noc_y_start, args.noc_x_end, args.noc_y_end,
                                        Traits::destination_address(dst) + args.offset_bytes, noc.get_noc_id());
    }
};

}  // namespace tw
