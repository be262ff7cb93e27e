// A built and loaded kernel.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace tilewright::engine {

struct KernelImage {
    void (*entry)() = nullptr;              // runs kernel_main (or MAIN)
    void (*construct_globals)() = nullptr;  // constructors of the kernel's variables; nullptr: none
    const void* globals_image = nullptr;    // initial bytes of the kernel's variables
    uint64_t globals_bytes = 0;
    uint64_t globals_align = 16;
    bool touches_l1 = true;  // in other ways than through calls

    std::string key;                // content hash
    std::filesystem::path library;  // the shared object
    std::string source_name;        // as shown to people
    uintptr_t load_base = 0;        // of the shared object
    uintptr_t code_begin = 0, code_end = 0;
    void* handle = nullptr;

    bool contains(const void* pc) const {
        const auto address = reinterpret_cast<uintptr_t>(pc);
        return address >= code_begin && address < code_end;
    }
    KernelImage() = default;
    ~KernelImage();
    KernelImage(const KernelImage&) = delete;
    KernelImage& operator=(const KernelImage&) = delete;
};

}  // namespace tilewright::engine
