// One call for a circular buffer of so many pages.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <tuple>
#include <variant>

#include "tt-metalium/host_api.hpp"
#include "tt-metalium/program.hpp"

namespace tt::tt_metal {

// One allocation under N indices. With a buffer the CB lies on it.
template <std::size_t N>
std::tuple<std::array<uint32_t, N>, CBHandle> create_cb(
    const uint32_t (&cbs)[N], Program& program, const std::variant<CoreCoord, CoreRange, CoreRangeSet>& core_spec,
    uint32_t page_size, uint32_t num_pages, const tt::DataFormat data_format, Buffer* buffer = nullptr) {
    std::map<uint8_t, tt::DataFormat> formats;
    for (uint32_t cb : cbs) formats[static_cast<uint8_t>(cb)] = data_format;
    CircularBufferConfig config(num_pages * page_size, formats);
    std::array<uint32_t, N> indices{};
    for (std::size_t i = 0; i < N; ++i) {
        indices[i] = cbs[i];
        config.set_page_size(static_cast<uint8_t>(cbs[i]), page_size);
    }
    if (buffer != nullptr) config.set_globally_allocated_address(*buffer);
    return {indices, CreateCircularBuffer(program, core_spec, config)};
}

inline std::tuple<uint32_t, CBHandle> create_cb(uint32_t cb, Program& program,
                                                const std::variant<CoreCoord, CoreRange, CoreRangeSet>& core_spec,
                                                uint32_t page_size, uint32_t num_pages,
                                                const tt::DataFormat data_format, Buffer* buffer = nullptr) {
    const uint32_t cbs[] = {cb};
    const auto handle = std::get<1>(create_cb(cbs, program, core_spec, page_size, num_pages, data_format, buffer));
    return {cb, handle};
}

// Bytes of all CBs that are not placed on a buffer.
inline uint32_t calculate_total_cb_size(const Program& program) {
    size_t bytes = 0;
    for (const auto& held : program.circular_buffers()) bytes += held->globally_allocated() ? 0 : held->size();
    return static_cast<uint32_t>(bytes);
}

}  // namespace tt::tt_metal
