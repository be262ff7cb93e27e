// Who builds kernels for this process, where it may not itself.
#include "engine/build/kernel_build.hpp"

namespace tilewright::engine {

namespace {

KernelSupplier* supplier = nullptr;

}  // namespace

void set_kernel_supplier(KernelSupplier* who) { supplier = who; }
KernelSupplier* kernel_supplier() { return supplier; }

}  // namespace tilewright::engine
