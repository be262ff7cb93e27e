// Descriptors of the programs of this folder, put together from their parts. Tensors are addresses: nothing is
// computed, so nothing has to be stored.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "program/descriptor.hpp"

namespace tilewright::silicon {

inline constexpr uint32_t kTileBytes = 2048;                                                             // bfloat16
inline constexpr uint32_t kFirstTensor = 0x200000, kSecondTensor = 0x4000000, kThirdTensor = 0x8000000;  // in a bank
inline constexpr uint32_t kReader = 1, kWriter = 0;  // the processors by their usual work: NCRISC, BRISC

using Args = std::vector<uint32_t>;
using ArgsOf = std::function<Args(uint32_t)>;  // of the core with this number

// What TensorAccessorArgs of an interleaved tensor in DRAM is to a kernel.
Args dram_tensor(uint32_t page_bytes);
Args operator+(Args first, const Args& second);

// So many cores: along rows first, down columns first, or down the diagonal.
enum class Placement { Rows, Columns, Diagonal };
std::vector<LogicalCore> place(Placement placement, uint32_t count, uint32_t grid_x, uint32_t grid_y);
Placement placement_of(const std::string& word);  // "row", "column", "diagonal"

// Parts of `total` for `count` cores, the first ones one larger where it does not come out even.
struct Share {
    uint32_t first = 0, count = 0;
};
Share share_of(uint32_t total, uint32_t count, uint32_t index);

class Builder {
public:
    Builder(std::string name, std::vector<LogicalCore> cores);

    const std::vector<LogicalCore>& cores() const { return cores_; }
    Builder& cb(uint32_t index, uint32_t pages, uint32_t page_bytes = kTileBytes,
                tile::DataFormat format = tile::DataFormat::Float16_b);
    Builder& semaphore(uint32_t id);
    // `processor`: kReader or kWriter; on NoC 0 or 1 as is usual for it, unless told otherwise.
    Builder& moves(const std::string& kernel, uint32_t processor, Args compile_time, const ArgsOf& runtime,
                   int noc = -1);
    Builder& computes(const std::string& kernel, Args compile_time, const ArgsOf& runtime = {},
                      program::ComputeConfig config = {});
    Builder& define(const std::string& name, const std::string& value);  // of the kernel that was added last
    program::ProgramDescriptor take() { return std::move(program_); }

private:
    program::KernelDescriptor& add(const std::string& kernel, Args compile_time, const ArgsOf& runtime);

    std::vector<LogicalCore> cores_;
    CoreRanges ranges_;
    program::ProgramDescriptor program_;
};

}  // namespace tilewright::silicon
