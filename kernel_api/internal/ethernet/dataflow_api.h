// Ethernet cores: names, which are refused where they are used.
#pragma once

#include "tw/card_types.h"

#define TW_NO_ETHERNET TW_REFUSED("no ethernet cores (eth_send_bytes and the like)")

template <class... What>
TW_NO_ETHERNET void eth_send_bytes(What&&...);
template <class... What>
TW_NO_ETHERNET void eth_send_bytes_over_channel(What&&...);
template <class... What>
TW_NO_ETHERNET void eth_send_done(What&&...);
template <class... What>
TW_NO_ETHERNET void eth_wait_for_bytes(What&&...);
template <class... What>
TW_NO_ETHERNET void eth_wait_for_receiver_done(What&&...);
template <class... What>
TW_NO_ETHERNET void eth_receiver_done(What&&...);
template <class... What>
TW_NO_ETHERNET void eth_wait_receiver_done(What&&...);
template <class... What>
TW_NO_ETHERNET void eth_noc_semaphore_wait(What&&...);
