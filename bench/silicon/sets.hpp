// The sets of programs: each makes the program of a row. One function a set, in files by what the programs are about.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "card/card.hpp"
#include "program/descriptor.hpp"
#include "silicon/row.hpp"

namespace tilewright::silicon {

// `repeats`: how often the kernels do their work within one launch.
using Make = std::function<program::ProgramDescriptor(const Row& row, const card::Card& card, uint32_t repeats)>;

struct Set {
    std::string name;
    std::string about;
    Make make;
    // A row's number is that of one repetition of a launch with so many; 0: of the whole launch, as often as the row
    // says ("repeats", else once).
    uint32_t steady = 0;
    uint32_t llk = 202608;  // the low-level library it was measured with
};

const std::vector<Set>& sets();

// data_sets.cpp: DRAM and the networks.
program::ProgramDescriptor copy_dram(const Row& row, const card::Card& card, uint32_t repeats);
program::ProgramDescriptor traffic_by_place(const Row& row, const card::Card& card, uint32_t repeats);
program::ProgramDescriptor relu_dram(const Row& row, const card::Card& card, uint32_t repeats);
program::ProgramDescriptor gather_l1(const Row& row, const card::Card& card, uint32_t repeats);
program::ProgramDescriptor ring_writes(const Row& row, const card::Card& card, uint32_t repeats);
program::ProgramDescriptor two_operands(const Row& row, const card::Card& card, uint32_t repeats);
program::ProgramDescriptor add_dram(const Row& row, const card::Card& card, uint32_t repeats);
program::ProgramDescriptor tilize_dram(const Row& row, const card::Card& card, uint32_t repeats);
// compute_sets.cpp: what lies in L1 of one core or of each.
program::ProgramDescriptor tilize_l1(const Row& row, const card::Card& card, uint32_t repeats);
program::ProgramDescriptor reduce_l1(const Row& row, const card::Card& card, uint32_t repeats);
program::ProgramDescriptor chains(const Row& row, const card::Card& card, uint32_t repeats);
program::ProgramDescriptor blocks_chain(const Row& row, const card::Card& card, uint32_t repeats);
program::ProgramDescriptor matmul_subblocks(const Row& row, const card::Card& card, uint32_t repeats);
program::ProgramDescriptor matmul_dram(const Row& row, const card::Card& card, uint32_t repeats);
program::ProgramDescriptor rms_norm(const Row& row, const card::Card& card, uint32_t repeats);

}  // namespace tilewright::silicon
