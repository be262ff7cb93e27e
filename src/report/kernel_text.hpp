// What a kernel's source says about itself: the names of its arguments and the calls it is made of.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace tilewright::report {

struct KernelText {
    std::map<uint32_t, std::string> compile_time;  // by index
    std::map<uint32_t, std::string> runtime;
    std::map<uint32_t, std::string> common;
    std::vector<std::string> helpers;  // "compute_kernel_lib::untilize", in order of appearance
    std::vector<std::string> raw_calls;
    std::string first_comment;
};
KernelText read_kernel(const std::string& source);

}  // namespace tilewright::report
