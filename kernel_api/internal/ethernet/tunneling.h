// Ethernet cores: refused.
#pragma once
#error "Tilewright: no ethernet cores (eth_send_bytes and the like)"
