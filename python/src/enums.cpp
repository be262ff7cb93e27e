// Enumerations. Members compare by identity and serve as dictionary keys.
#include "binding.hpp"

#include "tt-metalium/base_types.hpp"
#include "tt-metalium/dispatch_core_common.hpp"
#include "tt-metalium/kernel_types.hpp"
#include "umd/device/types/arch.hpp"
#include "umd/device/types/core_coordinates.hpp"

namespace tilewright::python {

void bind_enums(nb::module_& m) {
    using namespace ttm;
    nb::enum_<DataType>(m, "DataType", "What the elements of a tensor are.")
        .value("BFLOAT16", DataType::BFLOAT16)
        .value("FLOAT32", DataType::FLOAT32)
        .value("UINT32", DataType::UINT32)
        .value("BFLOAT8_B", DataType::BFLOAT8_B)
        .value("BFLOAT4_B", DataType::BFLOAT4_B)
        .value("UINT8", DataType::UINT8)
        .value("UINT16", DataType::UINT16)
        .value("INT32", DataType::INT32)
        .value("INVALID", DataType::INVALID);
    nb::enum_<Layout>(m, "Layout", "Row-major or tiled.")
        .value("ROW_MAJOR", Layout::ROW_MAJOR)
        .value("TILE", Layout::TILE)
        .value("INVALID", Layout::INVALID);
    nb::enum_<StorageType>(m, "StorageType").value("HOST", StorageType::HOST).value("DEVICE", StorageType::DEVICE);
    nb::enum_<BufferType>(m, "BufferType", "Which memory a buffer lies in.")
        .value("DRAM", BufferType::DRAM)
        .value("L1", BufferType::L1)
        .value("SYSTEM_MEMORY", BufferType::SYSTEM_MEMORY)
        .value("L1_SMALL", BufferType::L1_SMALL)
        .value("TRACE", BufferType::TRACE);
    nb::enum_<TensorMemoryLayout>(m, "TensorMemoryLayout", "How pages are spread over banks.")
        .value("INTERLEAVED", TensorMemoryLayout::INTERLEAVED)
        .value("HEIGHT_SHARDED", TensorMemoryLayout::HEIGHT_SHARDED)
        .value("WIDTH_SHARDED", TensorMemoryLayout::WIDTH_SHARDED)
        .value("BLOCK_SHARDED", TensorMemoryLayout::BLOCK_SHARDED)
        .value("ND_SHARDED", TensorMemoryLayout::ND_SHARDED);
    nb::enum_<ShardOrientation>(m, "ShardOrientation")
        .value("ROW_MAJOR", ShardOrientation::ROW_MAJOR)
        .value("COL_MAJOR", ShardOrientation::COL_MAJOR);
    nb::enum_<ShardDistributionStrategy>(m, "ShardDistributionStrategy")
        .value("ROUND_ROBIN_1D", ShardDistributionStrategy::ROUND_ROBIN_1D)
        .value("GRID_2D", ShardDistributionStrategy::GRID_2D)
        .value("CONTIGUOUS_1D", ShardDistributionStrategy::CONTIGUOUS_1D);
    nb::enum_<MathFidelity>(m, "MathFidelity", "How many passes the math unit makes.")
        .value("LoFi", MathFidelity::LoFi)
        .value("HiFi2", MathFidelity::HiFi2)
        .value("HiFi3", MathFidelity::HiFi3)
        .value("HiFi4", MathFidelity::HiFi4)
        .value("Invalid", MathFidelity::Invalid);
    nb::enum_<UnpackToDestMode>(m, "UnpackToDestMode")
        .value("UnpackToDestFp32", UnpackToDestMode::UnpackToDestFp32)
        .value("Default", UnpackToDestMode::Default);
    nb::enum_<DataMovementProcessor>(m, "DataMovementProcessor")
        .value("RISCV_0", DataMovementProcessor::RISCV_0)
        .value("RISCV_1", DataMovementProcessor::RISCV_1);
    auto noc = nb::enum_<NOC>(m, "NOC").value("NOC_0", NOC::NOC_0).value("NOC_1", NOC::NOC_1);
    noc.attr("RISCV_0_default") = noc.attr("NOC_0");
    noc.attr("RISCV_1_default") = noc.attr("NOC_1");
    nb::enum_<NOC_MODE>(m, "NOC_MODE")
        .value("DM_DEDICATED_NOC", NOC_MODE::DM_DEDICATED_NOC)
        .value("DM_DYNAMIC_NOC", NOC_MODE::DM_DYNAMIC_NOC);
    nb::enum_<KernelBuildOptLevel>(m, "KernelBuildOptLevel")
        .value("O1", KernelBuildOptLevel::O1)
        .value("O2", KernelBuildOptLevel::O2)
        .value("O3", KernelBuildOptLevel::O3)
        .value("O0", KernelBuildOptLevel::O0)
        .value("Os", KernelBuildOptLevel::Os)
        .value("Ofast", KernelBuildOptLevel::Ofast)
        .value("Oz", KernelBuildOptLevel::Oz);
    nb::enum_<tt::CoreType>(m, "CoreType")
        .value("WORKER", tt::CoreType::WORKER)
        .value("TENSIX", tt::CoreType::TENSIX)
        .value("DRAM", tt::CoreType::DRAM)
        .value("ETH", tt::CoreType::ETH);
    nb::enum_<tt::ARCH>(m, "Arch", "Machines there are.")
        .value("WORMHOLE_B0", tt::ARCH::WORMHOLE_B0)
        .value("BLACKHOLE", tt::ARCH::BLACKHOLE)
        .value("QUASAR", tt::ARCH::QUASAR)
        .value("Invalid", tt::ARCH::Invalid);
    nb::enum_<DispatchCoreType>(m, "DispatchCoreType")
        .value("WORKER", DispatchCoreType::WORKER)
        .value("ETH", DispatchCoreType::ETH);
    nb::enum_<DispatchCoreAxis>(m, "DispatchCoreAxis")
        .value("ROW", DispatchCoreAxis::ROW)
        .value("COL", DispatchCoreAxis::COL);
}

}  // namespace tilewright::python
