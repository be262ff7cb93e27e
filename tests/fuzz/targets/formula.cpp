// Formulas: parsed and written again; what the parser takes is planned, or refused with a finding.
#include "fuzz/target.hpp"
#include "workshop/plan/plan.hpp"
#include "workshop/spec/spec.hpp"

FUZZ_TARGET(formula) {
    using namespace tilewright::workshop::rows;
    const std::string formula = text_of(input);
    const auto written = [](const std::vector<Assignment>& lines) {
        std::string text;
        for (const Assignment& line : lines)
            text += (line.name.empty() ? "" : line.name + " = ") + to_text(*line.value) + "\n";
        return text;
    };
    std::string once;
    if (!answers([&] { once = written(parse_formula({"fuzz", formula}, 0, formula)); })) return;
    std::string twice;
    require(answers([&] { twice = written(parse_formula({"fuzz", once}, 0, once)); }), "not parsed again: " + once);
    require(once == twice, "written differently the second time:\n" + once + twice);
    answers([&] { make_plan(parse_spec({"fuzz", spec_text("fuzz", formula, {})})); });
}
