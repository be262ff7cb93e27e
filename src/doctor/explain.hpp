// The doctor's door: a run that hangs goes in, an error that explains it comes out. Internal to src/doctor.
#pragma once

#include "engine/launch.hpp"

namespace tilewright::doctor {

engine::HangError explain(engine::Run& run, engine::PreparedProgram& prepared);

}  // namespace tilewright::doctor
