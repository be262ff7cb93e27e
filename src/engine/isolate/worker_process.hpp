// The other process as this one has it: started when first needed, asked, killed when it does not answer. Internal to
// src/engine.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "card/card.hpp"
#include "engine/isolate/channel.hpp"
#include "engine/isolate/requests.hpp"
#include "engine/prepare.hpp"

namespace tilewright::engine {

// One for each card. Used with the card's lock held, but for forget().
class WorkerProcess {
public:
    explicit WorkerProcess(card::Card& card) : card_(card) {}
    ~WorkerProcess();
    WorkerProcess(const WorkerProcess&) = delete;
    WorkerProcess& operator=(const WorkerProcess&) = delete;

    static std::shared_ptr<WorkerProcess> of(card::Card& card);

    // Sends what the process does not know yet, and waits for how it ends.
    Ended run(PreparedProgram& prepared, bool launch);
    void forget(uint64_t program);
    uint64_t next_number() { return ++numbers_; }

private:
    void start();
    void stop();
    void serve_build(const std::string& bytes, const PreparedProgram& prepared);
    void serve_threads(const std::string& bytes, const PreparedProgram& prepared);
    void serve_source(const std::string& bytes, const PreparedProgram& prepared);
    // A request of the other process, as far as it is one for this program.
    KernelBuildRequest checked(KernelBuildRequest request, const PreparedProgram& prepared) const;
    Ended wait(const PreparedProgram& prepared);
    [[noreturn]] void died(const PreparedProgram& prepared, const std::string& how);

    card::Card& card_;
    Channel channel_;
    pid_t child_ = -1;
    uint64_t environment_ = 0;  // as it was when looked at last
    std::string settings_;      // environment it was started with
    std::set<uint64_t> known_;  // programs it has
    uint64_t dram_changes_ = 0, l1_changes_ = 0;
    bool memory_sent_ = false, freed_sent_ = false;
    uint64_t numbers_ = 0;
    std::vector<std::shared_ptr<void>> held_;  // files it is about to load
    std::mutex forgotten_mutex_;
    std::vector<uint64_t> forgotten_;
};

}  // namespace tilewright::engine
