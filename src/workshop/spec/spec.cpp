// Reads specs. Keys are checked one by one, so that a misspelt one is refused and not ignored. One file because every
// key needs the same few ways to read and to refuse.
#include "workshop/spec/spec.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <set>
#include <toml++/toml.h>

#include "base/error.hpp"
#include "workshop/spec/escape.hpp"
#include "workshop/spec/limits.hpp"
#include "workshop/spec/products.hpp"
#include "workshop/spec/reduced.hpp"
#include "workshop/spec/reserved.hpp"

namespace tilewright::workshop::rows {

namespace {

Position position_of(const toml::source_position& at) { return {at.line, at.column}; }
Position position_of(const toml::node& node) { return position_of(node.source().begin); }

bool is_snake(const std::string& name) {
    constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz", rest = "abcdefghijklmnopqrstuvwxyz0123456789_";
    return !name.empty() && letters.find(name[0]) != letters.npos && name.find_first_not_of(rest) == name.npos;
}

const char* type_name(const toml::node& node) {
    switch (node.type()) {
        case toml::node_type::string: return "a string";
        case toml::node_type::integer: return "an integer";
        case toml::node_type::floating_point: return "a number";
        case toml::node_type::boolean: return "true or false";
        case toml::node_type::array: return "a list";
        case toml::node_type::table: return "a table";
        default: return "a date";
    }
}

class Reader {
public:
    explicit Reader(const Source& source) : source_(source) { spec_.source = source; }

    Spec run() {
        toml::table table;
        try {
            table = toml::parse(source_.text, source_.name);
        } catch (const toml::parse_error& error) {
            refuse(source_, position_of(error.source().begin), "TW4101",
                   fmt::format("this is no TOML: {}", error.description()), "see the specs in examples/specs");
        }
        keys(table, "a spec",
             {"name", "category", "doc", "formula", "inputs", "parameters", "output", "outputs", "tolerance", "cb",
              "grid", "plan", "shapes", "plans"});
        spec_.name = text(table, "name", "");
        spec_.category = text(table, "category", "normalization");
        spec_.doc = text(table, "doc", "");
        for (const char* key : {"name", "category"}) {
            const std::string value = text(table, key, "normalization");
            if (const toml::node* node = table.get(key)) check_name(source_, position_of(*node), value);
            if (!is_snake(value)) {
                refuse(source_, position_of(*table.get(key)), "TW4103",
                       fmt::format("{} is \"{}\", but it must be lower-case letters, digits and _", key, value),
                       "e.g. rms_norm");
            }
        }
        if (is_reserved(spec_.name)) reserved(*table.get("name"), spec_.name);
        read_formula(table);
        for (const toml::node& node : few(table, "inputs", kMostInputs)) read_input(as_table(node, "an input"));
        for (const toml::node& node : few(table, "parameters", kMostParameters)) {
            read_parameter(as_table(node, "a parameter"));
        }
        if (std::none_of(spec_.inputs.begin(), spec_.inputs.end(),
                         [](const SpecInput& i) { return i.dims == kAllDims && !i.optional; })) {
            const toml::node* at = table.get("inputs");
            refuse(source_, at ? position_of(*at) : Position{1, 1}, "TW4102",
                   "there is no required input of shape \"rows\"", "add [[inputs]] with name = \"x\"");
        }
        const SpecInput& leading = spec_.inputs.front();
        if (leading.dims != kAllDims || leading.optional) {
            refuse(source_, leading.position, "TW4103",
                   fmt::format("the first input is {}, but it must be required and of shape \"rows\"", leading.name),
                   fmt::format("move {} to the front", spec_.first_rows().name));
        }
        read_output(table);
        read_outputs(table);
        read_tolerance(table);
        read_cbs(table);
        read_plan(table);
        read_shapes(table);
        find_rows();
        return std::move(spec_);
    }

private:
    // What rows are follows from the reductions, and from that what every input is to them.
    void find_rows() {
        const auto formula = parse_formula(source_, spec_.formula_begin, spec_.formula);
        spec_.reduced = reduced_dims(source_, formula);
        spec_.gathered = spec_.reduced != kW || spec_.outputs.size() > 1 || multiplies_;
        if (multiplies_) take_products(spec_, formula);
        for (const SpecInput& input : spec_.inputs) {
            spec_.gathered |= input.dims != kAllDims && input.dims != kW && input.dims != (kAllDims & ~kW);
        }
        for (const SpecInput& input : spec_.inputs) {
            if (input.operand.is() || matrices_.count(input.name) == 0) continue;
            refuse(source_, input.position, "TW4103",
                   fmt::format("the shape of {} is \"matrix\", but it is no right side of a product", input.name),
                   fmt::format("multiply with it, x @ {}, or give it another shape: \"rows\", \"row\", \"column\"",
                               input.name));
        }
        if (!spec_.gathered) return;
        for (SpecInput& input : spec_.inputs) {
            if (input.operand.is()) continue;
            input.shape = (input.dims & spec_.reduced) != 0 ? InputShape::Rows : InputShape::Column;
            const bool whole = (input.dims & (kH | kW)) == (kH | kW);
            for (const std::string& dtype : input.dtypes) {
                if (whole || (dtype != "bfloat8_b" && dtype != "bfloat4_b")) continue;
                refuse(
                    source_, input.position, "TW4103",
                    fmt::format("{} is {} of {}, whose values share exponents: they cannot be repeated within a tile",
                                input.name, dims_text(input.dims), dtype),
                    "dtypes = [\"bfloat16\"]");
            }
        }
    }

    static bool multiplies(const Expression& e) {
        if (e.kind == Expression::Kind::Operator && (e.text == "@" || e.text == "^T")) return true;
        return std::any_of(e.arguments.begin(), e.arguments.end(), [](const auto& one) { return multiplies(*one); });
    }

    void keys(const toml::table& table, const std::string& what, const std::vector<std::string>& known) {
        for (const auto& [key, node] : table) {
            const std::string name(key.str());
            if (std::find(known.begin(), known.end(), name) != known.end()) continue;
            refuse(source_, position_of(key.source().begin), "TW4102",
                   fmt::format("{} has no key \"{}\"", what, clipped(name)),
                   suggestion(name, known, "keys of " + what));
        }
    }

    [[noreturn]] void wrong_type(const toml::node& node, const std::string& key, const std::string& wanted) {
        refuse(source_, position_of(node), "TW4102",
               fmt::format("{} is {}, but it must be {}", key, type_name(node), wanted),
               "see docs/workshop.md for the keys and their types");
    }
    [[noreturn]] void missing(const toml::table& table, const std::string& key, const std::string& example) {
        Position at = position_of(table);
        if (at.line == 0) at = {1, 1};
        refuse(source_, at, "TW4102", fmt::format("\"{}\" is missing", key), "add e.g. " + example);
    }
    [[noreturn]] void reserved(const toml::node& node, const std::string& name) {
        refuse(source_, position_of(node), "TW4103",
               fmt::format("\"{}\" cannot be a name: it means something in generated C++ or Python", name),
               fmt::format("call it {}_", name));
    }

    std::string text(const toml::table& table, const std::string& key, const std::string& otherwise) {
        const toml::node* node = table.get(key);
        if (node == nullptr) {
            if (key == "name") missing(table, "name", "name = \"rms_norm\"");
            return otherwise;
        }
        if (!node->is_string()) wrong_type(*node, key, "a string");
        return **node->as_string();
    }
    std::optional<double> number(const toml::table& table, const std::string& key) {
        const toml::node* node = table.get(key);
        if (node == nullptr) return std::nullopt;
        if (!node->is_number()) wrong_type(*node, key, "a number");
        return *node->value<double>();
    }
    bool flag(const toml::table& table, const std::string& key) {
        const toml::node* node = table.get(key);
        if (node == nullptr) return false;
        if (!node->is_boolean()) wrong_type(*node, key, "true or false");
        return **node->as_boolean();
    }
    std::vector<std::reference_wrapper<const toml::node>> list(const toml::table& table, const std::string& key) {
        std::vector<std::reference_wrapper<const toml::node>> nodes;
        const toml::node* node = table.get(key);
        if (node == nullptr) return nodes;
        if (!node->is_array()) wrong_type(*node, key, fmt::format("a list of tables: [[{}]]", key));
        for (const toml::node& item : *node->as_array()) nodes.emplace_back(item);
        return nodes;
    }
    std::vector<std::reference_wrapper<const toml::node>> few(const toml::table& table, const std::string& key,
                                                              size_t most) {
        auto nodes = list(table, key);
        if (nodes.size() > most) {
            refuse(source_, position_of(nodes[most]), "TW4122",
                   fmt::format("there are {} {}; there can be {}", nodes.size(), key, most),
                   "make two ops of it, or leave some out");
        }
        return nodes;
    }
    const toml::table& as_table(const toml::node& node, const std::string& what) {
        if (!node.is_table()) wrong_type(node, what, "a table with at least name = \"...\"");
        return *node.as_table();
    }

    void read_formula(const toml::table& table) {
        const toml::node* node = table.get("formula");
        if (node == nullptr) missing(table, "formula", "formula = \"x - mean(x)\"");
        if (!node->is_string()) wrong_type(*node, "formula", "a string");
        spec_.formula = **node->as_string();
        size_t begin = source_.offset(position_of(*node));
        const bool block = source_.text.compare(begin, 3, "\"\"\"") == 0 || source_.text.compare(begin, 3, "'''") == 0;
        begin += block ? 3 : 1;
        if (block && source_.text.compare(begin, 1, "\n") == 0) ++begin;
        spec_.formula_begin = begin;
        try {
            for (const Assignment& assignment : parse_formula(source_, begin, spec_.formula))
                multiplies_ |= multiplies(*assignment.value);
        } catch (const Error&) {  // once everything else is read
        }
    }

    std::string own_name(const toml::table& table, const std::string& what) {
        const toml::node* node = table.get("name");
        if (node == nullptr) missing(table, "name", "name = \"x\"");
        if (!node->is_string()) wrong_type(*node, "name", "a string");
        const std::string name = **node->as_string();
        check_name(source_, position_of(*node), name);
        if (!is_snake(name)) {
            refuse(source_, position_of(*node), "TW4103",
                   fmt::format("{} is called \"{}\", but names are lower-case letters, digits and _", what, name),
                   "e.g. gamma");
        }
        if (is_reserved(name)) reserved(*node, name);
        if (!names_.insert(name).second) {
            refuse(source_, position_of(*node), "TW4118", fmt::format("there are two values called \"{}\"", name),
                   "rename one of them");
        }
        return name;
    }

    void read_rank(const toml::node& node, SpecInput& input) {
        if (const auto exact = node.value_exact<int64_t>()) {
            if (*exact < 1 || *exact > 8) bad(node, "rank", std::to_string(*exact), "1 to 8");
            input.least_rank = input.most_rank = static_cast<uint32_t>(*exact);
            return;
        }
        if (!node.is_string()) wrong_type(node, "rank", "a number, or a string like \">= 2\"");
        const std::string rank = **node.as_string();
        unsigned least = 0;
        if (std::sscanf(rank.c_str(), ">= %u", &least) != 1 || least < 1 || least > 8) {
            bad(node, "rank", "\"" + rank + "\"", "a number from 1 to 8, or a string like \">= 2\"");
        }
        input.least_rank = least;
    }
    [[noreturn]] void bad(const toml::node& node, const std::string& key, const std::string& given,
                          const std::string& allowed) {
        refuse(source_, position_of(node), "TW4103", fmt::format("{} is {}", key, given), "allowed: " + allowed);
    }

    void read_domain(const toml::node& node, SpecInput& input) {
        if (node.is_string()) {
            const std::string word = **node.as_string();
            input.domain.without_zero = true;
            if (word == "positive") {
                input.domain.low = 0;
            } else if (word != "nonzero") {
                refuse(source_, position_of(node), "TW4103", fmt::format("domain is \"{}\"", word),
                       suggestion(word, {"positive", "nonzero"}, "domains") + "; or an interval, domain = [0, 1]");
            }
            return;
        }
        std::vector<double> ends;
        if (const toml::array* interval = node.as_array()) {
            for (const toml::node& item : *interval) ends.push_back(item.value<double>().value_or(NAN));
        }
        if (ends.size() != 2) wrong_type(node, "domain", "\"positive\", \"nonzero\" or two numbers: domain = [0, 1]");
        const auto fits = [](double end) { return std::isinf(end) || fits_float32(end); };
        if (!(ends[0] < ends[1]) || !fits(ends[0]) || !fits(ends[1])) {
            bad(node, "domain", fmt::format("[{}, {}]", ends[0], ends[1]),
                "two numbers of float32, or inf, the smaller one first");
        }
        input.domain.low = ends[0];
        input.domain.high = ends[1];
    }

    void read_input(const toml::table& table) {
        keys(table, "an input",
             {"name", "shape", "dtypes", "layout", "optional", "rank", "width_multiple", "domain", "doc"});
        SpecInput input;
        input.position = position_of(table);
        input.name = own_name(table, "an input");
        input.doc = text(table, "doc", "");
        if (const toml::node* node = table.get("shape"); node != nullptr && node->is_array())
            wrong_type(*node, "shape", "one string: shape = \"[C,1,1]\"");
        const std::string shape = text(table, "shape", "rows");
        const std::optional<Dims> dims = shape == "rows"     ? kAllDims
                                         : shape == "row"    ? kW
                                         : shape == "column" ? static_cast<Dims>(kAllDims & ~kW)
                                         : shape == "matrix" ? static_cast<Dims>(kH | kW)
                                                             : dims_of_text(shape);
        if (!dims) {
            const Position at = position_of(*table.get("shape"));
            if (shape.find_first_of("[](){},") != std::string::npos) {
                const DimsMistake mistake = mistake_in_dims(shape);
                refuse(source_, at, "TW4103", fmt::format("shape is \"{}\": {}", clipped(shape), mistake.what),
                       mistake.fix);
            }
            refuse(source_, at, "TW4103", fmt::format("shape is \"{}\"", clipped(shape)),
                   suggestion(shape, {"rows", "row", "column"}, "shapes") + "; or by dimensions: \"[N,1,1,W]\"");
        }
        input.dims = *dims;
        if (shape == "matrix") matrices_.insert(input.name);
        if (input.dims == kW) {
            input.shape = InputShape::Row;
            input.least_rank = 1;
        } else if (input.dims == (kAllDims & ~kW)) {
            input.shape = InputShape::Column;
        } else if (input.dims != kAllDims) {
            input.least_rank = 1;
        }
        input.tile = is_tile(table, multiplies_ ? "tile" : "row_major");
        if (table.contains("dtypes")) {
            input.dtypes.clear();
            for (const toml::node& node : list(table, "dtypes")) {
                if (!node.is_string()) wrong_type(node, "a dtype", "a string");
                const std::string dtype = **node.as_string();
                check_dtype(node, dtype, input.tile);
                input.dtypes.push_back(dtype);
            }
            const bool integers = std::any_of(input.dtypes.begin(), input.dtypes.end(), is_integer);
            if (integers && input.dtypes.size() > 1) {
                refuse(source_, position_of(*table.get("dtypes")), "TW4103",
                       fmt::format("{} has {} dtypes, but kernels convert integers of one", input.name,
                                   input.dtypes.size()),
                       fmt::format("dtypes = [\"{}\"]",
                                   *std::find_if(input.dtypes.begin(), input.dtypes.end(), is_integer)));
            }
            if (input.dtypes.empty()) bad(*table.get("dtypes"), "dtypes", "empty", "\"bfloat16\", \"float32\" or both");
        }
        input.optional = flag(table, "optional");
        if (const toml::node* rank = table.get("rank")) read_rank(*rank, input);
        if (const toml::node* domain = table.get("domain")) {
            read_domain(*domain, input);
            if (input.integer() && std::floor(input.domain.high) < std::ceil(input.domain.low))
                bad(*domain, "domain", "without a whole number", "one with whole numbers for integers, as [0, 1]");
        }
        if (const auto multiple = number(table, "width_multiple")) {
            if (!(*multiple >= 1 && *multiple <= 65536) || *multiple != std::floor(*multiple)) {
                bad(*table.get("width_multiple"), "width_multiple", fmt::format("{}", *multiple), "1 to 65536");
            }
            input.width_multiple = static_cast<uint32_t>(*multiple);
        }
        spec_.inputs.push_back(input);
    }

    bool is_tile(const toml::table& table, const char* otherwise) {
        const std::string layout = text(table, "layout", otherwise);
        if (layout == "row_major" || layout == "tile") return layout == "tile";
        refuse(source_, position_of(*table.get("layout")), "TW4103", fmt::format("layout is \"{}\"", layout),
               suggestion(layout, {"row_major", "tile"}, "layouts"));
    }
    void check_dtype(const toml::node& node, const std::string& dtype, bool tile) {
        const bool block = dtype == "bfloat8_b" || dtype == "bfloat4_b";
        if (dtype == "bfloat16" || dtype == "float32" || is_integer(dtype) || (tile && block)) return;
        if (block) {
            refuse(source_, position_of(node), "TW4103", fmt::format("{} is a format of whole tiles", dtype),
                   "add layout = \"tile\"");
        }
        for (const char* other : {"uint8", "int8", "int16", "int64", "uint64", "bool"}) {
            if (dtype != other) continue;
            refuse(source_, position_of(node), "TW4103", fmt::format("{}: integers are int32, uint32 or uint16", dtype),
                   "let the op's caller convert them with typecast");
        }
        refuse(source_, position_of(node), "TW4103", fmt::format("\"{}\" is no dtype of rows", dtype),
               suggestion(dtype, {"bfloat16", "float32", "bfloat8_b", "bfloat4_b", "int32", "uint32", "uint16"},
                          "dtypes"));
    }

    void read_output(const toml::table& table) {
        spec_.output_tile = spec_.inputs.front().tile;
        const toml::table* output = section(table, "output");
        if (output == nullptr) return;
        keys(*output, "the output", {"layout"});
        spec_.output_tile = is_tile(*output, spec_.output_tile ? "tile" : "row_major");
    }

    void read_outputs(const toml::table& table) {
        const toml::node* given = table.get("outputs");
        if (given != nullptr && !given->is_array())
            wrong_type(*given, "outputs", "a list of names: outputs = [\"y\", \"mu\"]");
        for (const toml::node& node : few(table, "outputs", kMostOutputs)) {
            if (!node.is_string()) wrong_type(node, "an output", "the name of a value of the formula");
            const std::string name = **node.as_string();
            if (std::find(spec_.outputs.begin(), spec_.outputs.end(), name) != spec_.outputs.end()) {
                refuse(source_, position_of(node), "TW4118", fmt::format("the output \"{}\" is named twice", name),
                       "name every value once");
            }
            spec_.outputs.push_back(name);
            spec_.output_positions.push_back(position_of(node));
        }
        if (given != nullptr && spec_.outputs.empty())
            bad(*given, "outputs", "empty", "names of values of the formula");
    }

    void read_parameter(const toml::table& table) {
        keys(table, "a parameter", {"name", "type", "default", "min", "max", "above", "below", "doc"});
        SpecParameter parameter;
        parameter.position = position_of(table);
        parameter.name = own_name(table, "a parameter");
        parameter.doc = text(table, "doc", "");
        const std::string type = text(table, "type", "float");
        if (type != "float" && type != "int" && type != "bool") {
            refuse(source_, position_of(*table.get("type")), "TW4103", fmt::format("type is \"{}\"", type),
                   suggestion(type, {"float", "int", "bool"}, "types of parameters"));
        }
        if (type == "bool") return read_condition(table, parameter);
        parameter.integer = type == "int";
        parameter.least = number(table, "min");
        parameter.most = number(table, "max");
        parameter.above = number(table, "above");
        parameter.below = number(table, "below");
        const auto value = number(table, "default");
        if (!value) missing(table, "default", "default = 1e-5");
        parameter.value = *value;
        const Position at = position_of(*table.get("default"));
        if (!std::isfinite(*value)) {
            refuse(source_, at, "TW4119", fmt::format("the default of {} is not finite", parameter.name),
                   "give a number");
        }
        for (const char* key : {"default", "min", "max", "above", "below"}) {
            const auto bound = number(table, key);
            if (!bound) continue;
            if (parameter.integer && !(std::fabs(*bound) <= kMostInt)) {
                refuse(
                    source_, position_of(*table.get(key)), "TW4119",
                    fmt::format("{} of {} is {:g}, but float32, in which kernels are given it, holds integers up to {}",
                                key, parameter.name, *bound, kMostInt),
                    fmt::format("give a number from -{0} to {0}", kMostInt));
            }
            if (!fits_float32(*bound)) {
                refuse(source_, position_of(*table.get(key)), "TW4125",
                       fmt::format("{} of {} is {:g}; {}", key, parameter.name, *bound, float32_range()),
                       "give a number that float32 holds");
            }
        }
        if (parameter.integer && *value != std::floor(*value)) {
            refuse(source_, at, "TW4119",
                   fmt::format("the default of {} is {}, but its type is int", parameter.name, *value),
                   "give an integer, or type = \"float\"");
        }
        if ((parameter.least && *value < *parameter.least) || (parameter.most && *value > *parameter.most) ||
            (parameter.above && *value <= *parameter.above) || (parameter.below && *value >= *parameter.below)) {
            refuse(source_, at, "TW4119",
                   fmt::format("the default of {} is {}, which is not {}", parameter.name, *value, parameter.range()),
                   "give a default that is allowed");
        }
        // Beyond these, neighbouring integers reach the card as one number.
        if (parameter.integer && !parameter.above && !parameter.least) parameter.least = -kMostInt;
        if (parameter.integer && !parameter.below && !parameter.most) parameter.most = kMostInt;
        spec_.parameters.push_back(parameter);
    }

    void read_condition(const toml::table& table, SpecParameter& parameter) {
        for (const char* key : {"min", "max", "above", "below"}) {
            if (const toml::node* node = table.get(key)) {
                refuse(source_, position_of(*node), "TW4102",
                       fmt::format("{} is true or false and has no {}", parameter.name, key), "leave it out");
            }
        }
        const toml::node* value = table.get("default");
        if (value == nullptr) missing(table, "default", "default = false");
        if (!value->is_boolean()) wrong_type(*value, "the default of a bool", "true or false");
        parameter.condition = true;
        parameter.value = **value->as_boolean() ? 1 : 0;
        spec_.parameters.push_back(parameter);
    }

    const toml::table* section(const toml::table& table, const char* key) {
        const toml::node* node = table.get(key);
        if (node != nullptr && !node->is_table()) wrong_type(*node, key, fmt::format("a table: [{}]", key));
        return node == nullptr ? nullptr : node->as_table();
    }

    void read_tolerance(const toml::table& table) {
        const toml::table* tolerance = section(table, "tolerance");
        if (tolerance == nullptr) return;
        keys(*tolerance, "tolerance", {"rtol", "atol"});
        spec_.rtol = number(*tolerance, "rtol");
        spec_.atol = number(*tolerance, "atol");
        for (const char* key : {"rtol", "atol"}) {
            const auto value = key[0] == 'r' ? spec_.rtol : spec_.atol;
            if (value && !(*value >= 0 && std::isfinite(*value))) {
                bad(*tolerance->get(key), key, fmt::format("{}", *value), "0 or more");
            }
        }
    }

    void read_cbs(const toml::table& table) {
        const toml::table* cbs = section(table, "cb");
        if (cbs == nullptr) return;
        std::map<uint32_t, std::string> taken;
        for (const auto& [key, node] : *cbs) {
            const std::string name(key.str());
            const auto index = node.value_exact<int64_t>();
            if (!index) wrong_type(node, "the index of cb " + name, "an integer from 0 to 31");
            if (*index < 0 || *index > 31) bad(node, "cb " + name, std::to_string(*index), "0 to 31");
            const auto [at, fresh] = taken.emplace(static_cast<uint32_t>(*index), name);
            if (!fresh) {
                refuse(source_, position_of(node), "TW4121",
                       fmt::format("c_{} is asked for by \"{}\" and by \"{}\"", *index, at->second, name),
                       "give each its own index");
            }
            spec_.cb_indices[name] = static_cast<uint32_t>(*index);
            spec_.cb_positions[name] = position_of(key.source().begin);
        }
    }

    void read_plan(const toml::table& table) {
        if (const toml::node* node = table.get("grid")) {
            const toml::array* grid = node->as_array();
            std::vector<int64_t> numbers;
            if (grid != nullptr) {
                for (const toml::node& item : *grid) numbers.push_back(item.value_exact<int64_t>().value_or(0));
            }
            if (numbers.size() != 2) wrong_type(*node, "grid", "two numbers: grid = [8, 8]");
            if (numbers[0] < 1 || numbers[1] < 1 || numbers[0] > 16 || numbers[1] > 16) {
                bad(*node, "grid", fmt::format("{} x {}", numbers[0], numbers[1]), "1 to 16 cores each way");
            }
            spec_.grid = {static_cast<uint32_t>(numbers[0]), static_cast<uint32_t>(numbers[1])};
        }
        const std::string plan = text(table, "plan", "automatic");
        if (plan == "resident") {
            spec_.plan = PlanChoice::Resident;
        } else if (plan == "streaming") {
            spec_.plan = PlanChoice::Streaming;
        } else if (plan != "automatic") {
            refuse(source_, position_of(*table.get("plan")), "TW4103", fmt::format("plan is \"{}\"", plan),
                   suggestion(plan, {"automatic", "resident", "streaming"}, "plans"));
        }
    }

    // "1,1,2048,4096"
    std::vector<uint32_t> shape_of(const toml::node& node) {
        if (!node.is_string()) wrong_type(node, "a shape", "a string like \"1,1,2048,4096\"");
        const std::string text = **node.as_string();
        std::vector<uint32_t> shape;
        for (size_t at = 0; at <= text.size();) {
            const size_t end = std::min(text.find(',', at), text.size());
            const std::string part = text.substr(at, end - at);
            const bool number = !part.empty() && part.size() < 9 && part.find_first_not_of("0123456789") == part.npos;
            if (!number || std::stoul(part) == 0)
                bad(node, "a shape", "\"" + clipped(text) + "\"",
                    "numbers of at least 1 with commas, \"1,1,2048,4096\"");
            shape.push_back(static_cast<uint32_t>(std::stoul(part)));
            at = end + 1;
        }
        if (shape.size() < 2) bad(node, "a shape", "\"" + text + "\"", "at least two dimensions");
        return shape;
    }
    void read_shapes(const toml::table& table) {
        constexpr size_t most = 16;
        for (const toml::node& node : few(table, "shapes", most)) spec_.shapes.push_back(shape_of(node));
        for (const toml::node& node : few(table, "plans", most)) {
            const toml::table& one = as_table(node, "a plan");
            keys(one, "a plan", {"shape", "plan", "ns", "others"});
            if (one.get("shape") == nullptr) missing(one, "shape", "shape = \"1,1,2048,4096\"");
            SpecPlan plan;
            plan.position = position_of(one);
            plan.shape = shape_of(*one.get("shape"));
            plan.plan = text(one, "plan", "");
            plan.ns = number(one, "ns").value_or(0);
            for (const toml::node& other : list(one, "others"))
                plan.others.push_back(other.value<std::string>().value_or(""));
            spec_.plans.push_back(std::move(plan));
        }
        const bool either = !spec_.shapes.empty() || !spec_.plans.empty();
        if (either && spec_.plan != PlanChoice::Automatic) {
            refuse(source_, position_of(*table.get("plan")), "TW4103",
                   "plan says what plans are to be, and shapes leave it to the card's clock",
                   "leave one of the two out");
        }
    }

    const Source& source_;
    Spec spec_;
    std::set<std::string> names_, matrices_;
    bool multiplies_ = false;  // the formula has products of matrices, whose sides are tiles
};

}  // namespace

std::string SpecParameter::default_text(bool python) const {
    if (condition) return value != 0 ? (python ? "True" : "true") : (python ? "False" : "false");
    if (integer) return fmt::format("{}", static_cast<long>(value));
    std::string text = fmt::format("{}", value);
    if (text.find_first_of(".en") == std::string::npos) text += ".0";
    return text + (python ? "" : "f");
}

std::string SpecParameter::range() const {
    std::string text;
    const auto add = [&](const char* sign, const std::optional<double>& bound) {
        if (bound) text += fmt::format("{}{} {}", text.empty() ? "" : " and ", sign, *bound);
    };
    add(">=", least);
    add(">", above);
    add("<=", most);
    add("<", below);
    return text;
}

const SpecInput* Spec::find_input(const std::string& wanted) const {
    for (const SpecInput& input : inputs) {
        if (input.name == wanted) return &input;
    }
    return nullptr;
}

bool Spec::in_matrices() const {
    if (gathered) return false;
    return output_tile || std::any_of(inputs.begin(), inputs.end(), [](const SpecInput& i) { return i.tile; });
}

const SpecInput& Spec::first_rows() const {
    for (const SpecInput& input : inputs) {
        if (input.dims == kAllDims && !input.optional) return input;
    }
    throw InternalError("a spec without rows was accepted");
}

Spec parse_spec(const Source& source) { return Reader(source).run(); }

Spec read_spec(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    if (!stream) {
        throw Error("TW4100", fmt::format("the spec {} cannot be read", file.string()),
                    "give the path of a spec.toml, or use --expr", Exit::Usage);
    }
    // One byte more than allowed is enough to know; a device file or a pipe may have no end.
    std::string text(kMostSpecBytes + 1, '\0');
    stream.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<size_t>(stream.gcount()));
    if (text.size() > kMostSpecBytes) {
        throw Error("TW4122", fmt::format("the spec {} has more than {} bytes", file.string(), kMostSpecBytes),
                    "give the path of a spec.toml; the specs in examples/specs have less than 2,000 bytes each",
                    Exit::Usage);
    }
    return parse_spec({file.string(), text});
}

}  // namespace tilewright::workshop::rows
