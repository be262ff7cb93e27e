// One page of a tensor: what the page iterators yield.
#pragma once

#include <cstdint>

namespace tensor_accessor {

class Page {
public:
    Page(uint64_t noc_addr, uint32_t global_page_id) : noc_addr_(noc_addr), page_id_(global_page_id) {}
    uint64_t noc_addr() const { return noc_addr_; }
    uint32_t page_id() const { return page_id_; }

private:
    uint64_t noc_addr_;
    uint32_t page_id_;
};

}  // namespace tensor_accessor
