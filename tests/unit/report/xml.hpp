// A page as a tree of elements, by expat: what is not well-formed does not get this far.
#pragma once

#include <expat.h>

#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace tilewright::report {

struct Element {
    std::string name;
    std::map<std::string, std::string> attributes;
    std::vector<std::unique_ptr<Element>> children;
    std::string text;  // its own, without that of its children

    const std::string& at(const std::string& attribute) const { return attributes.at(attribute); }
    bool has_class(const std::string& wanted) const {
        const auto found = attributes.find("class");
        return found != attributes.end() && (" " + found->second + " ").find(" " + wanted + " ") != std::string::npos;
    }
    // Below it, in the order of the page: of this class, or of this name where it begins with '<'.
    std::vector<const Element*> all(const std::string& wanted) const {
        std::vector<const Element*> found;
        collect(wanted, found);
        return found;
    }

private:
    void collect(const std::string& wanted, std::vector<const Element*>& found) const {
        for (const auto& child : children) {
            if (wanted[0] == '<' ? "<" + child->name == wanted : child->has_class(wanted)) found.push_back(child.get());
            child->collect(wanted, found);
        }
    }
};

// Throws std::runtime_error with the line where the text is not well-formed.
inline std::unique_ptr<Element> parse_xml(const std::string& text) {
    auto root = std::make_unique<Element>();
    std::vector<Element*> open = {root.get()};
    const std::unique_ptr<std::remove_pointer_t<XML_Parser>, decltype(&XML_ParserFree)> parser(
        XML_ParserCreate("UTF-8"), &XML_ParserFree);
    XML_SetUserData(parser.get(), &open);
    XML_SetElementHandler(
        parser.get(),
        [](void* data, const char* name, const char** attributes) {
            auto& stack = *static_cast<std::vector<Element*>*>(data);
            auto made = std::make_unique<Element>();
            made->name = name;
            for (; *attributes != nullptr; attributes += 2) made->attributes[attributes[0]] = attributes[1];
            Element* const raw = made.get();
            stack.back()->children.push_back(std::move(made));
            stack.push_back(raw);
        },
        [](void* data, const char*) { static_cast<std::vector<Element*>*>(data)->pop_back(); });
    XML_SetCharacterDataHandler(parser.get(), [](void* data, const char* part, int length) {
        static_cast<std::vector<Element*>*>(data)->back()->text.append(part, static_cast<size_t>(length));
    });
    if (XML_Parse(parser.get(), text.data(), static_cast<int>(text.size()), 1) != XML_STATUS_OK) {
        throw std::runtime_error("line " + std::to_string(XML_GetCurrentLineNumber(parser.get())) + ": " +
                                 XML_ErrorString(XML_GetErrorCode(parser.get())));
    }
    return root;
}

}  // namespace tilewright::report
