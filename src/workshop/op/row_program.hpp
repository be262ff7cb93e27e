// What the programs of all row ops have in common: CBs from a plan, reader, compute and writer on the cores that share
// the tile-rows, and their arguments.
#pragma once

#include <optional>
#include <vector>

#include "workshop/op/cb_plan.hpp"
#include "ttnn/operations/core/compute_kernel/compute_kernel_config.hpp"
#include "ttnn/tensor/tensor.hpp"

namespace tilewright::workshop {

// What a cached program needs to be used for other tensors.
struct RowKernels {
    tt::tt_metal::KernelHandle reader_kernel_id = 0;
    tt::tt_metal::KernelHandle compute_kernel_id = 0;
    tt::tt_metal::KernelHandle writer_kernel_id = 0;
    CoreRangeSet all_cores;
    uint32_t num_cores = 0;
};

struct RowProgramSpec {
    const OpPlan& plan;
    const ttnn::Tensor& input;
    const ttnn::Tensor& output;
    const ttnn::DeviceComputeKernelConfig& compute_kernel_config;
    const std::optional<CoreCoord>& core_grid;  // none: the whole grid
    uint32_t output_block_tiles = 0;            // tiles that the writer takes at once
    uint32_t output_blocks = 0;                 // of a tile-row
    // Each kernel's own arguments follow the common ones; tensors beside the input follow its accessor, absent ones
    // included.
    std::vector<uint32_t> reader_compile_args = {};
    std::vector<const ttnn::Tensor*> reader_tensors = {};
    std::vector<uint32_t> reader_runtime_args = {};
    std::vector<uint32_t> compute_compile_args = {};
};

// Kernels are those of the op's folder: dataflow/reader_<op>.cpp, dataflow/writer_<op>.cpp and compute/<op>_compute.cpp
// or, on the matrix unit, compute/<op>_fpu_compute.cpp.
RowKernels build_row_program(tt::tt_metal::Program& program, const RowProgramSpec& spec);

// The same program for tensors at other addresses and other values of the reader's own runtime arguments.
void refresh_row_program(tt::tt_metal::Program& program, const RowKernels& kernels, const ttnn::Tensor& input,
                         const ttnn::Tensor& output, const std::vector<uint32_t>& reader_runtime_args = {});

}  // namespace tilewright::workshop
