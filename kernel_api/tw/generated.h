// What the build knows about this kernel's program: formats and tile shapes of every CB, and the compute
// configuration, under the names kernels use. The numbers arrive as TW_* macros in front of the kernel, so this file
// belongs after every precompiled header.
#ifndef TW_GENERATED_H
#define TW_GENERATED_H

#include <stdint.h>

#include "tw/tensix_types.h"

#ifndef TW_ERA
#define TW_ERA 202608
#endif

#ifdef TW_CB_UNPACK_SRC_FORMATS
namespace tw {

inline constexpr uint32_t kCbs = 64;
constexpr unsigned char cb_unpack_src[kCbs] = {TW_CB_UNPACK_SRC_FORMATS};
constexpr unsigned char cb_unpack_dst[kCbs] = {TW_CB_UNPACK_DST_FORMATS};
constexpr unsigned char cb_pack_src[kCbs] = {TW_CB_PACK_SRC_FORMATS};
constexpr unsigned char cb_pack_dst[kCbs] = {TW_CB_PACK_DST_FORMATS};
constexpr uint32_t cb_tile_height[kCbs] = {TW_CB_TILE_HEIGHTS};
constexpr uint32_t cb_tile_width[kCbs] = {TW_CB_TILE_WIDTHS};
constexpr uint32_t cb_page_bytes[kCbs] = {TW_CB_PAGE_BYTES};

template <typename T>
struct PerCb {
    T value[kCbs];
    constexpr const T& operator[](uint32_t cb) const { return value[cb]; }
};

template <typename T, typename Rule>
constexpr PerCb<T> per_cb(Rule rule) {
    PerCb<T> table{};
    for (uint32_t cb = 0; cb < kCbs; ++cb) table.value[cb] = static_cast<T>(rule(cb));
    return table;
}

// Faces are 16 wide and at most 16 high.
constexpr uint32_t face_height(uint32_t cb) { return cb_tile_height[cb] < 16 ? cb_tile_height[cb] : 16; }
constexpr uint32_t faces_down(uint32_t cb) { return (cb_tile_height[cb] + 15) / 16; }
constexpr uint32_t faces_across(uint32_t cb) { return cb_tile_width[cb] / 16; }

}  // namespace tw

constexpr auto& unpack_src_format = tw::cb_unpack_src;
constexpr auto& unpack_dst_format = tw::cb_unpack_dst;
constexpr auto& pack_src_format = tw::cb_pack_src;
constexpr auto& pack_dst_format = tw::cb_pack_dst;

// Twins for the two sides: one geometry, since a CB has one tile shape.
#define TW_BOTH_SIDES(type, name, rule)                                                     \
    constexpr auto unpack_tile_##name = tw::per_cb<type>([](uint32_t cb) { return rule; }); \
    constexpr auto pack_tile_##name = unpack_tile_##name;
TW_BOTH_SIDES(uint8_t, num_faces, tw::faces_down(cb) * tw::faces_across(cb))
TW_BOTH_SIDES(uint8_t, partial_face, tw::cb_tile_height[cb] < 16)
TW_BOTH_SIDES(uint8_t, face_r_dim, tw::face_height(cb))
TW_BOTH_SIDES(uint8_t, narrow_tile, tw::cb_tile_width[cb] < 32)
TW_BOTH_SIDES(uint8_t, r_dim, tw::cb_tile_height[cb])
TW_BOTH_SIDES(uint8_t, c_dim, tw::cb_tile_width[cb])
TW_BOTH_SIDES(uint16_t, size,
              tw::tile_bytes(static_cast<DataFormat>(tw::cb_unpack_src[cb]),
                             tw::cb_tile_height[cb] * tw::cb_tile_width[cb]))
TW_BOTH_SIDES(uint8_t, num_faces_r_dim, tw::faces_down(cb))
TW_BOTH_SIDES(uint8_t, num_faces_c_dim, tw::faces_across(cb))
constexpr auto unpack_num_faces_r_dim = unpack_tile_num_faces_r_dim;
constexpr auto unpack_num_faces_c_dim = unpack_tile_num_faces_c_dim;
constexpr auto pack_num_faces_r_dim = unpack_tile_num_faces_r_dim;
constexpr auto pack_num_faces_c_dim = unpack_tile_num_faces_c_dim;
constexpr auto unpack_partial_face = unpack_tile_partial_face;
constexpr auto unpack_narrow_tile = unpack_tile_narrow_tile;
#undef TW_BOTH_SIDES
#endif  // TW_CB_UNPACK_SRC_FORMATS

#ifdef TW_DST_ACCUM
constexpr bool DST_ACCUM_MODE = TW_DST_ACCUM;
constexpr bool APPROX = TW_APPROX;
#if TW_DST_FULL_SYNC
#define DST_SYNC_MODE ckernel::DstSync::SyncFull
#else
#define DST_SYNC_MODE ckernel::DstSync::SyncHalf
#endif
// An enumerator at the newest state of the API, the number of fidelity phases before.
#if TW_ERA >= 202608
#define MATH_FIDELITY (static_cast<ckernel::MathFidelity>(TW_MATH_FIDELITY))
#else
constexpr int32_t MATH_FIDELITY = TW_MATH_FIDELITY;
#endif
#endif  // TW_DST_ACCUM

#endif  // TW_GENERATED_H
