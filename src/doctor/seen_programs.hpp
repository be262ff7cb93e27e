// Which programs a process has run, by what they are: kernels, CBs and compile-time arguments. Internal to src/doctor.
#pragma once

#include <cstddef>
#include <mutex>
#include <optional>
#include <set>
#include <string>

#include "program/descriptor.hpp"

namespace tilewright::doctor {

class SeenPrograms {
public:
    // The how manieth it is, from 0 on; nothing: it was there before.
    std::optional<size_t> add(const program::ProgramDescriptor& program);

private:
    std::mutex mutex_;
    std::set<std::string> seen_;
};

}  // namespace tilewright::doctor
