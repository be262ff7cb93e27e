#pragma once
#error "Tilewright runs one card: the fabric between cards is not supported (tt_metal/fabric/hw/inc/mesh/api.h)"
