// Putting programs together.
#include "silicon/program.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/paths.hpp"

namespace tilewright::silicon {

Args dram_tensor(uint32_t page_bytes) {
    constexpr uint32_t kIsDram = 2;  // hostdevcommon/tensor_accessor/arg_config.hpp
    return {kIsDram, page_bytes};
}

Args operator+(Args first, const Args& second) {
    first.insert(first.end(), second.begin(), second.end());
    return first;
}

Placement placement_of(const std::string& word) {
    if (word == "column") return Placement::Columns;
    if (word == "diagonal") return Placement::Diagonal;
    return Placement::Rows;
}

std::vector<LogicalCore> place(Placement placement, uint32_t count, uint32_t grid_x, uint32_t grid_y) {
    std::vector<LogicalCore> cores;
    for (uint32_t i = 0; i < count; ++i) {
        switch (placement) {
            case Placement::Rows: cores.push_back({i % grid_x, i / grid_x}); break;
            case Placement::Columns: cores.push_back({i / grid_y, i % grid_y}); break;
            case Placement::Diagonal: cores.push_back({i, i}); break;
        }
    }
    return cores;
}

Share share_of(uint32_t total, uint32_t count, uint32_t index) {
    const uint32_t least = total / count, larger = total % count;
    return {index * least + std::min(index, larger), least + (index < larger ? 1 : 0)};
}

Builder::Builder(std::string name, std::vector<LogicalCore> cores) : cores_(std::move(cores)) {
    for (const LogicalCore core : cores_) ranges_.push_back(CoreRange{core, core});
    program_.name = std::move(name);
}

Builder& Builder::cb(uint32_t index, uint32_t pages, uint32_t page_bytes, tile::DataFormat format) {
    program::CbDescriptor cb;
    cb.total_bytes = pages * page_bytes;
    cb.cores = ranges_;
    cb.formats = {{index, format, page_bytes, {}, ""}};
    program_.cbs.push_back(std::move(cb));
    return *this;
}

Builder& Builder::semaphore(uint32_t id) {
    program_.semaphores.push_back({id, ranges_, 0});
    return *this;
}

program::KernelDescriptor& Builder::add(const std::string& kernel, Args compile_time, const ArgsOf& runtime) {
    program::KernelDescriptor added;
    added.source.text = fmt::format("bench/silicon/kernels/{}.cpp", kernel);
    added.source.resolved = shipped_folder("bench").parent_path() / added.source.text;
    added.name = kernel;
    added.cores = ranges_;
    added.compile_time_args = std::move(compile_time);
    for (uint32_t i = 0; runtime && i < cores_.size(); ++i) added.runtime_args[cores_[i]] = runtime(i);
    program_.kernels.push_back(std::move(added));
    return program_.kernels.back();
}

Builder& Builder::moves(const std::string& kernel, uint32_t processor, Args compile_time, const ArgsOf& runtime,
                        int noc) {
    program::KernelDescriptor& added = add(kernel, std::move(compile_time), runtime);
    program::DataMovementConfig config;
    const bool reader = processor == kReader;
    config.processor = reader ? program::DataMovementProcessor::RiscV1 : program::DataMovementProcessor::RiscV0;
    config.noc = noc >= 0 ? static_cast<uint32_t>(noc) : (reader ? 0 : 1);
    added.config = config;
    return *this;
}

Builder& Builder::computes(const std::string& kernel, Args compile_time, const ArgsOf& runtime,
                           program::ComputeConfig config) {
    add(kernel, std::move(compile_time), runtime).config = std::move(config);
    return *this;
}

Builder& Builder::define(const std::string& name, const std::string& value) {
    program_.kernels.back().defines.emplace_back(name, value);
    return *this;
}

}  // namespace tilewright::silicon
