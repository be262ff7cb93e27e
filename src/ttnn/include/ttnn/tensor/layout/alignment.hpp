// What the dimensions of a tensor are rounded up to, counted from the last one.
#pragma once

#include <tuple>

#include "tt-metalium/shape_base.hpp"

namespace tt::tt_metal {

class Alignment final : protected ShapeBase {
public:
    using ShapeBase::ShapeBase;
    using ShapeBase::operator[];
    using ShapeBase::begin;
    using ShapeBase::empty;
    using ShapeBase::end;
    using ShapeBase::size;
    using ShapeBase::view;

    bool operator==(const Alignment& other) const {
        return ShapeBase::operator==(static_cast<const ShapeBase&>(other));
    }

    static constexpr auto attribute_names = std::forward_as_tuple("value");
    auto attribute_values() const { return std::make_tuple(this->view()); }
};

}  // namespace tt::tt_metal
