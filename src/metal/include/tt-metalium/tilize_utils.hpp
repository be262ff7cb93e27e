// Conversions between row-major, swizzled and face-ordered tile layouts on the host.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <ostream>
#include <vector>

#include "tt-metalium/bfloat16.hpp"
#include "tt_stl/span.hpp"

enum class TensorLayoutType {
    LIN_ROW_MAJOR = 0,   // plain row-major
    TILED_SWIZZLED = 1,  // tile after tile, each row-major
    TILED_NFACES = 2,    // tile after tile, each as four 16x16 faces: the device's layout
};

std::ostream& operator<<(std::ostream& os, TensorLayoutType layout);

using PhysicalSize = std::array<uint32_t, 2>;

std::uint32_t round_up_to_mul16(std::uint32_t val);
std::uint32_t round_up_to_mul32(std::uint32_t val);
std::uint32_t round_up_to_tile(int val, int tile_val);

template <typename T>
std::vector<T> convert_layout(ttsl::Span<const T> inp, const PhysicalSize& shape, TensorLayoutType inL,
                              TensorLayoutType outL, std::optional<PhysicalSize> tile_shape = std::nullopt,
                              std::optional<PhysicalSize> face_shape = std::nullopt, bool transpose_within_face = false,
                              bool transpose_of_faces = false);

// Leading dimensions fold into the height.
template <typename T>
std::vector<T> convert_layout(ttsl::Span<const T> inp, ttsl::Span<const uint32_t> shape, TensorLayoutType inL,
                              TensorLayoutType outL, std::optional<PhysicalSize> tile_shape = std::nullopt,
                              std::optional<PhysicalSize> face_shape = std::nullopt, bool transpose_within_face = false,
                              bool transpose_of_faces = false);

template <class T>
std::vector<T> convert_layout_tile_swizzled_to_tile_nfaces(ttsl::Span<const T> in_tile_swizzled,
                                                           std::optional<PhysicalSize> tile_shape = std::nullopt,
                                                           std::optional<PhysicalSize> face_shape = std::nullopt,
                                                           bool transpose_face = false,
                                                           bool transpose_face_order = false);

template <class T>
std::vector<T> convert_layout_tile_nfaces_to_tile_swizzled(ttsl::Span<const T> in_tile_nfaces,
                                                           std::optional<PhysicalSize> tile_shape = std::nullopt,
                                                           std::optional<PhysicalSize> face_shape = std::nullopt,
                                                           bool transpose_face = false,
                                                           bool transpose_face_order = false);

// m rows, n columns, both multiples of 32; several matrices may follow each other.
template <typename T>
std::vector<T> tilize_swizzled(const std::vector<T>& input, uint32_t m, uint32_t n);
template <typename T>
std::vector<T> untilize_swizzled(const std::vector<T>& input, uint32_t m, uint32_t n);
template <typename T>
std::vector<T> tilize_nfaces(const std::vector<T>& input, uint32_t m, uint32_t n);
template <typename T>
std::vector<T> untilize_nfaces(const std::vector<T>& input, uint32_t m, uint32_t n);
