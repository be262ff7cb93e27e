// Predicted against measured durations of programs of our own: one part of `tilewright bench`.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace tilewright::cli {

// What the program bench_silicon beside this one says. `set`: of this set alone, "." for all; quick: one row a set.
nlohmann::json bench_silicon(const std::string& set, bool quick);
std::string silicon_table(const nlohmann::json& silicon);

}  // namespace tilewright::cli
