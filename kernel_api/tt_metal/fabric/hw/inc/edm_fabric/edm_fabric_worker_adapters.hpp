#pragma once
#error "Tilewright runs one card: the fabric between cards is not supported (tt_metal/fabric/hw/inc/edm_fabric/edm_fabric_worker_adapters.hpp)"
