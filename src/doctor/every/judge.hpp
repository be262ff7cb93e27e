// From laws to a verdict for each CB. Internal to src/doctor.
#pragma once

#include "doctor/every/form.hpp"

namespace tilewright::doctor {

// A member of which only the arguments are known.
struct Looked {
    std::string text;
    std::map<std::string, int64_t> about;
    std::vector<CoreOfMember> cores;
    size_t number = 0;  // among the family's
};

// Where a law says that a CB does not go well: to be run before it is said.
struct Witness {
    std::optional<size_t> number;  // of a member; else
    CoreOfMember core;             // the arguments
};

struct JudgedCb {
    EveryCb row;
    std::optional<Witness> witness;
};
JudgedCb judge_cb(const Form& form, uint32_t cb, const std::vector<Looked>& looked, const Family& family);

}  // namespace tilewright::doctor
