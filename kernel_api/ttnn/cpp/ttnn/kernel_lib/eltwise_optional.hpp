// Elements that a compile-time condition switches off; the chain then runs as if they were not there.
#pragma once

#include "ttnn/cpp/ttnn/kernel_lib/eltwise_chain.hpp"

namespace compute_kernel_lib {

template <bool COND, class Inner>
struct OptionalChainElement : Inner {
    using Inner::Inner;
};

// No tag, no slots: nothing in the walk applies to it.
template <class Inner>
struct OptionalChainElement<false, Inner> {
    static constexpr uint32_t lane_width = 0;
    constexpr OptionalChainElement() noexcept = default;
    template <class... Ignored>
    constexpr explicit OptionalChainElement(Ignored&&...) noexcept {}
};

template <bool COND, class Inner>
using Optional = OptionalChainElement<COND, Inner>;

// Conditions known only at run time would need every branch's setup in the loop.
template <class... Branch>
void runtime_if(bool, Branch...) {
    static_assert(sizeof...(Branch) == ~0ull,
                  "runtime_if: not provided by this kernel_lib; call eltwise_chain in each branch of an if, or use "
                  "OptionalChainElement for a condition known at compile time");
}

}  // namespace compute_kernel_lib
