// Writing files whole or not at all: what was there stays there when the disk is full.
#pragma once

#include <filesystem>
#include <string>

namespace tilewright {

// Written beside the file and then moved to its place. Throws the code, with the system's reason ("No space left on
// device") and the fix, where that cannot be; the file is then what it was before. Pipes, devices and files whose
// folder takes no new ones are written as they are.
void write_file(const std::filesystem::path& file, const std::string& text, const char* code, const std::string& fix);

// Throws TW3103 where a compiler's or linker's output says that the disk with the cache is full: no fault of what was
// compiled.
void refuse_full_cache(const std::string& output, const std::filesystem::path& cache);

// ": " and the reason, of errno as the last call left it; "" where it says nothing.
std::string reason_of_failure(int error);

}  // namespace tilewright
