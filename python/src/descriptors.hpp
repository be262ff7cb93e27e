// Program descriptors as Python holds them. Lists of descriptors are Python lists, so that an element taken out of one
// stays the element that runs; generic_op turns the whole into the C++ form.
#pragma once

#include <map>
#include <unordered_map>

#include "binding.hpp"
#include "tt-metalium/program_descriptors.hpp"

namespace tilewright::python {

// Runtime arguments by core, in the order they were given.
class RuntimeArgs {
public:
    struct Entry {
        ttm::CoreCoord core;
        Words words;
    };
    Words* find(const ttm::CoreCoord& core);
    void set(const ttm::CoreCoord& core, Words words);  // replaces or appends
    void clear();
    const std::vector<Entry>& entries() const { return entries_; }

private:
    static uint64_t key(const ttm::CoreCoord& core) { return static_cast<uint64_t>(core.x) << 32 | core.y; }
    std::vector<Entry> entries_;
    std::unordered_map<uint64_t, size_t> place_;
};

std::shared_ptr<RuntimeArgs> to_runtime_args(nb::handle given);

struct CbFormat {
    ttm::CBFormatDescriptor value;
    ttm::DataType dtype = ttm::DataType::FLOAT32;
};

struct Cb {
    uint32_t total_size = 0;
    ttm::CoreRangeSet core_ranges;
    nb::list formats;
    std::optional<ttm::Tensor> placed_on;
    uint32_t address_offset = 0;
};

struct Kernel {
    ttm::KernelDescriptor value;  // but its runtime arguments
    std::shared_ptr<RuntimeArgs> runtime_args = std::make_shared<RuntimeArgs>();
};

// What a host says about its program for reports and checks; it runs the same without.
struct Statement {
    std::string name;
    std::map<uint32_t, std::string> cbs;  // by index
    std::vector<uint32_t> persistent;     // CBs that are pushed once and never popped
    std::vector<std::string> kernels;     // in the order of the program's
};

struct Program {
    nb::list kernels, semaphores, cbs;
    std::optional<uint64_t> custom_program_hash;
    Statement statement = {};
};

ttm::ProgramDescriptor to_descriptor(const Program& program);

}  // namespace tilewright::python
