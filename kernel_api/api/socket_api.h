// Sockets between cards: their names; a call that is left is refused.
#pragma once

#include "tw/card_types.h"

#define TW_NO_SOCKET TW_REFUSED("no sockets between cards (api/socket_api.h)")

struct SocketSenderInterface {
    uint32_t config_addr, write_ptr, bytes_sent, page_size, downstream_fifo_total_size;
};
struct SocketReceiverInterface {
    uint32_t config_addr, read_ptr, bytes_acked, page_size, fifo_addr, fifo_total_size;
};

TW_NO_SOCKET SocketSenderInterface create_sender_socket_interface(uint32_t config_addr);
TW_NO_SOCKET SocketReceiverInterface create_receiver_socket_interface(uint32_t config_addr);
TW_NO_SOCKET void set_sender_socket_page_size(SocketSenderInterface& socket, uint32_t page_size);
TW_NO_SOCKET void set_receiver_socket_page_size(SocketReceiverInterface& socket, uint32_t page_size);
TW_NO_SOCKET void socket_reserve_pages(const SocketSenderInterface& socket, uint32_t num_pages);
TW_NO_SOCKET void socket_push_pages(SocketSenderInterface& socket, uint32_t num_pages);
template <class... Rest>
TW_NO_SOCKET void socket_notify_receiver(const SocketSenderInterface& socket, Rest...);
TW_NO_SOCKET void socket_barrier(const SocketSenderInterface& socket);
template <class... Rest>
TW_NO_SOCKET bool socket_wait_for_pages(const SocketReceiverInterface& socket, uint32_t num_pages, Rest...);
TW_NO_SOCKET void socket_pop_pages(SocketReceiverInterface& socket, uint32_t num_pages);
TW_NO_SOCKET void assign_local_cb_to_socket(const SocketReceiverInterface& socket, uint32_t cb_id);
template <class... Rest>
TW_NO_SOCKET void socket_notify_sender(const SocketReceiverInterface& socket, Rest...);
template <class... What>
TW_NO_SOCKET void fabric_socket_notify_receiver(What&&...);
template <class... What>
TW_NO_SOCKET void fabric_socket_notify_sender(What&&...);
template <class... What>
TW_NO_SOCKET void fabric_set_unicast_route(What&&...);
template <class Socket>
TW_NO_SOCKET void update_socket_config(const Socket& socket);
