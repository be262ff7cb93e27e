// Sockets between cards: refused.
#pragma once
#error "Tilewright: no sockets between cards (api/socket_api.h)"
