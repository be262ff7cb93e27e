// How the elements that stay in DST are declared; included by the files that list them.
#pragma once

#include "tw/compute/sfpu_api.h"
#include "ttnn/cpp/ttnn/kernel_lib/eltwise_elements.hpp"
#include "ttnn/cpp/ttnn/kernel_lib/eltwise_op_params.hpp"

namespace compute_kernel_lib::detail {

// Run-time parameters of an element, in the order its constructor takes them.
template <uint32_t count>
struct DestParameters {
    uint32_t p[count] = {};
    constexpr DestParameters() noexcept = default;
    template <typename... Ts>
        requires(sizeof...(Ts) == count)
    constexpr explicit DestParameters(Ts... values) noexcept : p{static_cast<uint32_t>(values)...} {}
};

// Switches and slot of an element whose argument list changed over time, told apart by type.
struct DestSwitches {
    bool fast[2];
    uint32_t fasts = 0;
    bool legacy = false;
    Dst slot = Dst::D0;
    constexpr void take(Approx value) { fast[fasts++ & 1] = value == Approx::Fast; }
    constexpr void take(Legacy value) { legacy = value == Legacy::On; }
    constexpr void take(Dst value) { slot = value; }
};
template <bool default_fast, auto... Args>
consteval DestSwitches dest_switches() {
    DestSwitches found{{default_fast, default_fast}};
    (found.take(Args), ...);
    return found;
}

}  // namespace compute_kernel_lib::detail

// `d` is the slot; `p` the parameters; `fast` and `legacy` the switches.
#define TW_DEST_ELEMENT(Name, INIT, TILE)                  \
    template <Dst Slot = Dst::D0>                          \
    struct Name : UnaryOp<Name<Slot>, Slot> {              \
        static ALWI void init() { INIT; }                  \
        ALWI void exec_impl(uint32_t slot_offset) const {  \
            const uint32_t d = to_u32(Slot) + slot_offset; \
            TILE;                                          \
        }                                                  \
    };
#define TW_DEST_ELEMENT_WITH(Name, count, INIT, TILE)                        \
    template <Dst Slot = Dst::D0>                                            \
    struct Name : UnaryOp<Name<Slot>, Slot>, detail::DestParameters<count> { \
        using detail::DestParameters<count>::DestParameters;                 \
        using detail::DestParameters<count>::p;                              \
        ALWI void init() const { INIT; }                                     \
        ALWI void exec_impl(uint32_t slot_offset) const {                    \
            const uint32_t d = to_u32(Slot) + slot_offset;                   \
            TILE;                                                            \
        }                                                                    \
    };
#define TW_DEST_ELEMENT_SWITCHED(Name, default_fast, INIT, TILE)                                \
    template <auto... Args>                                                                     \
    struct Name : UnaryOp<Name<Args...>, detail::dest_switches<default_fast, Args...>().slot> { \
        static constexpr auto switches = detail::dest_switches<default_fast, Args...>();        \
        static constexpr bool fast = switches.fast[0], legacy = switches.legacy;                \
        static ALWI void init() { INIT; }                                                       \
        ALWI void exec_impl(uint32_t slot_offset) const {                                       \
            const uint32_t d = to_u32(switches.slot) + slot_offset;                             \
            TILE;                                                                               \
        }                                                                                       \
    };
#define TW_DEST_ELEMENT_BINARY(Name, INIT, TILE)                                         \
    template <Dst In0 = Dst::D0, Dst In1 = Dst::D1, Dst Out = Dst::D0>                   \
    struct Name : BinaryOp<Name<In0, In1, Out>, In0, In1, Out> {                         \
        static ALWI void init() { INIT; }                                                \
        ALWI void exec_impl(uint32_t slot_offset) const {                                \
            const uint32_t a = to_u32(In0) + slot_offset, b = to_u32(In1) + slot_offset; \
            const uint32_t o = to_u32(Out) + slot_offset;                                \
            TILE;                                                                        \
        }                                                                                \
    };
#define TW_DEST_ELEMENT_BINARY_FORMAT(Name, INIT, TILE)                                  \
    template <DataFormat DF, Dst In0 = Dst::D0, Dst In1 = Dst::D1, Dst Out = Dst::D0>    \
    struct Name : BinaryOp<Name<DF, In0, In1, Out>, In0, In1, Out> {                     \
        static ALWI void init() { INIT; }                                                \
        ALWI void exec_impl(uint32_t slot_offset) const {                                \
            const uint32_t a = to_u32(In0) + slot_offset, b = to_u32(In1) + slot_offset; \
            const uint32_t o = to_u32(Out) + slot_offset;                                \
            TILE;                                                                        \
        }                                                                                \
    };
