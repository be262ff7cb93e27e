// What this process, and whatever it starts from now on, may no longer do: Landlock for files, seccomp for calls to the
// system, limits for memory. There is no way back. Internal to src/engine, src/cli and src/workshop/load.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace tilewright::engine {

struct Confinement {
    std::vector<std::filesystem::path> read;   // files, or folders with all that is in them; may be run, too
    std::vector<std::filesystem::path> write;  // likewise; read as well
    // Runs kernels and nothing else: only the calls to the system that this takes. Otherwise ordinary programs run, but
    // without a network and without what looks into or changes other processes or the system.
    bool runs_kernels = false;
    uint64_t memory_bytes = 0;  // of the process's own; 0: no limit
};

// What the system has not got, a sentence each; the rest holds. Empty: everything holds.
std::vector<std::string> confine(const Confinement& to);

// Whether this process is.
bool is_confined();

// Folders of programs, libraries and headers that any program needs.
std::vector<std::filesystem::path> system_folders();

}  // namespace tilewright::engine
