// A program as plain data.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "tt-metalium/base_types.hpp"
#include "tt-metalium/constants.hpp"
#include "tt-metalium/core_coord.hpp"
#include "tt-metalium/face_geometry.hpp"
#include "tt-metalium/kernel_types.hpp"
#include "tt-metalium/tt_backend_api_types.hpp"
#include "tt_stl/small_vector.hpp"
#include "umd/device/types/core_coordinates.hpp"

namespace tt::tt_metal {

class Buffer;
class Program;
struct Tile;

struct TileDescriptor {
    TileDescriptor() = default;
    TileDescriptor(const Tile& tile);
    TileDescriptor(uint32_t rows, uint32_t columns, bool transposed)
        : height{rows}, width{columns}, transpose{transposed} {}

    uint32_t height = constants::TILE_HEIGHT;
    uint32_t width = constants::TILE_WIDTH;
    bool transpose = false;

    bool operator==(const TileDescriptor&) const = default;
};

struct CBFormatDescriptor {
    uint8_t buffer_index = 0;
    tt::DataFormat data_format = tt::DataFormat::Float32;
    uint32_t page_size = 0;
    std::optional<TileDescriptor> tile = {};
    std::optional<FaceGeometry> face_geometry = {};
};

struct CBDescriptor {
    using FormatDescriptors = ttsl::SmallVector<CBFormatDescriptor, 1>;

    uint32_t total_size = 0;
    CoreRangeSet core_ranges = {};
    FormatDescriptors format_descriptors = {};
    FormatDescriptors remote_format_descriptors = {};
    Buffer* buffer = nullptr;     // placed on this L1 buffer
    uint32_t address_offset = 0;  // from the buffer's address
};

struct SemaphoreDescriptor {
    uint32_t id{};
    CoreType core_type = CoreType::WORKER;
    CoreRangeSet core_ranges = {};
    uint32_t initial_value = 0;
};

struct ReaderConfigDescriptor {};
struct WriterConfigDescriptor {};
struct DataMovementConfigDescriptor {
    DataMovementProcessor processor = DataMovementProcessor::RISCV_0;
    NOC noc = NOC::RISCV_0_default;
    NOC_MODE noc_mode = NOC_MODE::DM_DEDICATED_NOC;
};
struct ComputeConfigDescriptor {
    using UnpackToDestModes = std::vector<UnpackToDestMode>;

    MathFidelity math_fidelity = MathFidelity::HiFi4;
    bool fp32_dest_acc_en = false;
    bool dst_full_sync_en = false;
    UnpackToDestModes unpack_to_dest_mode = {};
    bool bfp8_pack_precise = false;
    bool math_approx_mode = false;
};

// An argument that is a buffer's address, so that it can be refreshed when the buffer changes.
struct BufferBinding {
    CoreCoord core;
    uint32_t arg_idx;
    Buffer* buffer = nullptr;
};
struct CommonBufferBinding {
    uint32_t arg_idx;
    Buffer* buffer = nullptr;
};

struct KernelDescriptor {
    using CompileTimeArgs = std::vector<uint32_t>;
    using NamedCompileTimeArgs = std::vector<std::pair<std::string, uint32_t>>;
    using Defines = std::vector<std::pair<std::string, std::string>>;
    using IncludePaths = std::vector<std::filesystem::path>;
    using CoreRuntimeArgs = std::vector<uint32_t>;
    using RuntimeArgs = std::vector<std::pair<CoreCoord, CoreRuntimeArgs>>;
    using CommonRuntimeArgs = CoreRuntimeArgs;
    using BufferBindings = ttsl::SmallVector<BufferBinding, 4>;
    using CommonBufferBindings = ttsl::SmallVector<CommonBufferBinding, 2>;
    using ConfigDescriptor = std::variant<ReaderConfigDescriptor, WriterConfigDescriptor, DataMovementConfigDescriptor,
                                          ComputeConfigDescriptor>;
    enum class SourceType { FILE_PATH, SOURCE_CODE };

    std::string kernel_source = {};
    SourceType source_type = SourceType::FILE_PATH;
    CoreRangeSet core_ranges = {};
    CompileTimeArgs compile_time_args = {};
    NamedCompileTimeArgs named_compile_time_args = {};
    Defines defines = {};
    RuntimeArgs runtime_args = {};
    CommonRuntimeArgs common_runtime_args = {};
    std::optional<KernelBuildOptLevel> opt_level = std::nullopt;  // none: O3 for compute, O2 for data movement
    ConfigDescriptor config = {};
    IncludePaths compiler_include_paths = {};
    BufferBindings buffer_bindings = {};
    CommonBufferBindings common_buffer_bindings = {};

    // Arguments that mix numbers and buffers.
    struct RTArgList {
        void append(const std::vector<uint32_t>& words) { list_.insert(list_.end(), words.begin(), words.end()); }
        void push_back(Buffer* buffer) { list_.push_back(buffer); }
        void push_back(uint32_t word) { list_.push_back(word); }
        void reserve(size_t count) { list_.reserve(count); }

    private:
        friend struct KernelDescriptor;
        std::vector<std::variant<uint32_t, Buffer*>> list_;
    };

    void emplace_runtime_args(const CoreCoord& core, std::initializer_list<uint32_t> args);
    void emplace_runtime_args(const CoreCoord& core, std::initializer_list<std::variant<uint32_t, Buffer*>> args);
    void emplace_runtime_args(const CoreCoord& core, const RTArgList& args);
    void emplace_runtime_args(const CoreCoord& core, const std::vector<std::variant<uint32_t, Buffer*>>& args);
    void emplace_common_runtime_args(std::initializer_list<uint32_t> args);
    void emplace_common_runtime_args(std::initializer_list<std::variant<uint32_t, Buffer*>> args);
    void emplace_common_runtime_args(const RTArgList& args);
};

struct ProgramDescriptor {
    using KernelDescriptors = ttsl::SmallVector<KernelDescriptor, 3>;
    using SemaphoreDescriptors = ttsl::SmallVector<SemaphoreDescriptor, 3>;
    using CBDescriptors = ttsl::SmallVector<CBDescriptor, 5>;

    KernelDescriptors kernels = {};
    SemaphoreDescriptors semaphores = {};
    CBDescriptors cbs = {};
    std::optional<std::uint64_t> custom_program_hash = {};

    std::optional<uint32_t> find_available_semaphore_id(const CoreCoord& core, CoreType core_type) const;
};

// Kernels, semaphores and CBs of all; their cores must not overlap.
ProgramDescriptor merge_program_descriptors(const std::vector<ProgramDescriptor>& descriptors);

// Runtime arguments, common arguments and placed-CB addresses of `desc` into a program made from a like descriptor.
void apply_descriptor_runtime_args(Program& program, const ProgramDescriptor& desc);

}  // namespace tt::tt_metal

template <>
struct std::hash<tt::tt_metal::TileDescriptor> {
    std::size_t operator()(const tt::tt_metal::TileDescriptor& tile) const noexcept {
        return tile.height * 131u + tile.width * 2u + (tile.transpose ? 1u : 0u);
    }
};
// What a cached program depends on: everything but runtime arguments and buffer addresses.
template <>
struct std::hash<tt::tt_metal::ProgramDescriptor> {
    std::size_t operator()(const tt::tt_metal::ProgramDescriptor& descriptor) const noexcept;
};

template <>
struct fmt::formatter<tt::tt_metal::TileDescriptor> {
    constexpr auto parse(fmt::format_parse_context& ctx) { return ctx.begin(); }
    auto format(const tt::tt_metal::TileDescriptor& tile, fmt::format_context& ctx) const {
        return fmt::format_to(ctx.out(), "TileDescriptor({}x{}{})", tile.height, tile.width,
                              tile.transpose ? ",T" : "");
    }
};
