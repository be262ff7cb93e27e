// What a command line says of tensors: shapes and dtypes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ttnn/types.hpp"

namespace tilewright::cli {

uint32_t parse_number(const std::string& text);  // 0: it is none, or too large
ttnn::DataType parse_dtype(const std::string& option, const std::string& text);
std::vector<uint32_t> parse_shape(const std::string& text);  // "2,3,64,100" or "2x3x64x100"
// "64,32": of sides of products, which have these names; empty: what suits the shape.
std::vector<uint32_t> parse_sizes(const std::string& text, const std::string& op,
                                  const std::vector<std::string>& names);
inline constexpr const char* kSizesHelp = "of sides of products beside the shape, e.g. 64,32 (K, then D)";

}  // namespace tilewright::cli
