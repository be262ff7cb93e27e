// Runtime arguments of one kernel on one core, writable in place: what is written here reaches the next launch.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <stdexcept>

namespace tt::tt_metal {

struct RuntimeArgsData {
    std::uint32_t* rt_args_data = nullptr;
    std::size_t rt_args_count = 0;

    std::uint32_t& operator[](std::size_t index) { return at(index); }
    const std::uint32_t& operator[](std::size_t index) const { return at(index); }
    std::uint32_t& at(std::size_t index) {
        check(index);
        return rt_args_data[index];
    }
    const std::uint32_t& at(std::size_t index) const {
        check(index);
        return rt_args_data[index];
    }
    std::uint32_t* data() noexcept { return rt_args_data; }
    const std::uint32_t* data() const noexcept { return rt_args_data; }
    std::size_t size() const noexcept { return rt_args_count; }

private:
    void check(std::size_t index) const {
        if (index < rt_args_count) return;
        throw std::out_of_range(
            fmt::format("TW3205: runtime argument {} was asked for, the kernel has {} on this core; arguments are "
                        "counted from 0 and their number is what SetRuntimeArgs gave",
                        index, rt_args_count));
    }
};

}  // namespace tt::tt_metal
