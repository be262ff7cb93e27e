// --isolate: what a command may still do to the machine.
#pragma once

#include <string>
#include <vector>

namespace tilewright::cli {

// Confines this whole process, host code of op folders and the compilers it starts included, to the files that the
// command needs: it reads the system's, Tilewright's, the current folder and what the arguments name; it writes to the
// cache and to where it was told to write. No network. Kernels have a process of their own besides, with still less.
void confine_command(const std::vector<std::string>& arguments);
// How the command ends, to the process that waits for it: one that ends without a word was ended by code that it ran,
// and that is no success (TW2616). Does nothing where nobody waits.
void tell_end(int status);

}  // namespace tilewright::cli
