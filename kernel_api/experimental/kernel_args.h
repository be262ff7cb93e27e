// Named arguments and bindings: the types that a generated prologue fills the namespaces args, dfb, tensor, sem and
// scratch with. `get_arg(args::n)` is found through the argument's own namespace.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "internal/risc_attribs.h"
#include "tw/args.h"
#include "tw/dataflow/side.h"
#ifdef TW_COMPUTE_SIDE
#include "api/compute/common.h"
#endif

// An entry point with named arguments; the generated kernel_main calls it.
#ifndef TT_KERNEL
#define TT_KERNEL static FORCE_INLINE
#endif

namespace experimental {

template <typename T>
struct RtaArg {
    uint32_t byte_offset;
};
template <typename T>
struct CrtaArg {
    uint32_t byte_offset;
};
template <typename T>
struct CtaVal {
    T value;
    constexpr operator T() const { return value; }
};

template <typename T>
FORCE_INLINE T get_arg(RtaArg<T> arg) {
    return get_arg_val<T>(static_cast<int>(arg.byte_offset / 4));
}
template <typename T>
FORCE_INLINE T get_arg(CrtaArg<T> arg) {
    return get_common_arg_val<T>(static_cast<int>(arg.byte_offset / 4));
}
template <typename T>
FORCE_INLINE constexpr T get_arg(CtaVal<T> arg) {
    return arg.value;
}

}  // namespace experimental

// Varargs follow the named arguments, but compile-time ones come first. A generated prologue that knows how many named
// words there are defines these numbers before this file, or TW_VARARGS_DEFINED and functions of its own.
#ifndef TW_VARARGS_DEFINED
#define TW_VARARGS_DEFINED
#ifndef TW_NAMED_RTA_WORDS
#define TW_NAMED_RTA_WORDS 0
#endif
#ifndef TW_NAMED_CRTA_WORDS
#define TW_NAMED_CRTA_WORDS 0
#endif
#ifndef TW_COMPILE_TIME_VARARGS
#define TW_COMPILE_TIME_VARARGS (kernel_compile_time_args.size())
#endif
FORCE_INLINE uint32_t get_vararg(uint32_t index) {
    return get_arg_val<uint32_t>(static_cast<int>(TW_NAMED_RTA_WORDS + index));
}
FORCE_INLINE uint32_t get_common_vararg(uint32_t index) {
    return get_common_arg_val<uint32_t>(static_cast<int>(TW_NAMED_CRTA_WORDS + index));
}
constexpr uint32_t get_num_compile_time_varargs() { return static_cast<uint32_t>(TW_COMPILE_TIME_VARARGS); }
template <std::size_t index>
constexpr uint32_t get_compile_time_vararg() {
    static_assert(index < get_num_compile_time_varargs(), "get_compile_time_vararg: no argument of this index");
    return get_compile_time_arg_val(index);
}
constexpr uint32_t get_compile_time_vararg(uint32_t index) { return kernel_compile_time_args[index]; }
#endif
