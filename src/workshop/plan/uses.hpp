// Which pass uses which value of a row program, and which values lie in CBs.
//
// A reduction needs its whole row before anybody can use it, so it ends a pass; what depends on it comes in a later
// one. Blocks of values that several passes need and that cost more than one operation are stored; others are computed
// where they are used; what the spec gives a CB is stored as well.
#pragma once

#include <set>
#include <utility>
#include <vector>

#include "workshop/plan/plan.hpp"

namespace tilewright::workshop::rows {

class Uses {
public:
    explicit Uses(const Plan& plan);  // which lives longer than this

    void find();        // anew, after something was stored
    void store(int i);  // keeps the value in a CB, whatever the costs say

    int at(int i) const { return available_[static_cast<size_t>(i)]; }  // the first pass that can use it
    int last_pass() const { return last_pass_; }
    // The pass that gives a result back: blocks as early as they are there, but a single one in the last.
    int result_pass(int i) const { return program_.outputs.size() > 1 ? at(i) : last_pass_; }
    bool stored(int i) const { return stored_[static_cast<size_t>(i)]; }
    bool in_cb(int i) const;  // its value lies in a CB
    // The passes that evaluate it, and those of them that still do when stored values are kept.
    const std::set<int>& streaming(int i) const { return streaming_[static_cast<size_t>(i)]; }
    const std::set<int>& resident(int i) const { return resident_[static_cast<size_t>(i)]; }
    std::vector<int> users(int i) const;
    int operations(int i) const;  // what evaluating it costs
    // From when to when its CB is in use; pass p has the times 2p (columns) and 2p + 1 (tiles).
    std::pair<int, int> life(int i) const;

private:
    const Node& node(int i) const { return program_[i]; }
    bool asked_for(int i) const { return plan_.spec.cb_indices.count(node(i).name) != 0; }
    bool only_result(int i) const;  // nobody else needs it
    void find_streaming();
    void choose_stored();
    void find_resident();

    const Plan& plan_;
    const RowProgram& program_;
    std::vector<int> available_;
    std::vector<bool> stored_;
    std::vector<std::set<int>> streaming_, resident_;
    mutable std::vector<int> operations_;  // -1: not counted since something was stored
    int last_pass_ = 0;
};

}  // namespace tilewright::workshop::rows
