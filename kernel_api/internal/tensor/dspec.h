// How a sharded tensor lies in banks: shapes in pages, the grid of shards, bank coordinates. What the compile-time
// words give is constant; what comes as common runtime arguments is copied at construction.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "internal/tensor/array_wrapper.h"
#include "internal/tensor/const.h"

namespace tensor_accessor {

namespace detail {

// A shape whose rank is known at run time only.
struct DynamicShape {
    std::array<uint32_t, MAX_RANK> values{};
    uint32_t rank = 0;

    constexpr uint32_t& operator[](std::size_t i) { return values[i]; }
    constexpr uint32_t operator[](std::size_t i) const { return values[i]; }
    constexpr std::size_t size() const { return rank; }
    constexpr const uint32_t* begin() const { return values.data(); }
    constexpr const uint32_t* end() const { return values.data() + rank; }
};

// Packed bank coordinates in the common runtime arguments, or behind a pointer.
class DynamicBankCoords {
public:
    constexpr DynamicBankCoords() = default;
    constexpr explicit DynamicBankCoords(uint32_t first_word) : first_word_(first_word) {}
    constexpr explicit DynamicBankCoords(const uint16_t* coords) : coords_(coords) {}

    uint16_t operator[](std::size_t bank) const {
        if (coords_ != nullptr) return coords_[bank];
        const uint32_t word = get_common_arg_val<uint32_t>(static_cast<int>(first_word_ + bank / 2));
        return static_cast<uint16_t>(bank % 2 == 0 ? word : word >> 16);
    }

private:
    uint32_t first_word_ = 0;
    const uint16_t* coords_ = nullptr;
};

// Everything that follows from the two shapes.
template <typename Shape>
struct ShardGeometry {
    Shape tensor_shape{}, shard_shape{};
    Shape tensor_strides{}, shard_strides{};
    Shape shard_grid{}, shard_grid_strides{};
    std::size_t tensor_volume = 1, shard_volume = 1, num_shards = 1;

    constexpr ShardGeometry() = default;
    constexpr ShardGeometry(const Shape& tensor, const Shape& shard) : ShardGeometry() {
        tensor_shape = tensor_strides = shard_grid = shard_grid_strides = tensor;  // copies the rank, too
        shard_shape = shard_strides = shard;
        for (std::size_t i = tensor.size(); i-- > 0;) {
            tensor_strides[i] = static_cast<uint32_t>(tensor_volume);
            shard_strides[i] = static_cast<uint32_t>(shard_volume);
            shard_grid[i] = (tensor[i] + shard[i] - 1) / shard[i];
            shard_grid_strides[i] = static_cast<uint32_t>(num_shards);
            tensor_volume *= tensor[i];
            shard_volume *= shard[i];
            num_shards *= shard_grid[i];
        }
    }
};

struct Nothing {};

}  // namespace detail

template <uint32_t RankCT = 0, uint32_t NumBanksCT = 0, typename TensorShapeWrapper = ArrayDynamicWrapper,
          typename ShardShapeWrapper = ArrayDynamicWrapper, typename BankCoordsWrapper = ArrayDynamicWrapper,
          bool IsInterleaved = false, bool IsDram = false, bool IsShardContiguous = false>
struct DistributionSpec {
    // Zero stands for a number that comes at run time.
    static constexpr bool has_static_num_banks = NumBanksCT > 0;
    static constexpr bool has_static_rank = RankCT > 0;
    // What is given in full at compile time: a list needs its length, too.
    static constexpr bool bank_coords_static = BankCoordsWrapper::is_static && has_static_num_banks;
    static constexpr bool shard_shape_static = ShardShapeWrapper::is_static && has_static_rank;
    static constexpr bool tensor_shape_static = TensorShapeWrapper::is_static && has_static_rank;
    static constexpr bool shapes_static = tensor_shape_static && shard_shape_static;
    static constexpr bool is_static = shapes_static && bank_coords_static;
    static constexpr bool is_interleaved = IsInterleaved;
    static constexpr bool is_dram = IsDram;
    static constexpr bool is_shard_contiguous = IsShardContiguous;
    static constexpr auto rank_ct = RankCT;
    static constexpr auto num_banks_ct = NumBanksCT;

    using ShapeStatic = std::array<uint32_t, RankCT>;
    using ShapeDynamic = detail::DynamicShape;
    using Shape = std::conditional_t<has_static_rank, ShapeStatic, ShapeDynamic>;
    using BankCoordsDynamic = detail::DynamicBankCoords;
    using Geometry = detail::ShardGeometry<Shape>;

    constexpr DistributionSpec() = default;

    // From encoded arguments (TensorAccessorArgs).
    template <typename Args, typename = decltype(Args::args_config)>
    constexpr explicit DistributionSpec(const Args& args) {
        if constexpr (!IsInterleaved) {
            if constexpr (!shapes_static) {
                const uint32_t rank = args.get_rank();
                geometry_ = Geometry(shape<TensorShapeWrapper>(rank, args.tensor_shape_crta_offset()),
                                     shape<ShardShapeWrapper>(rank, args.shard_shape_crta_offset()));
            }
            if constexpr (!bank_coords_static) coords_ = BankCoordsDynamic(args.bank_coords_crta_offset());
            num_banks_ = args.get_num_banks();
            contiguous_ = args.resolve_shard_contiguous();
        }
    }

    // From pointers, for what is not known at compile time.
    constexpr explicit DistributionSpec(uint32_t rank_rt, uint32_t num_banks_rt = 0,
                                        const uint32_t* tensor_shape_ptr = nullptr,
                                        const uint32_t* shard_shape_ptr = nullptr,
                                        const uint16_t* bank_coords_ptr = nullptr,
                                        bool is_shard_contiguous_param = IsShardContiguous)
        : num_banks_(num_banks_rt), contiguous_(is_shard_contiguous_param) {
        if constexpr (!shapes_static && !IsInterleaved) {
            geometry_ = Geometry(pointed<TensorShapeWrapper>(rank_rt, tensor_shape_ptr),
                                 pointed<ShardShapeWrapper>(rank_rt, shard_shape_ptr));
        }
        if constexpr (!bank_coords_static) coords_ = BankCoordsDynamic(bank_coords_ptr);
    }

    constexpr uint32_t rank() const {
        if constexpr (has_static_rank) {
            return RankCT;
        } else {
            return geometry_.tensor_shape.rank;
        }
    }
    constexpr uint32_t num_banks() const {
        if constexpr (has_static_num_banks) {
            return NumBanksCT;
        } else {
            return num_banks_;
        }
    }
    constexpr bool resolve_shard_contiguous() const {
        if constexpr (has_static_num_banks) {
            return IsShardContiguous;
        } else {
            return contiguous_;
        }
    }
    constexpr const Shape& tensor_shape() const { return geometry().tensor_shape; }
    constexpr const Shape& shard_shape() const { return geometry().shard_shape; }
    constexpr const Shape& tensor_strides() const { return geometry().tensor_strides; }
    constexpr const Shape& shard_strides() const { return geometry().shard_strides; }
    constexpr const Shape& shard_grid() const { return geometry().shard_grid; }
    constexpr const Shape& shard_grid_strides() const { return geometry().shard_grid_strides; }
    constexpr std::size_t tensor_volume() const { return geometry().tensor_volume; }
    constexpr std::size_t shard_volume() const { return geometry().shard_volume; }
    constexpr std::size_t num_shards() const { return geometry().num_shards; }
    constexpr const auto& packed_xy_coords() const {
        if constexpr (bank_coords_static) {
            return BankCoordsWrapper::elements;
        } else {
            return coords_;
        }
    }

private:
    static constexpr auto make_static_geometry() {
        if constexpr (shapes_static) {
            return Geometry(TensorShapeWrapper::elements, ShardShapeWrapper::elements);
        } else {
            return detail::Nothing{};
        }
    }
    static constexpr auto static_geometry_ = make_static_geometry();

    constexpr const Geometry& geometry() const {
        if constexpr (shapes_static) {
            return static_geometry_;
        } else {
            return geometry_;
        }
    }

    static Shape make_shape(uint32_t rank) {
        Shape result{};
        if constexpr (!has_static_rank) result.rank = rank;
        return result;
    }
    template <typename Wrapper>
    static Shape shape(uint32_t rank, uint32_t first_word) {
        if constexpr (has_static_rank && Wrapper::is_static) {
            return Wrapper::elements;
        } else {
            Shape result = make_shape(rank);
            for (uint32_t i = 0; i < rank; ++i) {
                result[i] = get_common_arg_val<uint32_t>(static_cast<int>(first_word + i));
            }
            return result;
        }
    }
    template <typename Wrapper>
    static Shape pointed(uint32_t rank, const uint32_t* values) {
        if constexpr (has_static_rank && Wrapper::is_static) {
            return Wrapper::elements;
        } else {
            Shape result = make_shape(rank);
            for (uint32_t i = 0; i < rank; ++i) result[i] = values[i];
            return result;
        }
    }

    [[no_unique_address]] std::conditional_t<shapes_static || IsInterleaved, detail::Nothing, Geometry> geometry_{};
    [[no_unique_address]] std::conditional_t<bank_coords_static, detail::Nothing, BankCoordsDynamic> coords_{};
    uint32_t num_banks_ = NumBanksCT;
    bool contiguous_ = IsShardContiguous;
};

template <bool IsDram>
constexpr auto make_interleaved_dspec() {
    using NoShape = ArrayStaticWrapper<uint32_t>;
    using NoBanks = ArrayStaticWrapper<uint16_t>;
    return DistributionSpec<0, 0, NoShape, NoShape, NoBanks, /*IsInterleaved=*/true, IsDram>();
}

}  // namespace tensor_accessor
