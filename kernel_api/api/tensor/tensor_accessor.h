// TensorAccessor: from page numbers (or coordinates) of a tensor to NoC addresses, whatever its layout in memory.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>
#include <utility>

#include "api/kernel_thread_globals.h"
#include "api/tensor/page.h"
#include "api/tensor/pages_address_iterator.h"
#include "api/tensor/shard_pages_address_iterator.h"
#include "api/tensor/tensor_accessor_args.h"
#include "api/tensor/tensor_binding_token.h"
#include "internal/tensor/dspec.h"
#include "tw/dataflow/addrgen.h"

namespace tensor_accessor {

namespace detail {

template <typename T>
concept Subscriptable = requires(const T& t) { t[std::size_t{0}]; };
template <typename...>
inline constexpr bool always_false_v = false;

// The spec that a set of encoded arguments describes.
template <typename Args>
struct SpecOf;
template <std::size_t CTA, std::size_t CRTA>
struct SpecOf<TensorAccessorArgs<CTA, CRTA>> {
    using Args = TensorAccessorArgs<CTA, CRTA>;
    static constexpr bool sharded = Args::is_sharded;
    using type =
        DistributionSpec<Args::RankCT, Args::NumBanksCT,
                         typename ArrayWrapperTypeSelectorU32<sharded && !Args::tensor_shape_is_crta,
                                                              Args::TensorShapeCTAOffset, Args::RankCT>::type,
                         typename ArrayWrapperTypeSelectorU32<sharded && !Args::shard_shape_is_crta,
                                                              Args::ShardShapeCTAOffset, Args::RankCT>::type,
                         typename ArrayWrapperTypeSelectorPackedU16<sharded && !Args::bank_coords_is_crta,
                                                                    Args::BankCoordsCTAOffset, Args::NumBanksCT>::type,
                         !sharded, Args::is_dram, Args::is_shard_contiguous>;
};
template <typename Args>
using spec_of_t = typename SpecOf<Args>::type;

// A binding's arguments start one word behind its address.
template <uint32_t ADDR_CRTA_OFFSET>
inline constexpr std::size_t first_word_after_address = ADDR_CRTA_OFFSET / sizeof(uint32_t) + 1;

}  // namespace detail

FORCE_INLINE uint64_t get_dram_bank_base_offset(uint32_t bank_id, uint8_t noc) {
    return get_noc_addr_from_bank_id<true>(bank_id, 0, noc);
}

}  // namespace tensor_accessor

// ---- sharded -------------------------------------------------------------------------------------------------------
template <typename DSpecT>
struct TensorAccessor {
    using DSpec = DSpecT;
    static constexpr bool is_dram = DSpec::is_dram;

    struct PageMapping {
        std::size_t bank_id;
        std::size_t bank_page_offset;
    };

    template <std::size_t CTA_OFFSET, std::size_t CRTA_OFFSET>
    TensorAccessor(const TensorAccessorArgs<CTA_OFFSET, CRTA_OFFSET>& args, const std::size_t bank_base_address_in,
                   const uint32_t page_size_in = TensorAccessorArgs<CTA_OFFSET, CRTA_OFFSET>::AlignedPageSize)
        : dspec_{args}, bank_base_address_{static_cast<uint32_t>(bank_base_address_in)}, page_bytes_{page_size_in} {}
    template <uint32_t CTA_OFFSET, uint32_t ADDR_CRTA_OFFSET>
    TensorAccessor(tensor_accessor::TensorBindingToken<CTA_OFFSET, ADDR_CRTA_OFFSET>)
        : TensorAccessor(
              TensorAccessorArgs<CTA_OFFSET, tensor_accessor::detail::first_word_after_address<ADDR_CRTA_OFFSET>>{},
              get_common_arg_val<uint32_t>(ADDR_CRTA_OFFSET / sizeof(uint32_t))) {}
    template <typename Spec = DSpec, std::enable_if_t<std::is_same_v<std::decay_t<Spec>, DSpec>, int> = 0>
    constexpr explicit TensorAccessor(Spec&& dspec, const std::size_t bank_base_address_in,
                                      const uint32_t page_size_in = 0)
        : dspec_(std::forward<Spec>(dspec)),
          bank_base_address_(static_cast<uint32_t>(bank_base_address_in)),
          page_bytes_(page_size_in) {}
    template <typename Spec = DSpec, std::enable_if_t<Spec::is_static, int> = 0>
    constexpr explicit TensorAccessor(const std::size_t bank_base_address_in = 0, uint32_t page_size_in = 0)
        : bank_base_address_(static_cast<uint32_t>(bank_base_address_in)), page_bytes_(page_size_in) {}

    constexpr const DSpec& dspec() const { return dspec_; }
    constexpr uint32_t get_aligned_page_size() const { return page_bytes_; }
    constexpr uint32_t get_bank_base_address() const { return bank_base_address_; }

    FORCE_INLINE uint64_t get_noc_addr(const uint32_t page_id, const uint32_t offset = 0,
                                       uint8_t noc = TW_DEFAULT_NOC) const {
        return address(get_bank_and_offset(page_id), page_id, offset, noc);
    }
    template <tensor_accessor::detail::Subscriptable Coordinate>
    FORCE_INLINE uint64_t get_noc_addr(const Coordinate& page_coord, const uint32_t offset = 0,
                                       uint8_t noc = TW_DEFAULT_NOC) const {
        uint32_t page_id = 0;
        for (uint32_t i = 0; i < dspec().rank(); ++i) page_id += page_coord[i] * dspec().tensor_strides()[i];
        return address(get_bank_and_offset(page_coord), page_id, offset, noc);
    }
    FORCE_INLINE uint64_t get_shard_noc_addr(const uint32_t shard_id, const uint32_t offset = 0,
                                             uint8_t noc = TW_DEFAULT_NOC) const {
        return address(in_bank(shard_id, 0), shard_id, offset, noc, TW_PAGE_SHARD);
    }
    template <tensor_accessor::detail::Subscriptable Coordinate>
    FORCE_INLINE uint64_t get_shard_noc_addr(const Coordinate& shard_coord, const uint32_t offset = 0,
                                             uint8_t noc = TW_DEFAULT_NOC) const {
        uint32_t number = 0;
        for (uint32_t dim = dspec().rank(); dim-- > 0;) number += dspec().shard_grid_strides()[dim] * shard_coord[dim];
        return get_shard_noc_addr(number, offset, noc);
    }

    PageMapping get_bank_and_offset(uint32_t page_id) const {
        std::size_t shard_id = 0, in_shard = 0;
        for (uint32_t i = dspec().rank(); i-- > 0;) {
            place(i, page_id % dspec().tensor_shape()[i], shard_id, in_shard);
            page_id /= dspec().tensor_shape()[i];
        }
        return in_bank(shard_id, in_shard);
    }
    template <tensor_accessor::detail::Subscriptable Coordinate>
    PageMapping get_bank_and_offset(const Coordinate& page_coord) const {
        std::size_t shard_id = 0, in_shard = 0;
        for (uint32_t i = 0; i < dspec().rank(); ++i) place(i, page_coord[i], shard_id, in_shard);
        return in_bank(shard_id, in_shard);
    }

    bool is_local_bank(uint32_t virtual_x, uint32_t virtual_y, uint8_t noc = TW_DEFAULT_NOC) const {
        return virtual_x == tw_self->my_x[noc] && virtual_y == tw_self->my_y[noc];
    }
    bool is_local_addr(const uint64_t noc_addr, uint8_t noc = TW_DEFAULT_NOC) const {
        return is_local_bank(static_cast<uint32_t>(NOC_UNICAST_ADDR_X(noc_addr)),
                             static_cast<uint32_t>(NOC_UNICAST_ADDR_Y(noc_addr)), noc);
    }
    bool is_local_page(const uint32_t page_id, uint8_t noc = TW_DEFAULT_NOC) const {
        return is_local(get_bank_and_offset(page_id).bank_id, noc);
    }
    bool is_local_shard(const uint32_t shard_id, uint8_t noc = TW_DEFAULT_NOC) const {
        return is_local(in_bank(shard_id, 0).bank_id, noc);
    }

    // An end of 0 means all.
    auto pages(uint32_t start_page_id = 0, uint32_t end_page_id = 0, uint8_t noc = TW_DEFAULT_NOC) const {
        return tensor_accessor::Pages<TensorAccessor>(
            *this, start_page_id, end_page_id == 0 ? static_cast<uint32_t>(dspec().tensor_volume()) : end_page_id, 1,
            noc);
    }
    auto shard_pages(uint32_t shard_id, uint32_t start_page_offset = 0, uint32_t end_page_offset = 0,
                     uint8_t noc = TW_DEFAULT_NOC) const {
        static_assert(DSpec::has_static_rank, "TensorAccessor::shard_pages needs a rank known at compile time");
        return tensor_accessor::ShardPages<TensorAccessor>(
            *this, shard_id, start_page_offset,
            end_page_offset == 0 ? static_cast<uint32_t>(dspec().shard_volume()) : end_page_offset, noc);
    }
    auto strided_pages(uint8_t noc = TW_DEFAULT_NOC) const {
        return tensor_accessor::Pages<TensorAccessor>(
            *this, get_my_thread_id(), static_cast<uint32_t>(dspec().tensor_volume()), get_num_threads(), noc);
    }
    auto strided_shard_pages(uint8_t noc = TW_DEFAULT_NOC) const {
        static_assert(DSpec::has_static_rank, "TensorAccessor::strided_shard_pages needs a rank known at compile time");
        return tensor_accessor::StridedShardPages<TensorAccessor>(
            *this, get_my_thread_id(), static_cast<uint32_t>(dspec().num_shards()), get_num_threads(), noc);
    }

private:
    FORCE_INLINE void place(uint32_t dimension, uint32_t coordinate, std::size_t& shard_id,
                            std::size_t& in_shard) const {
        const uint32_t shard = dspec().shard_shape()[dimension];
        shard_id += coordinate / shard * dspec().shard_grid_strides()[dimension];
        in_shard += coordinate % shard * dspec().shard_strides()[dimension];
    }
    FORCE_INLINE PageMapping in_bank(std::size_t shard_id, std::size_t in_shard) const {
        std::size_t bank, slot;
        if (dspec().resolve_shard_contiguous()) {
            const std::size_t shards_per_bank = dspec().num_shards() / dspec().num_banks();
            bank = shard_id / shards_per_bank;
            slot = shard_id % shards_per_bank;
        } else {
            bank = shard_id % dspec().num_banks();
            slot = shard_id / dspec().num_banks();
        }
        return {bank, slot * dspec().shard_volume() + in_shard};
    }
    // Packed coordinates: x in the high byte (a DRAM bank's number), y in the low one.
    FORCE_INLINE uint64_t address(PageMapping page, uint32_t number, uint32_t offset, uint8_t noc,
                                  uint32_t flags = 0) const {
        const uint16_t xy = dspec().packed_xy_coords()[page.bank_id];
        const uint64_t bank = DSpec::is_dram ? tensor_accessor::get_dram_bank_base_offset(xy >> 8, noc)
                                             : NOC_XY_ADDR(xy >> 8, xy & 0xFF, 0);
        return tw::page_address(bank + bank_base_address_ + page.bank_page_offset * page_bytes_ + offset,
                                bank_base_address_, number, page_bytes_, offset,
                                flags | TW_PAGE_SHARDED | (DSpec::is_dram ? TW_PAGE_DRAM : 0));
    }
    bool is_local(std::size_t bank, uint8_t noc) const {
        const uint16_t xy = dspec().packed_xy_coords()[bank];
        return is_local_bank(xy >> 8, xy & 0xFF, noc);
    }

    [[no_unique_address]] DSpec dspec_{};
    uint32_t bank_base_address_ = 0;
    uint32_t page_bytes_ = 0;
};

// ---- interleaved: an InterleavedAddrGen, so that both interfaces work ----------------------------------------------
template <uint32_t RankCT, uint32_t NumBanksCT, typename TensorShapeWrapper, typename ShardShapeWrapper,
          typename BankCoordsWrapper, bool IsDram, bool IsShardContiguous>
struct TensorAccessor<
    tensor_accessor::DistributionSpec<RankCT, NumBanksCT, TensorShapeWrapper, ShardShapeWrapper, BankCoordsWrapper,
                                      /*IsInterleaved=*/true, IsDram, IsShardContiguous>> : InterleavedAddrGen<IsDram> {
    using DSpec = tensor_accessor::DistributionSpec<RankCT, NumBanksCT, TensorShapeWrapper, ShardShapeWrapper,
                                                    BankCoordsWrapper, true, IsDram, IsShardContiguous>;

    template <std::size_t CTA_OFFSET, std::size_t CRTA_OFFSET>
    TensorAccessor(const TensorAccessorArgs<CTA_OFFSET, CRTA_OFFSET>& args, const uint32_t bank_base_address_in)
        : TensorAccessor(args, bank_base_address_in, args.get_aligned_page_size()) {}
    template <std::size_t CTA_OFFSET, std::size_t CRTA_OFFSET>
    TensorAccessor(const TensorAccessorArgs<CTA_OFFSET, CRTA_OFFSET>&, const uint32_t bank_base_address_in,
                   const uint32_t page_size_in)
        : InterleavedAddrGen<IsDram>{.bank_base_address = bank_base_address_in, .page_size = page_size_in} {}
    template <uint32_t CTA_OFFSET, uint32_t ADDR_CRTA_OFFSET>
    TensorAccessor(tensor_accessor::TensorBindingToken<CTA_OFFSET, ADDR_CRTA_OFFSET>)
        : TensorAccessor(
              TensorAccessorArgs<CTA_OFFSET, tensor_accessor::detail::first_word_after_address<ADDR_CRTA_OFFSET>>{},
              get_common_arg_val<uint32_t>(ADDR_CRTA_OFFSET / sizeof(uint32_t))) {}
    template <typename Spec = DSpec, std::enable_if_t<std::is_same_v<std::decay_t<Spec>, DSpec>, int> = 0>
    constexpr explicit TensorAccessor(Spec&&, const std::size_t bank_base_address_in, const uint32_t page_size_in = 0)
        : InterleavedAddrGen<IsDram>{.bank_base_address = static_cast<uint32_t>(bank_base_address_in),
                                     .page_size = page_size_in} {}

    // The size as given: what one page transfer moves. Slots are InterleavedAddrGen::aligned_page_size apart.
    constexpr uint32_t get_aligned_page_size() const { return this->page_size; }
    constexpr uint32_t get_bank_base_address() const { return this->bank_base_address; }

    tensor_accessor::Pages<TensorAccessor> pages(uint32_t start_page_id, uint32_t end_page_id,
                                                 uint8_t noc = TW_DEFAULT_NOC) const {
        return {*this, start_page_id, end_page_id, 1, noc};
    }
    tensor_accessor::Pages<TensorAccessor> strided_pages(uint32_t total_pages, uint8_t noc = TW_DEFAULT_NOC) const {
        return {*this, get_my_thread_id(), total_pages, get_num_threads(), noc};
    }
    template <typename... Args>
    bool is_local_bank(Args&&...) const {
        static_assert(tensor_accessor::detail::always_false_v<Args...>,
                      "TensorAccessor::is_local_bank: sharded tensors only");
        return false;
    }
    template <typename... Args>
    bool is_local_addr(Args&&...) const {
        static_assert(tensor_accessor::detail::always_false_v<Args...>,
                      "TensorAccessor::is_local_addr: sharded tensors only");
        return false;
    }
    template <typename... Args>
    bool is_local_page(Args&&...) const {
        static_assert(tensor_accessor::detail::always_false_v<Args...>,
                      "TensorAccessor::is_local_page: sharded tensors only");
        return false;
    }
    template <typename... Args>
    bool is_local_shard(Args&&...) const {
        static_assert(tensor_accessor::detail::always_false_v<Args...>,
                      "TensorAccessor::is_local_shard: sharded tensors only");
        return false;
    }
    template <typename... Args>
    auto shard_pages(Args&&...) const {
        static_assert(tensor_accessor::detail::always_false_v<Args...>,
                      "TensorAccessor::shard_pages: sharded tensors only");
        return tensor_accessor::ShardPages<TensorAccessor>(*this, 0, 0, 0, 0);
    }
};

template <std::size_t CTA_OFFSET, std::size_t CRTA_OFFSET>
TensorAccessor(const TensorAccessorArgs<CTA_OFFSET, CRTA_OFFSET>&, std::size_t)
    -> TensorAccessor<tensor_accessor::detail::spec_of_t<TensorAccessorArgs<CTA_OFFSET, CRTA_OFFSET>>>;
template <std::size_t CTA_OFFSET, std::size_t CRTA_OFFSET>
TensorAccessor(const TensorAccessorArgs<CTA_OFFSET, CRTA_OFFSET>&, std::size_t, uint32_t)
    -> TensorAccessor<tensor_accessor::detail::spec_of_t<TensorAccessorArgs<CTA_OFFSET, CRTA_OFFSET>>>;
template <uint32_t CTA_OFFSET, uint32_t ADDR_CRTA_OFFSET>
TensorAccessor(tensor_accessor::TensorBindingToken<CTA_OFFSET, ADDR_CRTA_OFFSET>)
    -> TensorAccessor<tensor_accessor::detail::spec_of_t<
        TensorAccessorArgs<CTA_OFFSET, tensor_accessor::detail::first_word_after_address<ADDR_CRTA_OFFSET>>>>;
template <uint32_t RankCT, uint32_t NumBanksCT, typename TensorShapeWrapper, typename ShardShapeWrapper,
          typename BankCoordsWrapper, bool IsInterleaved, bool IsDram, bool IsShardContiguous>
TensorAccessor(tensor_accessor::DistributionSpec<RankCT, NumBanksCT, TensorShapeWrapper, ShardShapeWrapper,
                                                 BankCoordsWrapper, IsInterleaved, IsDram, IsShardContiguous>,
               std::size_t, uint32_t)
    -> TensorAccessor<tensor_accessor::DistributionSpec<RankCT, NumBanksCT, TensorShapeWrapper, ShardShapeWrapper,
                                                        BankCoordsWrapper, IsInterleaved, IsDram, IsShardContiguous>>;

#include "tw/dataflow/accessor_views.h"
