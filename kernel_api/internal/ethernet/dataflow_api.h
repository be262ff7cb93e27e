#pragma once
#error "Tilewright has no ethernet cores: internal/ethernet/dataflow_api.h (eth_send_bytes, eth_wait_for_bytes ...) is not supported"
