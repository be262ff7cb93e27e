// What the host files of an exported op have in common: argument lists and names, as gaps of their text.
#pragma once

#include "workshop/export/exported.hpp"
#include "workshop/export/template.hpp"

namespace tilewright::workshop::exported {

Gaps common_gaps(const ExportRequest& request);

// The inputs in the order of the call: required ones first.
std::vector<const rows::SpecInput*> call_order(const rows::Spec& spec);

std::string tensor_type(const rows::SpecInput& input);
std::string parameter_type(const rows::SpecParameter& parameter);
std::string default_text(const rows::SpecParameter& parameter);

// Of the tensors of `args`, sources: the columns of the right side of a product; the shape of the rows; sizes beside
// those.
std::string columns_of(const rows::Spec& spec, size_t input, const std::string& args);
std::string rows_shape(const rows::Spec& spec);
std::vector<std::string> size_sources(const rows::Spec& spec);

// The function that checks a side of a product, and its call for this one.
std::string check_side_text();
std::string check_side(const rows::Spec& spec, const rows::SpecInput& input);

// The parts of the host code, each with the gaps above and those it adds.
Files call_files(const ExportRequest& request, const Gaps& gaps);
Files operation_files(const ExportRequest& request, const Gaps& gaps);
Files plan_files(const ExportRequest& request, const Gaps& gaps);
Files factory_files(const ExportRequest& request, const Gaps& gaps);
Files build_files(const Gaps& gaps);

}  // namespace tilewright::workshop::exported
