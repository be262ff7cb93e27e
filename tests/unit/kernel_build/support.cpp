// Test support: a hand-made kernel thread and a scratch cache.
#include "support.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <fstream>
#include <stdexcept>

#include "engine/build/cache.hpp"
#include "engine/prologue.hpp"

namespace tilewright::kernel_build_test {

namespace fs = std::filesystem;

Calls calls;
void (*on_poll)() = nullptr;

namespace {
constexpr uint64_t kWindow = uint64_t{1} << 32;
constexpr uint64_t kL1Bytes = 1 << 20;

uint64_t l1_address(const void* address) {
    const uint64_t offset = reinterpret_cast<uint64_t>(address) - tw_self->l1_base;
    return offset < kWindow ? offset : ~uint64_t{0};
}
}  // namespace

// Defined in the executable, these take the place of the engine's for the kernels that the tests load.
extern "C" {
void tw_poll(void) {
    ++calls.polls;
    if (on_poll != nullptr) on_poll();
}
void tw_spin(void) {
    ++calls.spins;
    tw_self->fuel = 1000;
    if (calls.spins >= 3) throw std::runtime_error("spun");
}
void tw_check_load(const void* address, uint32_t bytes) { calls.loads.emplace_back(l1_address(address), bytes); }
void tw_check_store(const void* address, uint32_t bytes) { calls.stores.emplace_back(l1_address(address), bytes); }
void tw_check_align(const void*, uint32_t) {}
uint32_t tw_fills_l1(uint32_t, uint32_t) { return 0; }
void tw_check_stack(uint32_t) {}
void tw_check_division(uint32_t unusual) { calls.divisions[unusual]++; }
}

Core::Core() {
    reserved_ = ::mmap(nullptr, 2 * kWindow, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (reserved_ == MAP_FAILED) throw std::runtime_error("mmap");
    base_ = (reinterpret_cast<uint64_t>(reserved_) + kWindow - 1) & ~(kWindow - 1);
    ::mprotect(reinterpret_cast<void*>(base_), kL1Bytes, PROT_READ | PROT_WRITE);
    thread.l1_base = base_;
}

Core::~Core() { ::munmap(reserved_, 2 * kWindow); }

void Core::run(const engine::KernelImage& image) {
    const uint64_t align = image.globals_align;
    globals_ = std::make_unique<std::byte[]>(image.globals_bytes + align);
    const auto at = reinterpret_cast<uintptr_t>(globals_.get());
    thread.globals = reinterpret_cast<void*>((at + align - 1) & ~(align - 1));
    if (image.globals_bytes != 0) std::memcpy(thread.globals, image.globals_image, image.globals_bytes);
    calls = {};
    tw_self = &thread;
    if (image.construct_globals != nullptr) image.construct_globals();
    run_again(image);
}

void Core::run_again(const engine::KernelImage& image) {
    tw_self = &thread;
    thread.fuel = 1000;
    image.entry();
    tw_self = nullptr;
}

engine::KernelBuildRequest kernel(const std::string& text, engine::KernelThread thread) {
    engine::KernelBuildRequest request;
    request.arch = &card::find_arch("wormhole_b0");
    request.source_text = text;
    request.display_name = "kernel_under_test.cpp";
    request.thread = thread;
    program::OperandFormats formats;
    for (auto& format : formats) {
        format.unpack_src = format.unpack_dst = format.pack_src = format.pack_dst = program::DataFormat::Float16_b;
        format.page_bytes = 2048;
    }
    program::KernelDescriptor descriptor;
    if (thread != engine::KernelThread::DataMovement0 && thread != engine::KernelThread::DataMovement1)
        descriptor.config = program::ComputeConfig{};
    request.prologue = engine::kernel_prologue(descriptor, formats);
    return request;
}

engine::KernelBuildRequest kernel_file(const fs::path& path) {
    engine::KernelBuildRequest request = kernel("");
    request.display_name.clear();
    request.source_path = path;
    return request;
}

std::shared_ptr<const engine::KernelImage> built(const std::string& text, bool strict) {
    engine::KernelBuildRequest request = kernel(text);
    request.strict = strict;
    return engine::build_kernel(request);
}

TemporaryFolder::TemporaryFolder() {
    static std::atomic<int> counter{0};
    path = fs::temp_directory_path() /
           ("tilewright-kernel-build-" + std::to_string(::getpid()) + "-" + std::to_string(counter++));
    fs::create_directories(path);
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code ignored;
    fs::remove_all(path, ignored);
}

void TemporaryFolder::write(const std::string& name, const std::string& text) const {
    fs::create_directories((path / name).parent_path());
    std::ofstream(path / name) << text;
}

CacheFolder::CacheFolder() {
    built("void kernel_main() {}");  // the precompiled header exists from here on
    for (const auto& entry : fs::directory_iterator(engine::KernelCache::directory())) {
        if (entry.path().filename().string().rfind("pch-", 0) != 0) continue;  // with their manifests
        std::error_code error;
        fs::create_hard_link(entry.path(), path / entry.path().filename(), error);
        if (error) fs::copy_file(entry.path(), path / entry.path().filename());
    }
    if (const char* value = std::getenv("TILEWRIGHT_CACHE")) {
        had_ = true;
        before_ = value;
    }
    ::setenv("TILEWRIGHT_CACHE", path.c_str(), 1);
}

CacheFolder::~CacheFolder() {
    if (had_) {
        ::setenv("TILEWRIGHT_CACHE", before_.c_str(), 1);
    } else {
        ::unsetenv("TILEWRIGHT_CACHE");
    }
}

size_t CacheFolder::count(const std::string& extension) const {
    size_t found = 0;
    for (const auto& entry : fs::directory_iterator(path)) {
        const bool header = entry.path().filename().string().rfind("pch-", 0) == 0;
        found += !header && entry.path().extension() == extension ? 1 : 0;
    }
    return found;
}

}  // namespace tilewright::kernel_build_test
