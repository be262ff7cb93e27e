// The phases of an op as it ran with the card's arithmetic: what each circular buffer held, beside float64.
#pragma once
#if TILEWRIGHT_HAVE_OPS
#include <string>
#include <vector>

#include "workshop/op/op_case.hpp"

namespace tilewright::cli {

using Matrix = std::vector<double>;  // rows x columns of the phase

// One circular buffer as numbers, beside the two evaluations.
struct Phase {
    std::string name, format;
    uint32_t columns = 0;
    Matrix got, on_given, exact;
    int significant_bits = 24;
    uint32_t terms = 1;  // that a sum has, in tiles

    struct Error {
        double norm = 0, bias = 0, worst = 0;
        size_t at = 0;
    };
    static Error error(const Matrix& got, const Matrix& want);
};

// Whether the phases of this op are known: those of the shipped ops are.
bool knows_phases(workshop::Op op);
// Runs the op strictly, on one core, and takes it apart. Throws for rows that do not fit into L1 at once.
std::vector<Phase> record_phases(const workshop::OpCase& request, const workshop::OpData& data,
                                 ttnn::MeshDevice& device);

}  // namespace tilewright::cli
#endif
