// The one description of a program. Everything that writes ops produces one; everything that runs, checks, times,
// draws or documents ops consumes one. Plain data: no devices, no tensors, no behaviour.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/core_coord.hpp"
#include "tile/formats/format.hpp"
#include "tile/fpu/math.hpp"

namespace tilewright::program {

using tile::DataFormat;

// The real API changed meaning under the same name in 2026; the era decides which meaning a kernel sees.
enum class Era : uint32_t { Jan2026 = 202601, Mar2026 = 202603, Aug2026 = 202608 };

struct TileShape {
    uint32_t height = 32;
    uint32_t width = 32;
    bool operator==(const TileShape&) const = default;
};

// One index of a circular buffer: several may share one allocation.
struct CbFormat {
    uint32_t index = 0;
    DataFormat format = DataFormat::Float16_b;
    uint32_t page_bytes = 0;
    TileShape tile;
    std::string name;  // for reports; may be empty
};

// A CB placed on an existing L1 buffer instead of being allocated with the program.
struct CbPlacement {
    uint32_t address = 0;
    uint32_t bytes = 0;  // size of the buffer's part on one core, for validation; 0: unknown
    bool operator==(const CbPlacement&) const = default;
};

struct CbDescriptor {
    uint32_t total_bytes = 0;
    CoreRanges cores;
    std::vector<CbFormat> formats;
    std::optional<CbPlacement> placed;
    bool persistent = false;  // declared: pushed once, never popped
};

struct SemaphoreDescriptor {
    uint32_t id = 0;
    CoreRanges cores;
    uint32_t initial_value = 0;
};

enum class DataMovementProcessor : uint8_t { RiscV0 = 0, RiscV1 = 1 };  // BRISC, NCRISC

struct DataMovementConfig {
    DataMovementProcessor processor = DataMovementProcessor::RiscV0;
    uint32_t noc = 0;
    bool dynamic_noc = false;
};

struct ComputeConfig {
    tile::Fidelity fidelity = tile::Fidelity::HiFi4;
    bool fp32_dest_acc_en = false;
    bool dst_full_sync_en = false;
    bool bfp8_pack_precise = false;
    bool math_approx_mode = false;
    std::vector<bool> unpack_to_dest_fp32;  // by CB index; missing: false
};

struct KernelSource {
    std::string text;  // a path, or the source itself
    bool is_path = true;
    std::filesystem::path resolved;  // set by whoever knows the search places; empty: `text` is used as it is
};

struct KernelDescriptor {
    KernelSource source;
    CoreRanges cores;
    std::variant<DataMovementConfig, ComputeConfig> config;
    std::vector<uint32_t> compile_time_args;
    std::vector<std::pair<std::string, uint32_t>> named_compile_time_args;
    std::vector<std::pair<std::string, std::string>> defines;
    std::map<LogicalCore, std::vector<uint32_t>> runtime_args;  // unique, by core
    std::vector<uint32_t> common_runtime_args;
    std::vector<std::filesystem::path> include_paths;
    int opt_level = 2;
    std::string name;  // for reports: reader, compute, writer ...; empty: derived from the source
    std::string role;  // "reader" or "writer" where the host has said so; thread_name.hpp

    bool is_compute() const { return std::holds_alternative<ComputeConfig>(config); }
    std::string display_name() const;  // name, or file name, or "inline kernel"
};

// A value that a program computes on its way, and where it can be seen: in some of the blocks of pages that go into a
// CB while one tile-row is worked on. `formula` says what it is, in names of inputs, parameters and phases before it;
// it may have lines of its own in front, "a = x * x; a + 1".
struct Phase {
    std::string name;
    std::string formula;  // "x - mean"
    uint32_t cb = 0;
    bool column = false;                // one value per row, in column 0 of a tile
    bool result = false;                // what the program returns: seen in its output tensor
    bool approximate = false;           // any value near it serves: what comes after makes up for the difference
    uint32_t first_columns = 0;         // that its reductions are over; 0: all
    uint32_t block_pages = 1;           // pages that are pushed together
    uint32_t blocks_per_tile_row = 0;   // that go into the CB; 0: as many as there are
    std::vector<uint32_t> blocks = {};  // those of them that hold the value, from left to right; empty: the last ones
};

struct ProgramDescriptor {
    std::string name;
    std::vector<KernelDescriptor> kernels;
    std::vector<CbDescriptor> cbs;
    std::vector<SemaphoreDescriptor> semaphores;
    std::vector<Phase> phases;  // declared, in order; may be empty
    Era era = Era::Aug2026;
    tile::LlkGeneration llk = tile::LlkGeneration::Aug2026;  // of the low-level library; RunOptions may say another
    std::vector<std::filesystem::path> include_roots;
};

// Runtime arguments a core may have; the kernel-config region is sized for it.
inline constexpr uint32_t kMaxRuntimeArgs = 341;

}  // namespace tilewright::program
