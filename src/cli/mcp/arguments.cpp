// Checking arguments against the schema that clients were shown.
#include "cli/mcp/arguments.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "cli/suggest.hpp"

namespace tilewright::cli::mcp {

using nlohmann::json;

namespace {

struct Checked {
    const std::string& tool;

    [[noreturn]] void refuse(const std::string& place, const std::string& what, const std::string& allowed) const {
        throw Error("TW4601", fmt::format("{}: {} {}", tool, place.empty() ? "the arguments" : place, what), allowed,
                    Exit::Usage);
    }

    static std::string shown(const json& given) {
        const std::string text = given.dump(-1, ' ', false, json::error_handler_t::replace);
        return text.size() <= 80 ? text : text.substr(0, 80) + "...";
    }

    bool is_of(const json& given, const std::string& type) const {
        if (type == "string") return given.is_string();
        if (type == "boolean") return given.is_boolean();
        if (type == "integer") return given.is_number_integer();
        if (type == "number") return given.is_number();
        if (type == "array") return given.is_array();
        return given.is_object();
    }

    void check(const json& schema, const json& given, const std::string& place) const {
        const std::string type = schema.value("type", "object");
        if (!is_of(given, type))
            refuse(place, fmt::format("is {}", shown(given)),
                   fmt::format("give {} {}", type[0] == 'i' || type[0] == 'a' || type[0] == 'o' ? "an" : "a", type));
        if (const auto allowed = schema.find("enum"); allowed != schema.end()) {
            if (std::find(allowed->begin(), allowed->end(), given) == allowed->end())
                refuse(place, fmt::format("is {}", shown(given)), fmt::format("give one of {}", allowed->dump()));
        }
        if (given.is_number()) check_number(schema, given, place);
        if (given.is_string()) check_length(schema, given.get_ref<const std::string&>().size(), "Length", place);
        if (given.is_array()) {
            check_length(schema, given.size(), "Items", place);
            for (size_t i = 0; i < given.size(); ++i)
                check(schema.at("items"), given[i], fmt::format("{}[{}]", place, i));
        }
        if (given.is_object()) check_object(schema, given, place);
    }

    void check_number(const json& schema, const json& given, const std::string& place) const {
        const double value = given.get<double>();
        const bool low = schema.contains("minimum") && value < schema["minimum"].get<double>();
        const bool high = schema.contains("maximum") && value > schema["maximum"].get<double>();
        if (low || high)
            refuse(place, fmt::format("is {}", shown(given)),
                   schema.contains("minimum") && schema.contains("maximum")
                       ? fmt::format("give {} to {}", schema["minimum"].dump(), schema["maximum"].dump())
                       : fmt::format("give {} {}", low ? "at least" : "at most",
                                     schema[low ? "minimum" : "maximum"].dump()));
    }

    void check_length(const json& schema, size_t size, const std::string& of, const std::string& place) const {
        const std::string most = "max" + of, least = "min" + of;
        if (schema.contains(most) && size > schema[most].get<size_t>())
            refuse(place, fmt::format("has {}", size), fmt::format("give at most {}", schema[most].dump()));
        if (schema.contains(least) && size < schema[least].get<size_t>())
            refuse(place, fmt::format("has {}", size), fmt::format("give at least {}", schema[least].dump()));
    }

    void check_object(const json& schema, const json& given, const std::string& place) const {
        const json none = json::object();
        const json& properties = schema.contains("properties") ? schema["properties"] : none;
        std::vector<std::string> names;
        for (const auto& [name, unused] : properties.items()) names.push_back(name);
        const json others = schema.value("additionalProperties", json(false));
        for (const auto& [name, value] : given.items()) {
            const std::string at = place.empty() ? name : place + "." + name;
            if (properties.contains(name)) {
                check(properties[name], value, at);
            } else if (others.is_object()) {
                check(others, value, at);
            } else {
                const std::string near = nearest(name, names);
                refuse(place, fmt::format("have no \"{}\"", name),
                       (near.empty() ? "" : fmt::format("did you mean \"{}\"? ", near)) +
                           (names.empty() ? "give none" : fmt::format("there are: {}", fmt::join(names, ", "))));
            }
        }
        for (const json& name : schema.value("required", json::array())) {
            const std::string text = name.get<std::string>();
            if (!given.contains(text))
                refuse(place, fmt::format("lack \"{}\"", text),
                       properties.at(text).value("description", "it is required"));
        }
    }
};

}  // namespace

json object_of(json properties, std::vector<std::string> required) {
    json made = {{"type", "object"}, {"properties", std::move(properties)}, {"additionalProperties", false}};
    if (!required.empty()) made["required"] = std::move(required);
    return made;
}

void check_arguments(const json& schema, const json& given, const std::string& tool) {
    Checked{tool}.check(schema, given, "");
}

}  // namespace tilewright::cli::mcp
