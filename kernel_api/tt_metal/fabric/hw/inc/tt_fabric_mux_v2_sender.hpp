#pragma once
#error "Tilewright runs one card: the fabric between cards is not supported (tt_metal/fabric/hw/inc/tt_fabric_mux_v2_sender.hpp)"
