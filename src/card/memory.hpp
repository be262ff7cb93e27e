// Memory of the card as lazily backed mappings: nothing is resident until it is touched.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tilewright::card {

constexpr size_t kLargePage = size_t{2} << 20;

// A private anonymous mapping, zero at first touch.
class Mapping {
public:
    Mapping() = default;
    // `readable` false reserves address space only (use commit()). It begins `skew` bytes behind a multiple of the
    // alignment.
    Mapping(size_t bytes, size_t alignment, bool readable, size_t skew = 0);
    ~Mapping();
    Mapping(Mapping&& other) noexcept;
    Mapping& operator=(Mapping&& other) noexcept;

    uint8_t* data() const { return data_; }
    size_t bytes() const { return bytes_; }
    void commit(size_t offset, size_t bytes);  // make a part readable and writable
    // Puts this part of a file in the place of a part of the mapping: who else maps the file sees the same bytes.
    void replace(size_t offset, size_t bytes, int file, size_t file_offset);
    // Large pages for this part, where the system has them: a big tensor costs a translation per 4 KiB otherwise.
    void prefer_large_pages(size_t offset, size_t bytes);

private:
    void collapse(size_t offset, size_t bytes);

    bool shared_ = false;               // some of it is a file's
    std::vector<bool> collapsed_ = {};  // of a shared mapping: which of its large pages are asked for
    uint8_t* base_ = nullptr;
    size_t mapped_bytes_ = 0;
    uint8_t* data_ = nullptr;
    size_t bytes_ = 0;
};

}  // namespace tilewright::card
