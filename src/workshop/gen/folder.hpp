// The folder of a generated op: all of its files, and writing them without touching what a person changed.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "workshop/plan/plan.hpp"

namespace tilewright::workshop::rows {

// Everything but the record of what was generated; the same spec gives the same bytes.
std::map<std::string, std::string> op_files(const Plan& plan);

struct WriteReport {
    std::vector<std::string> written, unchanged, kept;  // kept: edited by a person
};

// Files that differ from what was last generated are kept, unless `force`. generated.json records what was generated.
WriteReport write_folder(const Plan& plan, const std::filesystem::path& folder, bool force);

// Documents, tests and the Python twin: parts of op_files.
std::map<std::string, std::string> document_files(const Plan& plan);
std::map<std::string, std::string> test_files(const Plan& plan);
std::map<std::string, std::string> python_files(const Plan& plan);
// The formula of the spec as a Python module, in float64 on torch tensors: what the Python tests compare with.
std::string torch_reference(const Plan& plan);
// The shape of a side of a product beside `shape` in Python tests, as Python writes it.
std::string side_shape(const MatrixSide& operand);

}  // namespace tilewright::workshop::rows
