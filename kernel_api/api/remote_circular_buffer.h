#pragma once
#error "Tilewright has no circular buffers across cores: api/remote_circular_buffer.h (RemoteCircularBuffer, experimental::remote_cb_*) is not supported. Send the pages with noc_async_write and signal them with a semaphore."
