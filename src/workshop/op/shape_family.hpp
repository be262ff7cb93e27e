// The programs that an op makes of shapes of every kind, for what is to hold of all of them (doctor/every).
#pragma once

#include <memory>

#include "doctor/every/for_every.hpp"
#include "workshop/op/op_case.hpp"

namespace tilewright::workshop {

// Dtypes, arithmetic and options are those of `like`; its shape counts for nothing. Some of the shapes are run, the
// others only described.
doctor::Family shape_family(const OpCase& like, std::shared_ptr<ttnn::MeshDevice> device);

}  // namespace tilewright::workshop
