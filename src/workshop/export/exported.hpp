// An op as it stands in a tt-metal tree: plain host code against the public API, its kernels, build lists, tests and a
// page that says how to build it. Nothing in it knows of where it came from.
#pragma once

#include <map>
#include <string>

#include "workshop/plan/plan.hpp"

namespace tilewright::workshop::exported {

enum class Form { Cpp, Python };

struct ExportRequest {
    const rows::Plan& plan;
    Form form = Form::Cpp;
    // Below device/kernels/, where they are not those of the plan: a person has edited them.
    std::map<std::string, std::string> kernels = {};
};

using Files = std::map<std::string, std::string>;  // by path from the root of the tree

Files exported_files(const ExportRequest& request);

// Where the op's folder lies in the tree.
std::string op_path(const std::string& op, Form form);

// Parts of exported_files. Host code: by path in the op's folder.
Files cpp_host_files(const ExportRequest& request);
Files python_host_files(const ExportRequest& request);
std::string pytest_file(const ExportRequest& request);
std::string readme(const ExportRequest& request);

// The entry that lets an exported folder be loaded here. It is not part of what is exported.
std::string entry_file(const rows::Plan& plan);

}  // namespace tilewright::workshop::exported
