// Names for reports.
#include "program/descriptor.hpp"

namespace tilewright::program {

std::string KernelDescriptor::display_name() const {
    if (!name.empty()) return name;
    if (!source.is_path) return "inline kernel";
    return std::filesystem::path(source.text).filename().string();
}

}  // namespace tilewright::program
