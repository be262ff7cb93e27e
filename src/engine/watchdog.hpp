// Stops kernel threads that compute without end, or that run when the program is to be stopped: counted loops of
// trillions of rounds cost nothing while they run, and a signal takes them off the processor. Internal to src/engine.
#pragma once

#include <csignal>

namespace tilewright::engine {

struct HostThread;

// Ignored by whoever has no handler for it.
inline constexpr int kStopSignal = SIGURG;

// While alive, the host thread that made it is looked at ten times a second: a fiber that has used the run's time limit
// without a switch, or runs on although the program has been given up, is sent kStopSignal until it is gone.
class Watched {
public:
    explicit Watched(HostThread& host);
    ~Watched();
    Watched(const Watched&) = delete;
    Watched& operator=(const Watched&) = delete;

private:
    HostThread& host_;
};

}  // namespace tilewright::engine
