// Decodes the words that the host's TensorAccessorArgs writes. Interleaved tensors take the flags word and, from March
// 2026 on, the aligned page size; sharded ones add rank, banks, shapes and bank coordinates. A field that a flag marks
// as runtime is in the common runtime arguments instead, in the same order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <tuple>
#include <utility>

#include "api/compile_time_args.h"
#include "hostdevcommon/tensor_accessor/arg_config.hpp"
#include "internal/tensor/const.h"
#include "tw/args.h"

#ifndef TW_ERA
#define TW_ERA 202608
#endif

template <std::size_t CTA_OFFSET, std::size_t CRTA_OFFSET = tensor_accessor::UNKNOWN>
struct TensorAccessorArgs {
private:
    using Config = tensor_accessor::ArgConfig;
    // The word exists in this era's encoding.
    static constexpr uint32_t has_page_size_word = TW_ERA >= 202603 ? 1 : 0;

public:
    static constexpr auto args_config =
        tensor_accessor::ArgsConfig(static_cast<tensor_accessor::ArgsConfig::Underlying>(get_ct_arg<CTA_OFFSET>()));
    static constexpr bool is_sharded = args_config.test(Config::Sharded);
    static constexpr bool is_dram = args_config.test(Config::IsDram);
    static constexpr bool rank_is_crta = args_config.test(Config::RuntimeRank);
    static constexpr bool num_banks_is_crta = args_config.test(Config::RuntimeNumBanks);
    static constexpr bool tensor_shape_is_crta = args_config.test(Config::RuntimeTensorShape);
    static constexpr bool shard_shape_is_crta = args_config.test(Config::RuntimeShardShape);
    static constexpr bool bank_coords_is_crta = args_config.test(Config::RuntimeBankCoords);
    static constexpr bool page_size_is_crta = args_config.test(Config::RuntimePageSize);

    static_assert(!is_sharded || !rank_is_crta || (tensor_shape_is_crta && shard_shape_is_crta),
                  "TensorAccessorArgs: a runtime rank needs runtime tensor and shard shapes");
    static_assert(!is_sharded || !num_banks_is_crta || bank_coords_is_crta,
                  "TensorAccessorArgs: a runtime number of banks needs runtime bank coordinates");
    static_assert(!is_sharded || !page_size_is_crta,
                  "TensorAccessorArgs: a runtime page size exists for interleaved tensors only");

private:
    // Coordinates of two banks share a word.
    static constexpr uint32_t tw_words_of_banks(uint32_t banks) { return banks / 2 + banks % 2; }
    template <bool Present, std::size_t Word>
    static constexpr uint32_t word_or_zero() {
        if constexpr (Present) {
            return get_ct_arg<Word>();
        } else {
            return 0;
        }
    }

public:
    static constexpr uint32_t AlignedPageSizeCTAOffset = CTA_OFFSET + 1;
    // Placeholders for absent tensors may be a single zero word at the very end, so a missing page size reads as zero.
    static constexpr uint32_t AlignedPageSize =
        word_or_zero<has_page_size_word && !page_size_is_crta &&
                         (AlignedPageSizeCTAOffset < kernel_compile_time_args.size()),
                     AlignedPageSizeCTAOffset>();
    static constexpr uint32_t RankCTAOffset = CTA_OFFSET + 1 + (has_page_size_word && !page_size_is_crta ? 1 : 0);
    static constexpr uint32_t RankCT = word_or_zero<is_sharded && !rank_is_crta, RankCTAOffset>();
    static constexpr uint32_t NumBanksCTAOffset = RankCTAOffset + (rank_is_crta ? 0 : 1);
    static constexpr uint32_t NumBanksRawCT = word_or_zero<is_sharded && !num_banks_is_crta, NumBanksCTAOffset>();
    static constexpr bool is_shard_contiguous = tensor_accessor::unpack_is_shard_contiguous(NumBanksRawCT);
    static constexpr uint32_t NumBanksCT = tensor_accessor::unpack_num_banks(NumBanksRawCT);
    static constexpr uint32_t PhysicalNumBanksCT = tw_words_of_banks(NumBanksCT);
    // From here on a field takes words only if it is not a runtime one.
    static constexpr uint32_t TensorShapeCTAOffset = NumBanksCTAOffset + !num_banks_is_crta;
    static constexpr uint32_t ShardShapeCTAOffset = TensorShapeCTAOffset + RankCT * !tensor_shape_is_crta;
    static constexpr uint32_t BankCoordsCTAOffset = ShardShapeCTAOffset + RankCT * !shard_shape_is_crta;
    static constexpr uint32_t NumArgsCT =
        (is_sharded ? BankCoordsCTAOffset + PhysicalNumBanksCT * !bank_coords_is_crta : RankCTAOffset) - CTA_OFFSET;

    static_assert(!is_sharded || rank_is_crta || RankCT > 0, "TensorAccessorArgs: rank 0");
    static_assert(!is_sharded || num_banks_is_crta || NumBanksCT > 0, "TensorAccessorArgs: no banks");

    constexpr TensorAccessorArgs() = default;
    constexpr explicit TensorAccessorArgs(uint32_t crta_offset) : crta_offset_rt_(crta_offset) {}

    constexpr uint32_t crta_offset() const {
        if constexpr (CRTA_OFFSET != tensor_accessor::UNKNOWN) {
            return static_cast<uint32_t>(CRTA_OFFSET);
        } else {
            return crta_offset_rt_;
        }
    }
    constexpr uint32_t get_aligned_page_size() const {
        if constexpr (page_size_is_crta) {
            return get_common_arg_val<uint32_t>(static_cast<int>(crta_offset()));
        } else {
            return AlignedPageSize;
        }
    }
    // Where each field's words begin among the common runtime arguments, if it is one of them.
    constexpr uint32_t rank_crta_offset() const { return runtime_words_up_to(Config::RuntimeRank); }
    constexpr uint32_t num_banks_crta_offset() const { return runtime_words_up_to(Config::RuntimeNumBanks); }
    constexpr uint32_t tensor_shape_crta_offset() const { return runtime_words_up_to(Config::RuntimeTensorShape); }
    constexpr uint32_t shard_shape_crta_offset() const { return runtime_words_up_to(Config::RuntimeShardShape); }
    constexpr uint32_t bank_coords_crta_offset() const { return runtime_words_up_to(Config::RuntimeBankCoords); }

    constexpr uint32_t get_rank() const {
        if constexpr (rank_is_crta) {
            return get_common_arg_val<uint32_t>(static_cast<int>(rank_crta_offset()));
        } else {
            return RankCT;
        }
    }
    constexpr uint32_t get_num_banks() const { return tensor_accessor::unpack_num_banks(num_banks_word()); }
    constexpr bool resolve_shard_contiguous() const {
        return tensor_accessor::unpack_is_shard_contiguous(num_banks_word());
    }
    constexpr uint32_t get_physical_num_banks() const { return tw_words_of_banks(get_num_banks()); }

    static constexpr uint32_t next_compile_time_args_offset() { return NumArgsCT + CTA_OFFSET; }
    static constexpr uint32_t num_compile_time_args() { return NumArgsCT; }
    constexpr uint32_t num_common_runtime_args() const {
        if constexpr (is_sharded) {
            const uint32_t coordinates = bank_coords_is_crta ? get_physical_num_banks() : 0;
            return runtime_words_up_to(Config::RuntimeBankCoords) - crta_offset() + coordinates;
        } else {
            return page_size_is_crta;
        }
    }
    constexpr uint32_t next_common_runtime_args_offset() const { return crta_offset() + num_common_runtime_args(); }

private:
    // The first word after the fields that stand before `field`: rank, number of banks, then the two shapes.
    constexpr uint32_t runtime_words_up_to(Config field) const {
        uint32_t word = crta_offset();
        if (field > Config::RuntimeRank && rank_is_crta) ++word;
        if (field > Config::RuntimeNumBanks && num_banks_is_crta) ++word;
        if (field > Config::RuntimeTensorShape && tensor_shape_is_crta) word += get_rank();
        if (field > Config::RuntimeShardShape && shard_shape_is_crta) word += get_rank();
        return word;
    }
    constexpr uint32_t num_banks_word() const {
        if constexpr (num_banks_is_crta) {
            return get_common_arg_val<uint32_t>(static_cast<int>(num_banks_crta_offset()));
        } else {
            return NumBanksRawCT;
        }
    }
    uint32_t crta_offset_rt_ = 0;
};

namespace tensor_accessor::detail {

// The word where the accessor after `skipped` others begins.
template <uint32_t skipped, uint32_t word>
constexpr uint32_t word_of_accessor() {
    if constexpr (skipped != 0) {
        return word_of_accessor<skipped - 1, TensorAccessorArgs<word>::next_compile_time_args_offset()>();
    } else {
        return word;
    }
}

}  // namespace tensor_accessor::detail

// The accessors of NUM_TENSORS tensors whose words follow each other.
template <uint32_t NUM_TENSORS, uint32_t CTA_OFFSET>
constexpr auto make_tensor_accessor_args_tuple() {
    return []<uint32_t... I>(std::integer_sequence<uint32_t, I...>) {
        return std::make_tuple(TensorAccessorArgs<tensor_accessor::detail::word_of_accessor<I, CTA_OFFSET>()>()...);
    }(std::make_integer_sequence<uint32_t, NUM_TENSORS>());
}
