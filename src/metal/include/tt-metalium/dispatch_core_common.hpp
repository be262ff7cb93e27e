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
    DispatchCoreConfig(DispatchCoreType cores) : cores_{cores} {}
    DispatchCoreConfig(DispatchCoreType cores, DispatchCoreAxis along) : cores_{cores}, along_{along} {}
    bool operator==(const DispatchCoreConfig& other) const = default;

    void set_dispatch_core_axis(DispatchCoreAxis along) { along_ = along; }
    void set_dispatch_core_type(DispatchCoreType cores) { cores_ = cores; }
    DispatchCoreAxis get_dispatch_core_axis() const { return along_.value_or(DispatchCoreAxis::ROW); }
    DispatchCoreType get_dispatch_core_type() const { return cores_; }

    static constexpr auto attribute_names = std::forward_as_tuple("type", "axis");
    auto attribute_values() const { return std::tie(cores_, along_); }

private:
    DispatchCoreType cores_ = DispatchCoreType::WORKER;
    std::optional<DispatchCoreAxis> along_;  // none: rows
};

}  // namespace tt::tt_metal

template <>
struct std::hash<tt::tt_metal::DispatchCoreConfig> {
    std::size_t operator()(const tt::tt_metal::DispatchCoreConfig& config) const {
        return static_cast<std::size_t>(config.get_dispatch_core_type()) * 31u +
               static_cast<std::size_t>(config.get_dispatch_core_axis());
    }
};
