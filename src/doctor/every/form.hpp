// Programs of one form: the same kernels and CBs with other arguments; what was seen of them, and the laws found.
// Internal to src/doctor.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "doctor/every/for_every.hpp"
#include "doctor/every/law.hpp"
#include "doctor/every/sample.hpp"

namespace tilewright::doctor {

// Kernels, how many arguments they have, and CBs.
std::string form_of(const program::ProgramDescriptor& program);

// One core of one program, with the arguments of its kernels.
struct CoreOfMember {
    LogicalCore core;
    std::map<uint32_t, std::vector<int64_t>> values;  // by kernel
    std::map<uint32_t, int64_t> capacity;             // by CB
};

class Form {
public:
    // `free`: arguments are changed without regard to each other; what belongs together only the first program tells.
    Form(const program::ProgramDescriptor& first, bool free);

    void learn(const Member& member, const ProgramSample& sample);
    void find_laws();
    // What the laws say otherwise than was seen, in words; empty: nothing.
    std::string differs(const ProgramSample& sample) const;
    // Each set of arguments once.
    std::vector<CoreOfMember> cores_of(const program::ProgramDescriptor& program) const;
    void note(const std::vector<CoreOfMember>& cores);  // for relations

    const program::ProgramDescriptor& program() const { return program_; }
    const std::vector<uint32_t>& cbs() const { return cbs_; }
    const Law* law(Deed deed) const;
    bool all_laws() const { return laws_.size() == points_.size(); }
    // Kernels that do it to this CB, in some sample.
    std::vector<uint32_t> who(uint32_t cb, What what) const;
    // Kernels that are together on some core.
    std::set<std::set<uint32_t>> teams() const;
    std::string line(Deed deed) const;
    const std::vector<std::string>& names(uint32_t kernel) const { return names_[kernel]; }
    Relations relations(uint32_t of, uint32_t with) const;
    // All ways to lead these variables of one kernel to those of another by what is equal, the likeliest first: of the
    // same name. At least one, which may leave some out.
    std::vector<Relations> choices(uint32_t of, const std::vector<uint32_t>& these, uint32_t with,
                                   const std::vector<uint32_t>& those) const;
    bool is_free() const { return free_; }
    // Of each variable of a kernel the first that always equals it.
    std::vector<uint32_t> leaders(uint32_t kernel) const;
    size_t samples() const { return samples_; }
    // The program that was learnt first, with the arguments of this core on every core.
    program::ProgramDescriptor with(const CoreOfMember& core) const;
    // Of the program that was learnt first: as it was given.
    const std::vector<CoreOfMember>& first_cores() const { return first_cores_; }

private:
    program::ProgramDescriptor program_;
    std::vector<std::vector<ArgumentKey>> keys_;
    std::vector<std::vector<std::string>> names_;
    std::vector<uint32_t> cbs_;
    std::map<Deed, std::vector<Point>> points_;
    std::map<Deed, std::string> lines_;
    std::map<Deed, Law> laws_;
    std::vector<CoreOfMember> cores_, first_cores_;
    bool free_;
    size_t samples_ = 0;
};

}  // namespace tilewright::doctor
