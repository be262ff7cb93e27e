// Ground for every compute call: thread macros and entry names.
//
// A kernel is compiled once per thread (TRISC_UNPACK, TRISC_MATH, TRISC_PACK) or once for all three (TW_FUSED). Each
// call is written as its parts, and a part exists only on its thread.
#pragma once

#include <cstdint>
#include <type_traits>

#include "hostdevcommon/kernel_structs.h"
#include "internal/circular_buffer_interface.h"
#include "internal/risc_attribs.h"
#include "tw/tensix_types.h"
#include "tw/abi.h"
#include "tw/abi_blocks.h"
#include "tw/compute/enums.h"
#include "tw/runtime_args.h"

#ifndef ALWI
#ifdef TW_DEBUG  // a call stays a call, so that its line has code to stop at
#define ALWI inline
#else
#define ALWI inline __attribute__((always_inline))
#endif
#endif

#if defined(TW_FUSED)
#define TW_ON_UNPACK 1
#define TW_ON_MATH 1
#define TW_ON_PACK 1
#elif defined(TRISC_UNPACK)
#define TW_ON_UNPACK 1
#elif defined(TRISC_MATH)
#define TW_ON_MATH 1
#elif defined(TRISC_PACK)
#define TW_ON_PACK 1
#else
#error "tilewright: a compute kernel is compiled with one of TW_FUSED, TRISC_UNPACK, TRISC_MATH, TRISC_PACK"
#endif

// One thread and no checks: sequences of calls may be made as one.
#if defined(TW_FUSED) && !defined(TW_STRICT)
#define TW_BLOCK_CALLS 1
#endif

#ifdef TW_ON_UNPACK
#define UNPACK(...) __VA_ARGS__
#else
#define UNPACK(...)
#endif
#ifdef TW_ON_MATH
#define MATH(...) __VA_ARGS__
#else
#define MATH(...)
#endif
#ifdef TW_ON_PACK
#define PACK(...) __VA_ARGS__
#else
#define PACK(...)
#endif

// The older entry form: namespace NAMESPACE { void MAIN { ... } }.
#ifndef MAIN
#if defined(TW_FUSED)
#define NAMESPACE chlkc_fused
#define MAIN fused_main()
#elif defined(TRISC_UNPACK)
#define NAMESPACE chlkc_unpack
#define MAIN unpack_main()
#elif defined(TRISC_MATH)
#define NAMESPACE chlkc_math
#define MAIN math_main()
#else
#define NAMESPACE chlkc_pack
#define MAIN pack_main()
#endif
#endif

using namespace ckernel;

namespace tw {

template <auto...>
inline constexpr bool always_false_value = false;
template <typename...>
inline constexpr bool always_false = false;

}  // namespace tw
