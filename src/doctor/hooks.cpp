// Who is asked at the end of a run, and who explains a hang.
#include "engine/hooks.hpp"

#include "checks/end_checks.hpp"
#include "doctor/explain.hpp"

namespace tilewright::engine {

const Hooks& hooks() {
    static constexpr Hooks list = {.end_of_run = checks::end_of_run, .explain_hang = doctor::explain};
    return list;
}

}  // namespace tilewright::engine
