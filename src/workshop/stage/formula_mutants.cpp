// Mistakes in a formula: what its author might have written instead.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/error.hpp"
#include "workshop/plan/plan.hpp"
#include "workshop/spec/formula.hpp"
#include "workshop/stage/mutation.hpp"

namespace tilewright::workshop {

namespace {

using rows::Assignment;
using rows::Expression;

class FormulaMutants {
public:
    explicit FormulaMutants(const rows::Spec& spec)
        : spec_(spec), lines_(rows::parse_formula(spec.source, spec.formula_begin, spec.formula)) {}

    std::vector<StageMutant> run() {
        for (const Assignment& line : lines_) walk(*line.value);
        return std::move(all_);
    }

private:
    // The formula with something else in the place of one value.
    std::string text(const Expression& e, const Expression& at, const std::string& with) const {
        if (&e == &at) return "(" + with + ")";
        if (e.kind == Expression::Kind::Number) return fmt::format("{}", e.number);
        if (e.kind == Expression::Kind::Name) return e.text;
        std::vector<std::string> parts;
        for (const auto& argument : e.arguments) parts.push_back(text(*argument, at, with));
        if (e.kind == Expression::Kind::Call) return fmt::format("{}({})", e.text, fmt::join(parts, ", "));
        if (parts.size() == 1) return fmt::format("(-{})", parts[0]);
        return fmt::format("({} {} {})", parts[0], e.text, parts[1]);
    }

    void add(const std::string& rule, const Expression& at, const std::string& with) {
        std::string formula;
        for (const Assignment& line : lines_) {
            if (!formula.empty()) formula += "; ";
            if (!line.name.empty()) formula += line.name + " = ";
            formula += text(*line.value, at, with);
        }
        std::string spec = spec_.source.text;
        spec.replace(spec_.formula_begin, spec_.formula.size(), formula);
        try {
            rows::make_plan(rows::parse_spec({"spec.toml", spec}));
        } catch (const Error&) {
            return;  // a shape that does not fit, an input that nobody uses: no mistake that could be made
        }
        all_.push_back({rule, "formula", fmt::format("{} -> {}", to_text(at), with), "", formula});
    }

    void walk(const Expression& e) {
        switch (e.kind) {
            case Expression::Kind::Number:
                add("another constant", e, fmt::format("{}", e.number == 0 ? 1 : 2 * e.number));
                add("another constant", e, fmt::format("{}", e.number == 0 ? 0.0625 : 1.0625 * e.number));
                break;
            case Expression::Kind::Name: name(e); break;
            case Expression::Kind::Operator: operation(e); break;
            default: call(e); break;
        }
        for (const auto& argument : e.arguments) walk(*argument);
    }

    void name(const Expression& e) {
        const bool parameter = std::any_of(spec_.parameters.begin(), spec_.parameters.end(),
                                           [&](const auto& each) { return each.name == e.text; });
        if (parameter) {
            add("parameter left out", e, e.text + " * 0");
            add("another constant", e, e.text + " * 2");
        } else if (const rows::SpecInput* input = spec_.find_input(e.text); input == nullptr || !input->optional) {
            add("a sign", e, "-" + e.text);
        }
    }

    void operation(const Expression& e) {
        const std::string a = "(" + to_text(*e.arguments[0]) + ")";
        if (e.arguments.size() == 1) return add("a sign", e, a);
        const std::string b = "(" + to_text(*e.arguments[1]) + ")";
        static const std::map<std::string, const char*> others = {{"+", "-"},   {"-", "+"},  {"*", "/"},   {"/", "*"},
                                                                  {"<", ">"},   {">", "<"},  {"<=", ">="}, {">=", "<="},
                                                                  {"==", "!="}, {"!=", "=="}};
        if (const auto other = others.find(e.text); other != others.end())
            add("another operator", e, fmt::format("{} {} {}", a, other->second, b));
        if (e.text == "-" || e.text == "/") add("swapped operands", e, fmt::format("{} {} {}", b, e.text, a));
        if (e.text != "+" && e.text != "-" && e.text != "*" && e.text != "/") return;
        add("dropped term", e, a);
        add("dropped term", e, b);
    }

    void call(const Expression& e) {
        std::vector<std::string> parts;
        for (const auto& argument : e.arguments) parts.push_back(to_text(*argument));
        if (e.text == "where" && parts.size() == 3)
            add("swapped operands", e, fmt::format("where({}, {}, {})", parts[0], parts[2], parts[1]));
        static const std::map<std::string, std::vector<const char*>> reductions = {
            {"mean", {"sum", "max"}}, {"sum", {"mean"}}, {"max", {"min"}},
            {"min", {"max"}},         {"var", {"std"}},  {"std", {"var"}}};
        static const std::map<std::string, const char*> functions = {
            {"sqrt", "rsqrt"},   {"rsqrt", "sqrt"},   {"abs", "relu"},  {"square", "abs"},
            {"exp", "sigmoid"},  {"log", "sqrt"},     {"gelu", "silu"}, {"silu", "gelu"},
            {"sigmoid", "tanh"}, {"tanh", "sigmoid"}, {"relu", "abs"},  {"recip", "sqrt"}};
        if (const auto found = reductions.find(e.text); found != reductions.end()) {
            for (const char* other : found->second)
                add(parts.size() == 1 ? "another reduction" : "another function", e,
                    fmt::format("{}({})", other, fmt::join(parts, ", ")));
        }
        if (const auto found = functions.find(e.text); found != functions.end()) {
            add("another function", e, fmt::format("{}({})", found->second, parts[0]));
            add("dropped function", e, parts[0]);
        }
        if (e.text == "power") add("dropped function", e, parts[0]);
    }

    const rows::Spec& spec_;
    const std::vector<Assignment> lines_;
    std::vector<StageMutant> all_;
};

}  // namespace

std::vector<StageMutant> formula_mutants(const rows::Spec& spec) { return FormulaMutants(spec).run(); }

}  // namespace tilewright::workshop
