// The fabric between cards: refused.
#pragma once
#error "Tilewright: the fabric between cards is not supported (routing_plane_connection_manager.hpp)"
