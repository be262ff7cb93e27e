// A spec from a formula alone: what its free names are, by their names and by what is declared.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <map>

#include "base/error.hpp"
#include "workshop/spec/escape.hpp"
#include "workshop/spec/hints.hpp"
#include "workshop/spec/products.hpp"
#include "workshop/spec/spec.hpp"

namespace tilewright::workshop::rows {

namespace {

using Words = std::vector<std::string>;

bool has(const Words& all, const std::string& word) { return std::find(all.begin(), all.end(), word) != all.end(); }

struct FreeName {
    std::string name;
    Position position;
};

void free_names(const Expression& e, const Words& assigned, std::vector<FreeName>& names) {
    if (e.kind == Expression::Kind::Name && !has(assigned, e.text)) {
        const auto same = [&](const FreeName& other) { return other.name == e.text; };
        if (std::none_of(names.begin(), names.end(), same)) names.push_back({e.text, e.position});
    }
    for (const auto& argument : e.arguments) free_names(*argument, assigned, names);
}

// x1 and x2, or gamma_a and gamma_2, are two names and no slip.
bool differ_in_a_digit(const std::string& a, const std::string& b) {
    const auto digits = [](const std::string& word) {
        return std::count_if(word.begin(), word.end(), [](unsigned char c) { return std::isdigit(c); });
    };
    return digits(a) != 0 || digits(b) != 0;
}

const Words& usual_rows() {
    static const Words names = {"gamma", "beta", "weight", "bias"};
    return names;
}

class Understanding {
public:
    Understanding(const Source& source, std::vector<FreeName> names, const Declared& declared,
                  const std::vector<Assignment>& formula)
        : source_(source), names_(std::move(names)), declared_(declared) {
        for (const FoundProduct& product : find_products(source_, formula, words())) {
            sides_.push_back(product.left);
            sides_.push_back(product.right.name);
            // Weights are one matrix for all.
            if (product.right.name.front() == 'w') matrices_.push_back(product.right.name);
        }
        defaults_ = {{"eps", "1e-5"}, {"epsilon", "1e-5"}};
    }

    std::string tables() {
        read_parameters();
        check_lists();
        for (const FreeName& free : names_) check_meant(free);
        std::string text;
        for (const FreeName& free : names_) text += table(free.name);
        return text;
    }

private:
    [[noreturn]] static void wrong(const char* code, const std::string& message, const std::string& fix) {
        throw Error(code, message, fix, Exit::Usage);
    }

    Words words() const {
        Words all;
        for (const FreeName& free : names_) all.push_back(free.name);
        return all;
    }

    void read_parameters() {
        for (const std::string& parameter : declared_.parameters) {
            const size_t equals = parameter.find('=');
            const std::string name = parameter.substr(0, equals);
            const std::string value = equals == std::string::npos ? "1.0" : parameter.substr(equals + 1);
            char* end = nullptr;
            std::strtod(value.c_str(), &end);
            if (value.empty() || *end != 0 || value.find_first_of("xXnN") != std::string::npos) {
                wrong("TW4119", fmt::format("--param {}: \"{}\" is no number", clipped(parameter), clipped(value)),
                      fmt::format("write --param {}=0.5", name.empty() ? "alpha" : clipped(name)));
            }
            if (has(parameters_, name)) {
                wrong("TW4118", fmt::format("--param names \"{}\" twice", name), "leave one of them out");
            }
            parameters_.push_back(name);
            // TOML wants a digit on both sides of the point.
            defaults_[name] = value.front() == '.' ? "0" + value : value.back() == '.' ? value + "0" : value;
        }
    }

    void check_lists() const {
        const std::vector<std::pair<const char*, const Words*>> kinds = {{"--input", &declared_.inputs},
                                                                         {"--row", &declared_.row_inputs},
                                                                         {"--column", &declared_.column_inputs},
                                                                         {"--param", &parameters_}};
        std::map<std::string, const char*> said;
        for (const auto& [option, list] : kinds) {
            for (const std::string& name : *list) {
                check_used(option, name);
                const auto [first, fresh] = said.emplace(name, option);
                if (fresh) continue;
                wrong("TW4118", fmt::format("{} and {} both name \"{}\"", first->second, option, name),
                      "a value has one shape: leave one of them out");
            }
        }
        for (const std::string& name : declared_.optional_inputs) {
            check_used("--optional", name);
            if (!defaults_.count(name)) continue;
            wrong("TW4120", fmt::format("--optional names \"{}\", which is a parameter and has a default", name),
                  "leave it out: parameters need not be given");
        }
    }
    void check_used(const char* option, const std::string& name) const {
        const Words known = words();
        if (has(known, name)) return;
        wrong("TW4116", fmt::format("{} names \"{}\", which the formula does not use", option, clipped(name)),
              suggestion(name, known, "names of the formula") + "; or leave it out");
    }

    bool is_declared(const std::string& name) const {
        return has(declared_.inputs, name) || has(declared_.row_inputs, name) || has(declared_.column_inputs, name) ||
               has(declared_.optional_inputs, name) || has(parameters_, name);
    }

    // A slip of the pen would become an input that nobody knows of.
    void check_meant(const FreeName& free) const {
        const std::string& name = free.name;
        if (!is_declared(name) && has(function_names(), name)) {
            refuse(source_, free.position, "TW4112",
                   fmt::format("\"{}\" is a function, but here it has no arguments", name),
                   fmt::format("write {0}(x). If it is an input: --input {0}", name));
        }
        if (is_declared(name) || defaults_.count(name) || has(usual_rows(), name)) return;
        if (const auto number = instead_of_number(name)) {
            refuse(source_, free.position, "TW4112", fmt::format("\"{}\" is no value of the formula", name), *number);
        }
        Words known = usual_rows();
        for (const auto& [parameter, value] : defaults_) known.push_back(parameter);
        for (const FreeName& other : names_) {
            if (other.position.line < free.position.line ||
                (other.position.line == free.position.line && other.position.column < free.position.column)) {
                known.push_back(other.name);
            }
        }
        for (const std::string& word : known) {
            const bool long_enough = name.size() >= 4 && word.size() >= 3;
            if (!long_enough || letters_between(name, word) != 1 || differ_in_a_digit(name, word)) continue;
            refuse(source_, free.position, "TW4112",
                   fmt::format("\"{}\" would be an input of the op, but it is one letter away from \"{}\"", name, word),
                   fmt::format("did you mean \"{}\"? If not: --input {}", word, name));
        }
    }

    std::string table(const std::string& name) const {
        if (const auto value = defaults_.find(name); value != defaults_.end()) {
            const bool is_eps = name == "eps" || name == "epsilon";
            return fmt::format("\n[[parameters]]\nname = \"{}\"\ndefault = {}\n{}", name, value->second,
                               is_eps ? "above = 0\n" : "");
        }
        std::string text = fmt::format("\n[[inputs]]\nname = \"{}\"\n", name);
        if (has(matrices_, name)) {
            text += "shape = \"matrix\"\n";
        } else if (has(declared_.column_inputs, name)) {
            text += "shape = \"column\"\n";
        } else if (has(declared_.row_inputs, name) ||
                   (has(usual_rows(), name) && !has(declared_.inputs, name) && !has(sides_, name))) {
            text += "shape = \"row\"\n";
        }
        if (has(declared_.optional_inputs, name)) text += "optional = true\n";
        return text;
    }

    const Source& source_;
    std::vector<FreeName> names_;
    const Declared& declared_;
    Words parameters_, sides_, matrices_;
    std::map<std::string, std::string> defaults_;
};

}  // namespace

std::string spec_text(const std::string& name, const std::string& formula, const Declared& declared) {
    const char* quotes =
        formula.find('\n') == std::string::npos ? "\"" : "\"\"\"";  // nothing in a formula needs escaping
    const std::string head =
        fmt::format("name = {}\ndoc = {}\nformula = {}", toml_string(name), toml_string(formula), quotes);
    const Source source{"--expr", head + formula + quotes + "\n"};
    std::vector<FreeName> names;
    Words assigned;
    const std::vector<Assignment> assignments = parse_formula(source, head.size(), formula);
    for (const Assignment& assignment : assignments) {
        free_names(*assignment.value, assigned, names);
        assigned.push_back(assignment.name);
    }
    return source.text + Understanding(source, std::move(names), declared, assignments).tables();
}

}  // namespace tilewright::workshop::rows
