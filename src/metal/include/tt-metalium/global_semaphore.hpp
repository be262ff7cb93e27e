// A semaphore that outlives programs: one word at the same L1 address on each of its cores.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <ostream>
#include <tuple>

#include "tt-metalium/buffer_types.hpp"
#include "tt-metalium/core_coord.hpp"
#include "tt-metalium/hal_types.hpp"

namespace tt::tt_metal {

class Buffer;
class IDevice;
namespace distributed {
class MeshDevice;
}

class GlobalSemaphore {
public:
    GlobalSemaphore(distributed::MeshDevice& device, CoreRangeSet cores, uint32_t initial_value,
                    BufferType buffer_type = BufferType::L1);
    GlobalSemaphore(IDevice* device, const CoreRangeSet& cores, uint32_t initial_value,
                    BufferType buffer_type = BufferType::L1);

    IDevice* device() const { return device_; }
    DeviceAddr address() const;
    void reset_semaphore_value(uint32_t reset_value) const;

    static constexpr auto attribute_names = std::forward_as_tuple("cores", "buffer_type");
    std::tuple<CoreRangeSet, BufferType> attribute_values() const { return {cores_, buffer_type_}; }

private:
    IDevice* device_;
    CoreRangeSet cores_;
    BufferType buffer_type_;
    std::shared_ptr<Buffer> buffer_;
};

}  // namespace tt::tt_metal

template <>
struct std::hash<tt::tt_metal::GlobalSemaphore> {
    std::size_t operator()(const tt::tt_metal::GlobalSemaphore& semaphore) const {
        return std::hash<tt::tt_metal::CoreRangeSet>{}(std::get<0>(semaphore.attribute_values()));
    }
};
