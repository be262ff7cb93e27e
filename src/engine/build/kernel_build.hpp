// Builds kernels: source, arguments and configuration in, loaded code out. Content-addressed: what was built once, by
// any process, is not built again.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "card/arch.hpp"
#include "engine/build/dependency.hpp"
#include "engine/build/kernel_image.hpp"
#include "program/descriptor.hpp"

namespace tilewright::engine {

// Which processor the kernel is compiled for. Fused: UNPACK, MATH and PACK parts in one thread.
enum class KernelThread : uint8_t { DataMovement0, DataMovement1, Unpack, Math, Pack, Fused };

struct KernelBuildRequest {
    std::filesystem::path source_path;  // or, if empty, the text itself:
    std::string source_text;
    std::string display_name;  // file name shown for inline text
    KernelThread thread = KernelThread::DataMovement0;
    bool strict = false;
    bool isolated = false;             // the compiler is confined to the files it needs
    bool trusted = false;              // may call the host's functions and use assembly
    bool timed = false;                // counts what plain code costs on the card, and tells the clock of every call
    const card::Arch* arch = nullptr;  // the machine; there is no other one to take instead
    program::Era era = program::Era::Aug2026;
    std::vector<std::pair<std::string, std::string>> defines;
    std::vector<uint32_t> compile_time_args;
    std::vector<std::pair<std::string, uint32_t>> named_compile_time_args;
    std::string prologue;  // generated text in front of the kernel
    std::vector<std::filesystem::path> include_roots;
    int opt_level = 2;  // of the card's compiler; kernels here are all built at one level
};

// Throws Error: TW3100 (no such file), TW3101 (does not compile), TW3102 (no compiler).
std::shared_ptr<const KernelImage> build_kernel(const KernelBuildRequest& request);
std::vector<std::shared_ptr<const KernelImage>> build_kernels(std::span<const KernelBuildRequest> requests);

// A built kernel that is not loaded here.
struct KernelFile {
    std::string key;
    std::filesystem::path library;
    std::optional<std::vector<Dependency>> dependencies = {};  // as dependencies_of() says; only where it was built
};
// As build_kernels(), for a process that loads them itself: nothing of them comes into this one. `held`: as long as it
// lives, the files stay where they are.
std::vector<KernelFile> build_kernel_files(std::span<const KernelBuildRequest> requests,
                                           std::vector<std::shared_ptr<void>>& held);

// Who builds for a process that may not: it asks, and loads what it is given. Set once, before the first build.
class KernelSupplier {
public:
    virtual ~KernelSupplier() = default;
    virtual std::vector<KernelFile> build(std::span<const KernelBuildRequest> requests) = 0;
    virtual bool has_thread_specific_code(const KernelBuildRequest& request) = 0;
    virtual std::string source(const std::filesystem::path& path) = 0;
};
void set_kernel_supplier(KernelSupplier* supplier);
KernelSupplier* kernel_supplier();
// The files it was built from, but for those that the toolchain's stamp stands for; none where one of them changed
// meanwhile, or where others build for this process.
std::optional<std::vector<Dependency>> dependencies_of(const KernelImage& image);

// Whether the source (or a header of the user's) has code for one compute thread only, so that the three parts cannot
// run as one.
bool source_has_thread_specific_code(const KernelBuildRequest& request);

// The text of a kernel's file, for whoever explains it; empty: it cannot be read.
std::string kernel_source(const std::filesystem::path& path);

// Where the kernel headers, the plugin and the compiler are.
struct Toolchain {
    std::filesystem::path compiler;
    std::filesystem::path plugin;
    std::filesystem::path kernel_api;
    std::filesystem::path kernel_forwards;  // headers that lead from further paths to those of kernel_api
    std::filesystem::path library;          // libtilewright, which kernels link against
    std::string stamp;                      // changes when any of them changes
};
const Toolchain& toolchain();

}  // namespace tilewright::engine
