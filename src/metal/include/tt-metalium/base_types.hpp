// Settings of the math unit that kernels are configured with.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <ostream>

#include "tt_stl/enum_format.hpp"

namespace tt::tt_metal {

enum class MathFidelity : uint8_t { LoFi = 0, HiFi2 = 2, HiFi3 = 3, HiFi4 = 4, Invalid = 0xff };
enum class UnpackToDestMode : uint8_t { UnpackToDestFp32, Default };
enum class UnpackMode : uint8_t { UnpackToSrc, UnpackToDest };
enum class Precision : uint8_t { Approximate, Precise };

std::ostream& operator<<(std::ostream& os, const MathFidelity& fidelity);

}  // namespace tt::tt_metal

template <>
struct std::hash<tt::tt_metal::MathFidelity> {
    std::size_t operator()(const tt::tt_metal::MathFidelity& value) const noexcept {
        return static_cast<std::size_t>(value);
    }
};

// Programs of early 2026 name these without a namespace.
using MathFidelity = tt::tt_metal::MathFidelity;
using UnpackToDestMode = tt::tt_metal::UnpackToDestMode;
