// Words of C++ and Python, types and macros of the headers, and words of every op's own call, that generated code
// cannot use as names.
#pragma once

#include <string>
#include <string_view>

namespace tilewright::workshop::rows {

inline constexpr std::string_view kReserved =
    " False None True "
    "alignas alignof and and_eq as asm assert async auto await bitand bitor bool break case catch char char16_t "
    "char32_t char8_t class co_await co_return co_yield compl concept const const_cast consteval constexpr "
    "constinit continue decltype def default del delete do double dynamic_cast elif else enum except explicit "
    "export extern false finally float for friend from global goto if import in inline int is lambda long mutable "
    "namespace new noexcept nonlocal not not_eq nullptr operator or or_eq pass private protected public raise "
    "register reinterpret_cast requires return short signed sizeof static static_assert static_cast struct switch "
    "template this thread_local throw true try typedef typeid typename union unsigned using virtual void volatile "
    "wchar_t while with xor xor_eq yield "
    "int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t size_t ptrdiff_t std tt ttnn ckernel NULL EOF "
    "INFINITY NAN linux unix main kernel_main "
    "dtype memory_config core_grid compute_kernel_config output_dtype output_mem_config ";

inline bool is_reserved(const std::string& name) { return kReserved.find(" " + name + " ") != kReserved.npos; }

}  // namespace tilewright::workshop::rows
