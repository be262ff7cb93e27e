#pragma once
#error "Tilewright has no buffers across cores: api/dataflow/cross_node_dfb.h (CrossNodeDFB) is not supported. Send the pages with noc_async_write and signal them with a semaphore."
