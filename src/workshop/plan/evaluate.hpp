// What a formula gives in float64, and the largest error the plan's arithmetic can make: every node of every phase adds
// its rounding, and errors of operands go through the operation.
#pragma once

#include <vector>

#include "workshop/plan/plan.hpp"

namespace tilewright::workshop::rows {

struct EvaluationInput {
    uint32_t rows = 0, width = 0;
    double steps = 0;                        // additions in turn of a sum along a row; 0: those of rows along W
    std::vector<uint32_t> shape, sizes;      // where the formula has products: of the rows, and of sides beside them
    bool full_fidelity = true;               // of the matrix unit
    std::vector<std::vector<float>> inputs;  // by input, as the dtype holds them; empty: absent
    std::vector<float> parameters;
    bool refined = false;  // means have two parts
    bool output_float32 = false;
    bool fp32_dst = true;
};

struct Evaluation {
    std::vector<double> values;
    std::vector<double> allowed;  // largest error of each element; infinite where nothing can be promised
};

// Tensors as rows: what a call of this shape gives the formula; and the way back for what comes of the rows.
EvaluationInput rows_of(const Plan& plan, const std::vector<uint32_t>& shape, const std::vector<uint32_t>& sizes,
                        const std::vector<std::vector<float>>& tensors);
std::vector<double> tensor_of(const Plan& plan, const std::vector<uint32_t>& shape, const std::vector<double>& rows,
                              size_t result = 0);

// Of one of the plan's results.
Evaluation evaluate(const Plan& plan, const EvaluationInput& input, size_t result = 0);
// The first step whose error is, for most of its values, a sixteenth of the value and more; empty: there is none.
std::string where_lost(const Plan& plan, const EvaluationInput& input);

// The scalar nodes for given parameters, in double, by node; and one as C++ or Python source over the parameters'
// names.
std::vector<double> scalar_values(const RowProgram& program, const std::vector<float>& parameters);
std::string scalar_source(const RowProgram& program, int node, const std::string& parameter_prefix, bool python);

// Distance of neighbouring numbers of the dtype at this magnitude.
double unit_at(double magnitude, bool float32);

struct Match {
    double worst_of_allowed = 0;  // above 1 is wrong
    double worst_ulp = 0;
    double norm_error = 0;
    size_t worst_index = 0;
    size_t without_bound = 0;  // elements where the bound is infinite
    bool ok() const { return worst_of_allowed <= 1; }
};
Match match(const Evaluation& expected, const std::vector<float>& got, bool float32);

}  // namespace tilewright::workshop::rows
