// What exported host code asks of the sides of products.
#include <fmt/format.h>

#include "workshop/export/cpp_names.hpp"

namespace tilewright::workshop::exported {

namespace {

constexpr const char* kCheckSide = R"text(
// A side of a product of matrices: one matrix for all rows, or one for each of theirs. What a tile holds beyond the
// inner dimension is cleared element by element, which formats with a common exponent do not have.
void check_side(
    const char* argument,
    const Tensor& tensor,
    std::array<uint32_t, 2> size,
    uint32_t inner,
    bool one,
    const Shape& rows) {
    check_rows(argument, tensor, Layout::TILE);
    const auto& given = tensor.logical_shape();
    bool same = given[-2] == size[0] && given[-1] == size[1];
    if (one) {
        same = same && given.volume() == static_cast<uint64_t>(size[0]) * size[1];
    } else {
        same = same && given.rank() == rows.rank() && std::equal(given.cbegin(), given.cend() - 2, rows.cbegin());
    }
    TT_FATAL(
        same,
        "{}: {} must be {} of {} rows and {} columns, but its shape is {}",
        OP,
        argument,
        one ? "one matrix" : "a matrix for each of the rows'",
        size[0],
        size[1],
        given);
    const bool common = tensor.dtype() == DataType::BFLOAT8_B || tensor.dtype() == DataType::BFLOAT4_B;
    TT_FATAL(
        !common || inner % 32 == 0,
        "{}: {} has a common exponent: the inner dimension of its product must be a multiple of 32, but it is {}",
        OP,
        argument,
        inner);
}
)text";

}  // namespace

std::string check_side_text() { return kCheckSide; }

// Its size follows from the other side; the first product's right side is as wide as it is.
std::string check_side(const rows::Spec& spec, const rows::SpecInput& input) {
    using Side = MatrixSide::Side;
    const MatrixSide& operand = input.operand;
    const std::vector<std::string> sizes = size_sources(spec);
    const std::string rows = rows_shape(spec);
    std::string inner = sizes[operand.size], down = inner, across = rows + "[-1]";
    if (operand.side == Side::Left) {
        down = rows + "[-2]";
        across = inner;
    } else if (operand.side == Side::Last) {
        inner = down = rows + "[-1]";
        across = columns_of(spec, *spec.last, "args.");
    }
    if (operand.transposed) std::swap(down, across);
    return fmt::format("check_side(\"{0}\", args.{0}, {{{1}, {2}}}, {3}, {4}, {5});", input.name, down, across, inner,
                       operand.one, rows);
}

}  // namespace tilewright::workshop::exported
