// The fabric between cards: refused.
#pragma once
#error "Tilewright: the fabric between cards is not supported (tt_fabric_mux_interface.hpp)"
