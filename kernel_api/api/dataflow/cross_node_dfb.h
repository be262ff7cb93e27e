// Buffers between cores: refused.
#pragma once
#error "Tilewright: no buffers across cores (CrossNodeDFB); use noc_async_write and a semaphore"
