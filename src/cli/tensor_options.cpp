// Parsing shapes and dtypes.
#include "cli/tensor_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/error.hpp"
#include "base/product.hpp"

namespace tilewright::cli {

uint32_t parse_number(const std::string& text) {
    if (text.empty() || text.size() > 9 || text.find_first_not_of("0123456789") != std::string::npos) return 0;
    return static_cast<uint32_t>(std::stoul(text));
}

ttnn::DataType parse_dtype(const std::string& option, const std::string& text) {
    if (text == "bfloat16" || text == "bf16") return ttnn::DataType::BFLOAT16;
    if (text == "float32" || text == "fp32") return ttnn::DataType::FLOAT32;
    throw Error("TW4000", fmt::format("{}: \"{}\" is no dtype of the ops", option, text), "give bfloat16 or float32",
                Exit::Usage);
}

std::vector<uint32_t> parse_sizes(const std::string& text, const std::string& op,
                                  const std::vector<std::string>& names) {
    if (text.empty()) return {};
    std::vector<uint32_t> sizes;
    std::string part;
    for (const char letter : text + ",") {
        if (letter != ',') {
            part += letter;
            continue;
        }
        sizes.push_back(parse_number(part));
        if (sizes.back() == 0) {
            throw Error("TW4003", fmt::format("--sizes: \"{}\" is no number of at least 1", part),
                        "give numbers with commas, e.g. --sizes 64,32", Exit::Usage);
        }
        part.clear();
    }
    if (sizes.size() == names.size()) return sizes;
    throw Error("TW4003", fmt::format("--sizes: {} given, but {} has {}", sizes.size(), op, names.size()),
                names.empty() ? "leave --sizes out: the formula has no products of matrices"
                              : fmt::format("give them in this order: {}", fmt::join(names, ", ")),
                Exit::Usage);
}

std::vector<uint32_t> parse_shape(const std::string& text) {
    std::vector<uint32_t> shape;
    std::string part;
    for (const char letter : text + ",") {
        if (letter != ',' && letter != 'x') {
            part += letter;
            continue;
        }
        const uint32_t dim = parse_number(part);
        if (dim == 0) {
            throw Error("TW4003",
                        fmt::format("--shape: \"{}\" is no shape: \"{}\" is no number of at least 1", text, part),
                        "give dimensions with commas, e.g. --shape 2,3,64,100", Exit::Usage);
        }
        shape.push_back(dim);
        part.clear();
    }
    constexpr size_t most_dimensions = 8;
    if (shape.size() > most_dimensions) {
        throw Error("TW4003", fmt::format("--shape has {} dimensions; it can have {}", shape.size(), most_dimensions),
                    "give fewer dimensions: only the last one and the product of the others matter to rows",
                    Exit::Usage);
    }
    if (bounded_volume(shape) > kMostElements) {
        throw Error("TW4003", fmt::format("--shape: {} has more than 2^60 elements", text), "give smaller dimensions",
                    Exit::Usage);
    }
    return shape;
}

}  // namespace tilewright::cli
