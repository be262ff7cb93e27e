// The fabric between cards: refused.
#pragma once
#error "Tilewright: the fabric between cards is not supported (edm_fabric_worker_adapters.hpp)"
