// From plan, tensors and options to a program: CBs, reader, compute and writer on the cores that share the tile-rows,
// and their arguments. Ops written by hand, generated ops and direct runs of specs all go this way.
//
// Reader and compute begin with the same compile-time arguments:
//   0 tiles of a row     1 columns of the last tile (0: all)   2 tiles of a block      3 blocks of a row
//   4 passes             5 blocks of the first pass            6 tiles of the anchor (0: a mean has one part)
//   7 tiles resident?    8 lines of rows for all kept?         9 1/W as float32 bits
//   10 ... stick bytes of each input (0: it is absent)
// Then come the op's own, and in the reader an accessor for each input. Runtime arguments: first stick, sticks, the
// address of each input, the op's own (reader); tile-rows, the op's own (compute). Writer: stick bytes, tiles of a
// block, blocks, accessor; address, first stick, sticks, the op's own.
//
// Where some tensor is in tile layout, sticks are counted with every matrix padded to whole tile-rows (fold_matrices);
// a tensor of tiles has the bytes of a tile in the place of stick bytes, and its page row * Wt + i is tile i of
// tile-row `row` (of a column: page `row`; of a row for all: page i). The op's own runtime arguments of the reader then
// end with the rows of a matrix; those of the writer are the rows of a matrix and the tiles of a row.
//
// Where rows are gathered tile by tile (fold_gathered), each is counted as 32 sticks; reader and writer end with the
// extents N, C, H, W, the writer after them with the tiles of a row; compute's compile-time arguments have H and W
// behind the stick bytes. Of several outputs the writer has, behind its first three compile-time arguments, the stick
// bytes of the others and then an accessor for each, and in the end of its runtime arguments their addresses.
//
// Where the formula has products of matrices, reader and compute have the sizes of their sides behind all that: in the
// reader before the accessors.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "tt-metalium/host_api.hpp"
#include "ttnn/operations/core/compute_kernel/compute_kernel_config.hpp"
#include "ttnn/tensor/tensor.hpp"
#include "ttnn/types.hpp"
#include "workshop/plan/cb_plan.hpp"

namespace tilewright::workshop {

using tt::tt_metal::CoreCoord;
using tt::tt_metal::CoreRangeSet;

// L1 that CBs can have on each core of the device now.
uint32_t l1_for_cbs(const ttnn::MeshDevice& device);
// That, and what plans on the device are asked to be.
PlanRoom plan_room(const ttnn::MeshDevice& device);

// The rows of one core.
struct CoreShare {
    CoreCoord core;
    uint32_t first_stick = 0;
    uint32_t sticks = 0;
    uint32_t tile_rows = 0;
};
struct WorkSplit {
    CoreRangeSet cores;
    std::vector<CoreShare> shares;
};
// Along the rows of the grid: few cores are spread over its columns, whose links to DRAM they then share less.
WorkSplit split_rows(const CoreCoord& grid, const RowGeometry& rows);

// What a cached program needs to be used for other tensors.
struct RowKernels {
    tt::tt_metal::KernelHandle reader_kernel_id = 0;
    tt::tt_metal::KernelHandle compute_kernel_id = 0;
    tt::tt_metal::KernelHandle writer_kernel_id = 0;
    CoreRangeSet all_cores;
    uint32_t num_cores = 0;
};

// What a call brings beside its plan. Another call of the same program differs in addresses and runtime arguments only.
struct RowProgramCall {
    std::vector<const ttnn::Tensor*> inputs;  // the first gives the rows; nullptr: absent
    const ttnn::Tensor& output;
    std::vector<uint32_t> reader_runtime_args = {};
    std::vector<uint32_t> compute_runtime_args = {};
    std::vector<uint32_t> writer_runtime_args = {};
    std::optional<Extents> extents = std::nullopt;       // where rows are gathered
    std::vector<uint32_t> sizes = {};                    // of sides of products, beside those of the rows
    std::optional<uint32_t> output_columns = std::nullopt;  // where the result is as wide as a matrix, not as the rows
    std::vector<const ttnn::Tensor*> more_outputs = {};  // beside the first; rows are gathered then
};

struct RowProgramOptions {
    const ttnn::DeviceComputeKernelConfig& compute_kernel_config;
    std::optional<CoreCoord> core_grid = std::nullopt;  // none: the whole grid
    std::vector<uint32_t> reader_compile_args = {};
    std::vector<uint32_t> compute_compile_args = {};
    // Where dataflow/reader_<op>.cpp, dataflow/writer_<op>.cpp and compute/<op>_compute.cpp (on the matrix unit
    // compute/<op>_fpu_compute.cpp) lie; empty: in the folder of the registered op.
    std::filesystem::path kernels = {};
    std::vector<std::filesystem::path> kernel_includes = {};
};

RowKernels build_row_program(tt::tt_metal::Program& program, const OpPlan& plan, const RowProgramCall& call,
                             const RowProgramOptions& options);

// The same program for another call.
void refresh_row_program(tt::tt_metal::Program& program, const RowKernels& kernels, const RowProgramCall& call);

// A constant in the precision of its CB's format, as float32 bits; 1/W the same way.
uint32_t constant_bits(double value, tt::DataFormat format);
uint32_t scaler_bits(uint32_t width, tt::DataFormat format);

}  // namespace tilewright::workshop
