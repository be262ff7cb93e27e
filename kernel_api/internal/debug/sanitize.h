// The watcher's checks: the engine checks every transfer itself, so the hooks are empty.
#pragma once

#define DEBUG_SANITIZE_L1_ADDR(...)
#define DEBUG_SANITIZE_NOC_ADDR(...)
#define DEBUG_SANITIZE_NOC_READ_TRANSACTION(...)
#define DEBUG_SANITIZE_NOC_WRITE_TRANSACTION(...)
#define DEBUG_SANITIZE_NOC_MULTI_WRITE_TRANSACTION(...)
#define DEBUG_INSERT_DELAY(...)
