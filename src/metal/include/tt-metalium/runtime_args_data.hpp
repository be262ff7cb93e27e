// Runtime arguments of one kernel on one core, writable in place: what is written here reaches the next launch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

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
        if (index >= rt_args_count) {
            throw std::out_of_range("Index " + std::to_string(index) + " is larger than runtime args size " +
                                    std::to_string(rt_args_count));
        }
    }
};

}  // namespace tt::tt_metal
