// Parsing shapes and dtypes.
#include "cli/tensor_options.hpp"

#include <fmt/format.h>

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
