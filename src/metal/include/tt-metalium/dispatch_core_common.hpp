// Where dispatch would run on silicon. Accepted and kept; the virtual card dispatches from the host.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <tuple>

namespace tt::tt_metal {

enum class DispatchCoreType : uint32_t { WORKER, ETH, COUNT };
enum class DispatchCoreAxis { ROW, COL, COUNT };

class DispatchCoreConfig {
public:
    DispatchCoreConfig() = default;
    DispatchCoreConfig(DispatchCoreType type) : type_(type) {}
    DispatchCoreConfig(DispatchCoreType type, DispatchCoreAxis axis) : type_(type), axis_(axis) {}

    static constexpr auto attribute_names = std::forward_as_tuple("type", "axis");
    auto attribute_values() const { return std::forward_as_tuple(type_, axis_); }

    DispatchCoreType get_dispatch_core_type() const { return type_; }
    void set_dispatch_core_type(DispatchCoreType new_type) { type_ = new_type; }
    DispatchCoreAxis get_dispatch_core_axis() const { return axis_.value_or(DispatchCoreAxis::ROW); }
    void set_dispatch_core_axis(DispatchCoreAxis new_axis) { axis_ = new_axis; }
    bool operator==(const DispatchCoreConfig& other) const = default;

private:
    DispatchCoreType type_ = DispatchCoreType::WORKER;
    std::optional<DispatchCoreAxis> axis_;
};

}  // namespace tt::tt_metal

template <>
struct std::hash<tt::tt_metal::DispatchCoreConfig> {
    std::size_t operator()(const tt::tt_metal::DispatchCoreConfig& config) const {
        return static_cast<std::size_t>(config.get_dispatch_core_type()) * 31u +
               static_cast<std::size_t>(config.get_dispatch_core_axis());
    }
};
