// Switches of single elements.
#pragma once

namespace compute_kernel_lib {

enum class Approx : bool { Exact = false, Fast = true };
enum class Legacy : bool { Off = false, On = true };

}  // namespace compute_kernel_lib
