// Enums and constants of the compute API. Data-movement kernels may use them too.
#pragma once

#include <cstdint>

#include "tw/tensix_types.h"

namespace ckernel {

// Unscoped, so that the integer conversions of older kernels compile, but in a namespace of their own, so that only the
// qualified names are visible. Older eras get the bare names in tw/compute_kernel.h.
namespace tw_enums {

enum VectorMode : std::uint8_t { None = 0, R = 1, C = 2, RC = 4, RC_custom = 6, Invalid = 0xFF };
enum ReduceDim : std::uint8_t { REDUCE_ROW, REDUCE_COL, REDUCE_SCALAR };
enum PoolType : std::uint8_t { SUM, AVG, MAX, MIN };
enum DataCopyType : std::uint8_t { A2D, B2D };
enum EltwiseBinaryType : std::uint8_t { ELWMUL, ELWDIV, ELWADD, ELWSUB, ELWLESS };
enum BroadcastType : std::uint8_t { NONE = 0, COL = 1, ROW = 2, SCALAR = 3 };
enum DstSync : std::uint8_t { SyncHalf = 0, SyncFull = 1 };
enum ReluType : std::uint8_t { NO_RELU, ZERO_RELU, MIN_THRESHOLD_RELU, MAX_THRESHOLD_RELU };

}  // namespace tw_enums

using tw_enums::BroadcastType;
using tw_enums::DataCopyType;
using tw_enums::DstSync;
using tw_enums::EltwiseBinaryType;
using tw_enums::PoolType;
using tw_enums::ReduceDim;
using tw_enums::ReluType;
using tw_enums::VectorMode;

// Which operation a raw call of the SFPU with a scalar does.
enum { ADD_UNARY = 0, SUB_UNARY = 1, MUL_UNARY = 2, DIV_UNARY = 3, RSUB_UNARY = 4 };

enum class EltwiseBinaryReuseDestType { NONE = 0, DEST_TO_SRCA = 1, DEST_TO_SRCB = 2 };
enum class Transpose : std::uint8_t { None = 0, IntraFace = 1, InterFace = 2, Both = 3 };
enum class MathFidelity : std::uint8_t { LoFi = 0, HiFi2 = 2, HiFi3 = 3, HiFi4 = 4 };
enum class StochRndType : std::uint8_t { None = 0, Fpu = 1, Pack = 2, All = 0xf };
enum class SrcOrder : bool { Regular = false, Reverse = true };
enum class PackMode : std::uint8_t { Default, Untilize, Tilize };
enum class p_dim_stride_target { IGNORE, FACE_ROW_MAJOR, TILE_ROW_MAJOR };
enum class DataLayout : std::uint8_t { TILE, ROW_MAJOR };
enum ThreadId : std::uint8_t {
    BriscThreadId = 0,
    UnpackThreadId = 1,
    MathThreadId = 2,
    PackThreadId = 3,
    ThreadIdCount = 4
};

constexpr bool UnpackToDestEn = true;
constexpr bool UnpackToDestDis = false;

constexpr std::uint32_t FACE_HEIGHT = 16, FACE_WIDTH = 16, TILE_HEIGHT = 32, TILE_WIDTH = 32;
constexpr std::uint32_t FACE_R_DIM = 16, FACE_C_DIM = 16, TILE_R_DIM = 32, TILE_C_DIM = 32, TILE_NUM_FACES = 4;
constexpr std::uint8_t MAX_FACE_R_DIM = 16, MAX_FACE_C_DIM = 16, MAX_NUM_FACES_R_DIM = 2, MAX_NUM_FACES_C_DIM = 2,
                       MAX_NUM_FACES = 4;

constexpr std::uint8_t MAX_TILE_R_DIM = 32, MAX_TILE_C_DIM = 32;

// Shape of an operand in faces.
struct TensorShape {
    std::uint8_t face_r_dim = MAX_FACE_R_DIM;
    std::uint8_t face_c_dim = MAX_FACE_C_DIM;
    std::uint8_t num_faces_r_dim = MAX_NUM_FACES_R_DIM;
    std::uint8_t num_faces_c_dim = MAX_NUM_FACES_C_DIM;
    constexpr std::uint16_t total_row_dim() const { return face_r_dim * num_faces_r_dim; }
    constexpr std::uint16_t total_col_dim() const { return face_c_dim * num_faces_c_dim; }
    constexpr std::uint8_t total_num_faces() const { return num_faces_r_dim * num_faces_c_dim; }
    constexpr std::uint16_t total_tensor_size() const { return total_num_faces() * face_r_dim * face_c_dim; }
};

constexpr TensorShape DEFAULT_TENSOR_SHAPE{};
constexpr TensorShape make_tensor_shape(std::uint32_t face_r_dim, std::uint32_t face_c_dim,
                                        std::uint32_t num_faces_r_dim, std::uint32_t num_faces_c_dim) {
    const auto small = [](std::uint32_t extent) { return static_cast<std::uint8_t>(extent); };
    return {small(face_r_dim), small(face_c_dim), small(num_faces_r_dim), small(num_faces_c_dim)};
}
constexpr TensorShape tensor_shape_from_num_faces(std::uint32_t face_r_dim = 16, std::uint32_t num_faces = 4) {
    return make_tensor_shape(face_r_dim, 16, num_faces <= 2 ? 1 : 2, num_faces <= 2 ? num_faces : 2);
}

// Activation in the packer. Thresholds are the upper 16 bits of a float32.
struct ReluConfig {
    static constexpr ReluConfig none() { return {ReluType::NO_RELU, 0}; }
    static constexpr ReluConfig zero() { return {ReluType::ZERO_RELU, 0}; }
    static constexpr ReluConfig min_threshold(std::uint32_t threshold) {
        return {ReluType::MIN_THRESHOLD_RELU, threshold};
    }
    static constexpr ReluConfig max_threshold(std::uint32_t threshold) {
        return {ReluType::MAX_THRESHOLD_RELU, threshold};
    }
    // Mode in the two low bits, threshold in the upper half.
    static constexpr ReluConfig from_packed(std::uint32_t packed) {
        return {static_cast<ReluType>(packed & 3), packed >> 16};
    }
    constexpr ReluType get_mode() const { return mode; }
    constexpr std::uint32_t get_threshold() const { return threshold; }

private:
    constexpr ReluConfig(ReluType m, std::uint32_t t) : mode(m), threshold(t) {}
    ReluType mode;
    std::uint32_t threshold;
};

}  // namespace ckernel
