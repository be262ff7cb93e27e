// Memory of a kernel thread's own variables, with nothing else near it: an index that leaves them ends the kernel, not
// the process. Internal to src/engine.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tilewright::engine {

class GuardedBlock {
public:
    GuardedBlock() = default;
    // The bytes end where memory ends, as far as the alignment (a power of two) lets them. From a pool.
    GuardedBlock(size_t bytes, size_t align);
    ~GuardedBlock();
    GuardedBlock(GuardedBlock&& other) noexcept;
    GuardedBlock& operator=(GuardedBlock&& other) noexcept;

    uint8_t* data() const { return data_; }

private:
    uint8_t* pages_ = nullptr;
    size_t page_bytes_ = 0;
    uint8_t* data_ = nullptr;
};

}  // namespace tilewright::engine
