// A program that breaks no rule and gives a wrong result: what its host may have meant instead. Changes of arguments
// and of formats, the likelier ones first. Nothing here says that one helps: who knows the right result tries them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "card/card.hpp"
#include "doctor/proposal.hpp"

namespace tilewright::doctor {

struct HostChange {
    Proposal proposal;
    std::string what;  // how it is now: "runtime arg 0 (src_addr) of reader is the address of input 1, buffer 2: ..."
    Place place;       // the kernel that gets it
    std::optional<uint32_t> cb;
    bool builds = false;  // kernels are built anew for it
};

// Addresses of other tensors, two addresses exchanged, numbers of single cores (what the others have; one more or less;
// neighbours exchanged), formats of CBs, compile-time numbers one more or less. At most some hundreds.
// `tensors`: addresses of those that the call is about, in its order; what else lies in memory nobody meant. Two
// addresses that stand in the call's order are not exchanged: a kernel that takes them the other way round is wrong
// itself.
std::vector<HostChange> host_changes(const card::Card& card, const program::ProgramDescriptor& program,
                                     const std::vector<uint64_t>& tensors);

}  // namespace tilewright::doctor
