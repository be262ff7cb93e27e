// --isolate: what a command may still do to the machine.
#pragma once

#include <string>
#include <vector>

namespace tilewright::cli {

// Confines this whole process, host code of op folders and the compilers it starts included, to the files that the
// command needs: it reads the system's, Tilewright's, the current folder and what the arguments name; it writes to the
// cache and to where it was told to write. No network. Kernels have a process of their own besides, with still less.
void confine_command(const std::vector<std::string>& arguments);

}  // namespace tilewright::cli
