// What tests of the host interface share: a core to work on, and how a call is refused.
#pragma once

#include <exception>
#include <string>

#include <tt-metalium/core_coord.hpp>

constexpr tt::tt_metal::CoreCoord core = {0, 0};

// The text of the error that `action` ends with; empty when it does not fail.
template <typename Action>
std::string refusal(Action action) {
    try {
        action();
    } catch (const std::exception& error) {
        return error.what();
    }
    return "";
}
