// Circular buffers between cores: refused.
#pragma once
#error "Tilewright: no circular buffers across cores (remote_cb_*); use noc_async_write and a semaphore"
