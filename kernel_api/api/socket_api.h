#pragma once
#error "Tilewright has no sockets between cards: api/socket_api.h is not supported."
