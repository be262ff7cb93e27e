// The list of sets.
#include "silicon/sets.hpp"

namespace tilewright::silicon {

const std::vector<Set>& sets() {
    static const std::vector<Set> all = {
        {"copy_dram", "tiles from DRAM to DRAM, by cores in rows or columns", copy_dram},
        {"copy_by_place", "the same by eight cores in a line", copy_dram},
        {"traffic_by_place", "only reading or only writing, on either network", traffic_by_place},
        {"relu_dram", "relu of tiles in DRAM, cut by height or width", relu_dram},
        {"gather_l1", "tiles out of eight cores' L1 in small reads, by one processor or two", gather_l1},
        {"ring_writes", "pages into the L1 of the next core, or of all in turn", ring_writes},
        {"two_operands", "two operands from DRAM, by one processor or two", two_operands},
        {"add_dram", "sums of tiles in DRAM", add_dram},
        {"matmul_dram", "products of tiles in DRAM, by rows", matmul_dram},
        {"tilize_dram", "tilize of tensors in DRAM", tilize_dram},
        {"tilize_l1", "tilize of what lies in L1, by three kernels or one", tilize_l1, 100},
        {"reduce_l1", "means of tiles in L1 by reduce_tile, by fidelity", reduce_l1, 100, 202607},
        {"sum_l1", "the same by adding tiles", reduce_l1, 100, 202607},
        {"chains", "chains of FPU and SFPU steps in L1, fused and not", chains, 100, 202607},
        {"blocks_chain", "(A + B) @ C in L1 in blocks of tile-rows", blocks_chain, 100},
        {"matmul_subblocks", "a product in L1 in output blocks, a hundred times", matmul_subblocks},
        {"rms_norm", "rms_norm of tiles in DRAM, rows on cores", rms_norm, 0, 202607},
    };
    return all;
}

}  // namespace tilewright::silicon
