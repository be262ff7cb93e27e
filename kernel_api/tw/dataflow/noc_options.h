// Options of the Noc object's transfers. From June 2026 they are NocOptions flags; before, enums nested in Noc. The
// transfer members take any list of constants, and this file sorts them out by type.
#pragma once

#include <cstdint>
#include <type_traits>

#include "tw/dataflow/memory_map.h"
#include "tw/dataflow/noc_address.h"

enum class NocOptions : uint32_t {
    DEFAULT = 0,
    TXN_ID = 1,
    POSTED = 2,
    CUSTOM_VC = 4,
    MCAST_INCL_SRC = 8,
    INLINE_L1 = 16,
    INLINE_REG = 32,
};

// Values of options that have one.
struct NocOptVals {
    uint32_t vc = NOC_UNICAST_WRITE_VC;
    uint32_t trid = 0;
};

constexpr bool has_flag(NocOptions opts, NocOptions flag) noexcept { return (uint32_t(opts) & uint32_t(flag)) != 0; }
constexpr NocOptions operator|(NocOptions some, NocOptions more) noexcept {
    return NocOptions{uint32_t(some) | uint32_t(more)};
}

namespace tw {

// The older spellings; Noc has them as members.
enum class NocAddressType { NOC, LOCAL_L1 };
enum class NocTxnIdMode { ENABLED, DISABLED };
enum class NocResponseMode { NON_POSTED, POSTED };
enum class NocBarrierMode { TXN_ID, FULL };
enum class NocMcastMode { INCLUDE_SRC, EXCLUDE_SRC };
enum class NocVcSelection { DEFAULT, CUSTOM };

constexpr NocOptions noc_flags(NocOptions options) { return options; }
constexpr NocOptions noc_flags(NocTxnIdMode mode) {
    return mode == NocTxnIdMode::ENABLED ? NocOptions::TXN_ID : NocOptions::DEFAULT;
}
constexpr NocOptions noc_flags(NocResponseMode mode) {
    return mode == NocResponseMode::POSTED ? NocOptions::POSTED : NocOptions::DEFAULT;
}
constexpr NocOptions noc_flags(NocBarrierMode mode) {
    return mode == NocBarrierMode::TXN_ID ? NocOptions::TXN_ID : NocOptions::DEFAULT;
}
constexpr NocOptions noc_flags(NocMcastMode mode) {
    return mode == NocMcastMode::INCLUDE_SRC ? NocOptions::MCAST_INCL_SRC : NocOptions::DEFAULT;
}
template <typename Other>  // sizes, tracing switches, channels
constexpr NocOptions noc_flags(Other) {
    return NocOptions::DEFAULT;
}

template <auto... Options>
struct NocOptionList {
    static constexpr NocOptions flags = (NocOptions::DEFAULT | ... | noc_flags(Options));
    static constexpr bool posted = has_flag(flags, NocOptions::POSTED);
    static constexpr bool tagged = has_flag(flags, NocOptions::TXN_ID);
    static constexpr bool loopback = has_flag(flags, NocOptions::MCAST_INCL_SRC);

    // The first integer that is not a bool is max_page_size.
    static constexpr uint32_t max_page_size = [] {
        uint32_t result = NOC_MAX_BURST_SIZE + 1;
        bool found = false;
        auto look = [&](auto value) {
            using T = decltype(value);
            if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
                if (!found) result = static_cast<uint32_t>(value);
                found = true;
            }
        };
        (look(Options), ...);
        return result;
    }();
    static constexpr bool one_packet = max_page_size <= NOC_MAX_BURST_SIZE;
};

}  // namespace tw
