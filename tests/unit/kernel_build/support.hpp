// Runs a built kernel without an engine: one core's address space, one thread context, and counters in place of the
// scheduling calls.
#pragma once

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/build/kernel_build.hpp"
#include "tw/abi.h"

namespace tilewright::kernel_build_test {

// What the compiled code called; reset by Core::run.
struct Calls {
    uint64_t polls = 0;
    uint64_t spins = 0;
    uint64_t divisions[3] = {};                                // usual, overflowing, by zero
    std::vector<std::pair<uint64_t, uint32_t>> loads, stores;  // L1 address (or ~0 outside the window), bytes
};
extern Calls calls;
// Called at each poll, so that a test can end the loop.
extern void (*on_poll)();

// A 4 GiB window with 1 MiB of L1 at its start, and the thread that runs in it.
class Core {
public:
    Core();
    ~Core();
    Core(const Core&) = delete;
    Core& operator=(const Core&) = delete;

    uint32_t& word(uint32_t address) { return *reinterpret_cast<uint32_t*>(base_ + address); }
    // Fresh variables, their constructors, then the kernel.
    void run(const engine::KernelImage& image);
    // Once more in the same thread instance: variables keep their values.
    void run_again(const engine::KernelImage& image);
    TwThread thread{};

private:
    uint64_t base_ = 0;
    void* reserved_ = nullptr;
    std::unique_ptr<std::byte[]> globals_;
};

// A kernel from text, or from a file, with the text that the engine puts in front of it.
engine::KernelBuildRequest kernel(const std::string& text,
                                  engine::KernelThread thread = engine::KernelThread::DataMovement0);
engine::KernelBuildRequest kernel_file(const std::filesystem::path& path);
std::shared_ptr<const engine::KernelImage> built(const std::string& text, bool strict = false);

// A folder of its own that goes away; kernels built inside `use_as_cache` find it empty but for precompiled headers.
class TemporaryFolder {
public:
    TemporaryFolder();
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    std::filesystem::path path;
    void write(const std::string& name, const std::string& text) const;
};

class CacheFolder : public TemporaryFolder {
public:
    CacheFolder();
    ~CacheFolder();
    size_t count(const std::string& extension) const;

private:
    std::string before_;
    bool had_ = false;
};

}  // namespace tilewright::kernel_build_test
