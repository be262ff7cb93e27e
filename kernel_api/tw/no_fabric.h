// The fabric between cards, which one card does not have: the names that kernels use beside other ways. A call that is
// left is refused; a name that is not here is one of the fabric's, too.
#pragma once

#include "tw/card_types.h"

#define TW_NO_FABRIC TW_REFUSED("the fabric between cards is not supported")

namespace tt::tt_fabric {

struct PacketHeader {
    template <class... What>
    TW_NO_FABRIC PacketHeader* to_chip_unicast(What&&...) volatile;
    template <class... What>
    TW_NO_FABRIC PacketHeader* to_chip_multicast(What&&...) volatile;
    template <class... What>
    TW_NO_FABRIC PacketHeader* to_noc_unicast_write(What&&...) volatile;
    template <class... What>
    TW_NO_FABRIC PacketHeader* to_noc_unicast_atomic_inc(What&&...) volatile;
};

struct WorkerToFabricEdmSender {
    template <auto... how, class... What>
    TW_NO_FABRIC static WorkerToFabricEdmSender build_from_args(What&&...);
    template <auto... how, class... What>
    TW_NO_FABRIC void open(What&&...);
    template <auto... how, class... What>
    TW_NO_FABRIC void close(What&&...);
    template <class... What>
    TW_NO_FABRIC void wait_for_empty_write_slot(What&&...);
    template <auto... how, class... What>
    TW_NO_FABRIC void send_payload_flush_blocking_from_address(What&&...);
    template <auto... how, class... What>
    TW_NO_FABRIC void send_payload_without_header_non_blocking_from_address(What&&...);
};

struct RoutingPlaneConnectionManager {
    template <auto... how, class... What>
    TW_NO_FABRIC static RoutingPlaneConnectionManager build_from_args(What&&...);
};

}  // namespace tt::tt_fabric

#define PACKET_HEADER_TYPE tt::tt_fabric::PacketHeader

struct FabricConnectionManager {
    template <auto... how, class... What>
    TW_NO_FABRIC static FabricConnectionManager build_from_args(What&&...);
    TW_NO_FABRIC bool is_logically_connected() const;
    TW_NO_FABRIC bool has_forward_connection() const;
    TW_NO_FABRIC bool has_backward_connection() const;
    TW_NO_FABRIC tt::tt_fabric::WorkerToFabricEdmSender& get_forward_connection();
    TW_NO_FABRIC tt::tt_fabric::WorkerToFabricEdmSender& get_backward_connection();
    template <auto... how, class... What>
    TW_NO_FABRIC void open(What&&...);
    template <auto... how, class... What>
    TW_NO_FABRIC void close(What&&...);
};

struct PacketHeaderPool {
    template <class... What>
    TW_NO_FABRIC static volatile PACKET_HEADER_TYPE* allocate_header(What&&...);
    template <class... What>
    TW_NO_FABRIC static uint8_t allocate_header_n(What&&...);
};
