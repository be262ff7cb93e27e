// The phases of an op as it ran with the card's arithmetic: what each declared value was, beside float64.
#pragma once

#include <string>
#include <vector>

#include "workshop/plan/written.hpp"
#include "workshop/op/op_case.hpp"

namespace tilewright::workshop::accuracy {

using rows::evaluate;
using rows::Matrix;
using rows::Value;

// One phase as numbers, beside the two evaluations: of what its operands were, and of what they should have been.
struct PhaseValues {
    std::string name, format;
    size_t columns = 0;
    Matrix got, on_given, exact;
    int significant_bits = 24;
    bool sums = false;   // over rows
    uint32_t terms = 1;  // that its sums have, in tiles

    struct Error {
        double norm = 0, bias = 0, worst = 0;
        size_t at = 0;
    };
    static Error error(const Matrix& got, const Matrix& want);
};

// Runs the op on one core of the device and takes it apart by the phases that its program or its plan declares; empty
// where there are none.
std::vector<PhaseValues> record_phases(const OpCase& request, const OpData& data, ttnn::MeshDevice& device);

}  // namespace tilewright::workshop::accuracy
