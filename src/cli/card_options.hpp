// Options of commands that open a card: which machine, which mode, which arithmetic.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "tilewright/device.hpp"

namespace CLI {
class App;
}

namespace tilewright::cli {

struct CardOptions {
    bool strict = false;
    bool fast = false;
    uint32_t threads = 0;
    std::optional<double> time_limit, run_limit;
    bool isolate = false;
    std::string arch;
    std::string plan;      // of row ops: "streaming,block=4"; empty: the environment's, or the planner's choice
    std::string numerics;  // card or float; empty: the environment's choice
};
void add_card_options(CLI::App& app, CardOptions& options);

// What the environment says, but for what the command line says.
DeviceOptions device_options(const CardOptions& options);
// For commands that run many programs once each, or measure: there auto mode would mean strict.
void fast_unless_told(DeviceOptions& options);
// A card for such a command.
std::shared_ptr<MeshDevice> open_card(const CardOptions& options);

}  // namespace tilewright::cli
