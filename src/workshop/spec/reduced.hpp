// Along which dimensions the reductions of a formula go.
#pragma once

#include <vector>

#include "workshop/spec/dims.hpp"
#include "workshop/spec/formula.hpp"

namespace tilewright::workshop::rows {

// mean, sum, var ... of one value.
bool is_reduction_call(const Expression& expression);

// What all of them go along; W where there is none or none says. Throws TW4126 where one goes along no dimension, or
// two along different ones.
Dims reduced_dims(const Source& source, const std::vector<Assignment>& formula);

// dim, dims or axis.
bool says_dims(const std::string& keyword);
// Refuses what stands behind such a keyword where no value does: dim='H', dim=[H, W], dim=(). `given` is the rest of
// the formula. Returns where it may well be a value.
void check_dims_text(const Source& source, Position at, const std::string& call, const std::string& keyword,
                     const std::string& given);

// The arguments of a call that have names: of a reduction those that it has, else none. Throws TW4126.
void check_keywords(const Source& source, const Expression& call);

}  // namespace tilewright::workshop::rows
