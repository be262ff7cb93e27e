// Specs: any text is a spec, or refused with a finding; a spec is planned, for some call and card, or refused.
#include "fuzz/target.hpp"
#include "workshop/plan/plan.hpp"
#include "workshop/spec/spec.hpp"

FUZZ_TARGET(spec) {
    using namespace tilewright::workshop::rows;
    answers([&] {
        const Plan plan = make_plan(parse_spec({"fuzz.toml", text_of(input)}));
        Request request;
        request.shape = {1, 1, 64, 96};
        request.l1_bytes = 1 << 20;
        describe(plan, plan_call(plan, request));
    });
}
