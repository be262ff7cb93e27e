// Names and sizes: data formats, tiles, architectures, and the enums that print.
#include <fmt/format.h>

#include <string>

#include "base/error.hpp"
#include "metal/environment.hpp"
#include "tile/formats/format.hpp"
#include "tt-metalium/base_types.hpp"
#include "tt-metalium/buffer_types.hpp"
#include "tt-metalium/program_descriptors.hpp"
#include "tt-metalium/tile.hpp"
#include "tt-metalium/tt_backend_api_types.hpp"
#include "tt_stl/assert.hpp"
#include "tt_stl/enum_name.hpp"
#include "tw/tensix_types.h"
#include "umd/device/types/arch.hpp"
#include "umd/device/types/core_coordinates.hpp"

// A format has one number, whoever asks: hosts, kernels and the engine.
#define TILEWRIGHT_SAME_FORMAT(name)                                                                                \
    static_assert(static_cast<int>(tt::DataFormat::name) == static_cast<int>(tilewright::tile::DataFormat::name) && \
                  static_cast<int>(::DataFormat::name) == static_cast<int>(tilewright::tile::DataFormat::name))
TILEWRIGHT_SAME_FORMAT(Float32);
TILEWRIGHT_SAME_FORMAT(Float16);
TILEWRIGHT_SAME_FORMAT(Bfp8);
TILEWRIGHT_SAME_FORMAT(Bfp4);
TILEWRIGHT_SAME_FORMAT(Tf32);
TILEWRIGHT_SAME_FORMAT(Float16_b);
TILEWRIGHT_SAME_FORMAT(Bfp8_b);
TILEWRIGHT_SAME_FORMAT(Bfp4_b);
TILEWRIGHT_SAME_FORMAT(Int32);
TILEWRIGHT_SAME_FORMAT(UInt16);
TILEWRIGHT_SAME_FORMAT(Lf8);
TILEWRIGHT_SAME_FORMAT(Bfp2);
TILEWRIGHT_SAME_FORMAT(Int8);
TILEWRIGHT_SAME_FORMAT(Bfp2_b);
TILEWRIGHT_SAME_FORMAT(UInt32);
TILEWRIGHT_SAME_FORMAT(Fp8_e4m3);
TILEWRIGHT_SAME_FORMAT(UInt8);
TILEWRIGHT_SAME_FORMAT(RawUInt8);
TILEWRIGHT_SAME_FORMAT(RawUInt16);
TILEWRIGHT_SAME_FORMAT(RawUInt32);
TILEWRIGHT_SAME_FORMAT(Invalid);
#undef TILEWRIGHT_SAME_FORMAT

namespace tt {

namespace {
template <typename E>
std::string bare_name(E value) {
    const std::string name = ttsl::enum_name(value);
    return name.substr(name.rfind(':') + 1);
}
}  // namespace

std::string arch_to_str(ARCH arch) {
    switch (arch) {
        case ARCH::WORMHOLE_B0: return "wormhole_b0";
        case ARCH::BLACKHOLE: return "blackhole";
        case ARCH::QUASAR: return "quasar";
        case ARCH::Invalid: break;
    }
    return "invalid";
}
ARCH arch_from_str(const std::string& arch_str) {
    for (ARCH arch : {ARCH::WORMHOLE_B0, ARCH::BLACKHOLE, ARCH::QUASAR}) {
        if (arch_to_str(arch) == arch_str) return arch;
    }
    return arch_str == "wormhole" ? ARCH::WORMHOLE_B0 : ARCH::Invalid;
}
std::string get_string_lowercase(ARCH arch) { return arch_to_str(arch); }
std::ostream& operator<<(std::ostream& os, ARCH arch) { return os << arch_to_str(arch); }
std::ostream& operator<<(std::ostream& os, CoreType type) { return os << bare_name(type); }

bool is_integer_format(DataFormat format) {
    return tilewright::tile::is_integer(static_cast<tilewright::tile::DataFormat>(format));
}
bool is_fp8_format(DataFormat format) { return format == DataFormat::Fp8_e4m3 || format == DataFormat::Lf8; }
bool is_data_format_supported(DataFormat format, ARCH) {
    return tilewright::tile::tile_bytes(static_cast<tilewright::tile::DataFormat>(format)) != 0;
}
std::ostream& operator<<(std::ostream& os, const DataFormat& format) { return os << bare_name(format); }

}  // namespace tt

tt::ARCH tilewright::metal::host_arch(const card::Arch& arch) {
    std::string known;
    for (tt::ARCH value : {tt::ARCH::WORMHOLE_B0, tt::ARCH::BLACKHOLE, tt::ARCH::QUASAR}) {
        const std::string name = tt::bare_name(value);
        if (name == arch.host_arch) return value;
        known += (known.empty() ? "" : ", ") + name;
    }
    throw Error(
        "TW3900",
        fmt::format("{}: host_arch is \"{}\", which tt::ARCH has not; it has {}", arch.file, arch.host_arch, known),
        "name the one that host programs are to take this machine for", Exit::Environment);
}

auto fmt::formatter<tt::DataFormat>::format(tt::DataFormat format, fmt::format_context& ctx) const
    -> fmt::format_context::iterator {
    return fmt::formatter<fmt::string_view>::format(tt::bare_name(format), ctx);
}

namespace tt::tt_metal {

std::ostream& operator<<(std::ostream& os, const MathFidelity& fidelity) { return os << bare_name(fidelity); }
std::ostream& operator<<(std::ostream& os, TensorMemoryLayout layout) { return os << ttsl::enum_name(layout); }
std::ostream& operator<<(std::ostream& os, BufferType type) { return os << ttsl::enum_name(type); }

// A tile is one or two faces in each direction; only the height can be less than a face's.
Tile::Tile(std::array<uint32_t, 2> shape, bool transpose_tile)
    : rows_{shape[0]}, columns_{shape[1]}, transposed_{transpose_tile} {
    const bool whole_faces = columns_ == constants::FACE_WIDTH || columns_ == constants::TILE_WIDTH;
    TT_FATAL(whole_faces && std::has_single_bit(rows_) && rows_ <= constants::TILE_HEIGHT,
             "TW3217: tiles of {}x{} do not exist; heights are 1, 2, 4, 8, 16 and 32, widths 16 and 32", rows_,
             columns_);
    TT_FATAL(!transposed_ || rows_ == columns_, "TW3217: tiles of {}x{} cannot be transposed; only square ones can",
             rows_, columns_);
}

uint32_t Tile::get_tile_size(const DataFormat& format) const {
    const uint32_t bytes =
        tilewright::tile::tile_bytes(static_cast<tilewright::tile::DataFormat>(format), rows_, columns_);
    TT_FATAL(bytes != 0, "TW3217: tiles of format {} have no size in L1", format);
    return bytes;
}

std::ostream& operator<<(std::ostream& os, const Tile& tile) {
    return os << fmt::format("Tile(tile_shape=({}, {}), num_faces={})", tile.get_height(), tile.get_width(),
                             tile.get_num_faces());
}

TileDescriptor::TileDescriptor(const Tile& tile) : transpose{tile.get_transpose_of_faces()} {
    const auto [rows, columns] = tile.get_tile_shape();
    height = rows;
    width = columns;
}

}  // namespace tt::tt_metal
