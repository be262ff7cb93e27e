// Lazily backed mappings.
#include "card/memory.hpp"

#include <fmt/format.h>
#include <sys/mman.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "base/error.hpp"

namespace tilewright::card {

Mapping::Mapping(size_t bytes, size_t alignment, bool readable, size_t skew) : bytes_(bytes) {
    mapped_bytes_ = bytes + skew + (alignment > 4096 ? alignment : 0);
    void* base = ::mmap(nullptr, mapped_bytes_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (base == MAP_FAILED) {
        throw Error(
            "TW3005", fmt::format("cannot reserve {} bytes of address space: {}", mapped_bytes_, std::strerror(errno)),
            "raise the address-space limit (ulimit -v unlimited); only touched pages use memory", Exit::Environment);
    }
    base_ = static_cast<uint8_t*>(base);
    const auto start = reinterpret_cast<uintptr_t>(base_);
    data_ = base_ + ((start + alignment - 1) / alignment * alignment - start) + skew;
    if (readable) commit(0, bytes_);  // not what lies around it: that would count as used
}

Mapping::~Mapping() {
    if (base_ != nullptr) ::munmap(base_, mapped_bytes_);
}

Mapping::Mapping(Mapping&& other) noexcept { *this = std::move(other); }

Mapping& Mapping::operator=(Mapping&& other) noexcept {
    std::swap(base_, other.base_);
    std::swap(mapped_bytes_, other.mapped_bytes_);
    std::swap(data_, other.data_);
    std::swap(bytes_, other.bytes_);
    std::swap(shared_, other.shared_);
    std::swap(collapsed_, other.collapsed_);
    return *this;
}

namespace {

#ifndef MADV_COLLAPSE
constexpr int MADV_COLLAPSE = 25;  // Linux 6.1; older systems do not know it and keep small pages
#endif

}  // namespace

// Shared memory takes no wish for later where the system gives it large pages only by order (`shmem_enabled`), which
// most do: they are made now, once for each.
void Mapping::collapse(size_t offset, size_t bytes) {
    const auto begins = reinterpret_cast<uintptr_t>(data_), ends = begins + bytes_;
    const auto down = [](uintptr_t at) { return at / kLargePage * kLargePage; };
    const auto up = [&](uintptr_t at) { return down(at + kLargePage - 1); };
    collapsed_.resize((up(ends) - down(begins)) / kLargePage);
    // Whole ones within the mapping.
    const uintptr_t last = std::min(up(begins + offset + bytes), down(ends));
    for (uintptr_t at = std::max(down(begins + offset), up(begins)); at < last; at += kLargePage) {
        const size_t page = (at - down(begins)) / kLargePage;
        if (collapsed_[page]) continue;
        collapsed_[page] = true;
        ::madvise(reinterpret_cast<void*>(at), kLargePage, MADV_COLLAPSE);
    }
}

void Mapping::prefer_large_pages(size_t offset, size_t bytes) {
    if (shared_) return collapse(offset, bytes);
    // The pages at the edges, too, as far as this mapping goes.
    const auto mapped = reinterpret_cast<uintptr_t>(base_);
    const auto first = reinterpret_cast<uintptr_t>(data_ + offset), last = first + bytes;
    const auto begin = std::max(first / kLargePage * kLargePage, mapped);
    const auto end = std::min((last + kLargePage - 1) / kLargePage * kLargePage, mapped + mapped_bytes_);
    // A wish: where it is not granted everything works as before.
    if (begin < end) ::madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
}

void Mapping::replace(size_t offset, size_t bytes, int file, size_t file_offset) {
    shared_ = true;
    if (::mmap(data_ + offset, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED | MAP_NORESERVE, file,
               static_cast<off_t>(file_offset)) == MAP_FAILED) {
        throw Error("TW3005", fmt::format("cannot share {} bytes of memory: {}", bytes, std::strerror(errno)), {},
                    Exit::Environment);
    }
}

void Mapping::commit(size_t offset, size_t bytes) {
    if (::mprotect(data_ + offset, bytes, PROT_READ | PROT_WRITE) != 0) {
        throw Error("TW3005", fmt::format("cannot commit {} bytes: {}", bytes, std::strerror(errno)), {},
                    Exit::Environment);
    }
}

}  // namespace tilewright::card
