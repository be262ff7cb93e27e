// Pages between two stretches of addresses that nobody may touch.
#include "engine/guarded_block.hpp"

#include <sys/mman.h>

#include <cerrno>
#include <cstring>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "base/error.hpp"

namespace tilewright::engine {

namespace {
constexpr size_t kSystemPage = 4096;
constexpr size_t kAside = size_t{16} << 20;  // on each side; addresses only
constexpr size_t kKeptMost = 1024;

// By their size.
struct SpareBlocks {
    std::mutex mutex;
    std::map<size_t, std::vector<uint8_t*>> blocks;
    size_t count = 0;
};
SpareBlocks& spare_blocks() {
    static auto* all = new SpareBlocks();
    return *all;
}

uint8_t* take_pages(size_t bytes) {
    {
        const std::lock_guard lock(spare_blocks().mutex);
        std::vector<uint8_t*>& some = spare_blocks().blocks[bytes];
        if (!some.empty()) {
            uint8_t* block = some.back();
            some.pop_back();
            --spare_blocks().count;
            return block;
        }
    }
    void* all = ::mmap(nullptr, bytes + 2 * kAside, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (all == MAP_FAILED || ::mprotect(static_cast<uint8_t*>(all) + kAside, bytes, PROT_READ | PROT_WRITE) != 0) {
        const int error = errno;
        if (all != MAP_FAILED) ::munmap(all, bytes + 2 * kAside);
        throw Error("TW3005", std::string("no memory for a kernel's variables: ") + std::strerror(error), {},
                    Exit::Environment);
    }
    return static_cast<uint8_t*>(all) + kAside;
}

void give_pages(uint8_t* block, size_t bytes) {
    {
        const std::lock_guard lock(spare_blocks().mutex);
        if (spare_blocks().count < kKeptMost) {
            spare_blocks().blocks[bytes].push_back(block);
            ++spare_blocks().count;
            return;
        }
    }
    ::munmap(block - kAside, bytes + 2 * kAside);
}
}  // namespace

GuardedBlock::GuardedBlock(size_t bytes, size_t align)
    : page_bytes_((bytes + align + kSystemPage - 1) / kSystemPage * kSystemPage) {
    pages_ = take_pages(page_bytes_);
    const auto last = reinterpret_cast<uintptr_t>(pages_) + page_bytes_ - bytes;
    data_ = reinterpret_cast<uint8_t*>(last / align * align);
}

GuardedBlock::~GuardedBlock() {
    if (pages_ != nullptr) give_pages(pages_, page_bytes_);
}

GuardedBlock::GuardedBlock(GuardedBlock&& other) noexcept { *this = std::move(other); }

GuardedBlock& GuardedBlock::operator=(GuardedBlock&& other) noexcept {
    std::swap(pages_, other.pages_);
    std::swap(page_bytes_, other.page_bytes_);
    std::swap(data_, other.data_);
    return *this;
}

}  // namespace tilewright::engine
