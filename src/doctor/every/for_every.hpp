// What holds of a program's CBs for every shape, not only for one: pages pushed, popped and waited for as formulas of
// the kernels' arguments, compared with each other.
//
// Kernels are run, not read: compile-time arguments are constants in the code, and helpers of any depth count as they
// do. A thread's counts depend on its own arguments alone, because a fed replay gives it every page it asks for; so
// each kernel's formulas are found by themselves, tried on programs that were not used to find them, and then computed
// for many more programs, of which only the arguments are known.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "card/card.hpp"
#include "engine/run_options.hpp"
#include "program/descriptor.hpp"

namespace tilewright::doctor {

// One program of many.
struct Member {
    std::string text;  // "1x1x64x96"
    program::ProgramDescriptor program;
    std::map<std::string, int64_t> about;  // numbers that tell it from the others: W, rows
    std::shared_ptr<void> holds;           // its buffers
};
// None: there is no such program, because the op refuses it.
using MakeMember = std::function<std::optional<Member>()>;

struct Family {
    std::string every;                      // "every shape the op accepts"
    std::vector<MakeMember> learn, verify;  // run
    std::vector<MakeMember> look;           // computed only
    std::string remark;
    // Arguments were changed one by one: which of them belong together only their values tell.
    bool by_argument = false;
};

// The same program with other numbers in those arguments that decide how often its kernels push, wait and pop, which
// runs of it tell. Addresses, CBs and coordinates stay.
Family family_of(card::Card& card, const program::ProgramDescriptor& program, const engine::RunOptions& asked = {});

struct EveryCb {
    enum class State : uint8_t { Holds, Fails, Open } state = State::Open;
    uint32_t form = 0;  // which of several programs that the family consists of
    uint32_t cb = 0;
    std::string name;
    std::string pushed, popped, waits, reserves, capacity;  // formulas; empty: none was found
    std::string pushed_at, popped_at, waits_at;             // kernel and line
    std::string verdict;
};

struct EveryReport {
    std::string every;
    size_t learnt = 0, verified = 0, looked = 0, refused = 0;
    std::vector<EveryCb> cbs;
    std::vector<std::string> forms;  // "320 of 348", for each
    std::vector<std::string> remarks;

    bool fails() const;
    bool holds() const;                     // of every CB
    std::vector<Finding> findings() const;  // TW1011, one for each CB that fails
    std::string to_text() const;
    nlohmann::json to_json() const;
};

EveryReport check_every(card::Card& card, const Family& family, const engine::RunOptions& asked = {});

}  // namespace tilewright::doctor
