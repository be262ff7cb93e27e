// The writer of an op's host code. Its parts lie in host_*.cpp and share one set of argument lists and names, which
// must agree to the letter.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "workshop/gen/text.hpp"
#include "workshop/plan/plan.hpp"

namespace tilewright::workshop::rows {

class Host {
public:
    explicit Host(const Plan& plan);
    // Every host file of the op by its path in the op's folder.
    std::map<std::string, std::string> run() const;

private:
    std::string space() const { return "ttnn::operations::" + op_; }
    static std::string tensor_type(const SpecInput& input);
    bool gives_several() const { return plan_.results.size() > 1; }
    std::string result_type() const { return gives_several() ? "std::vector<Tensor>" : "Tensor"; }
    static std::string host_dims(Dims dims);  // "ws::kH | ws::kW"
    // The shape of an input as documentation gives it.
    std::string shape_text(const SpecInput& input) const;
    static const char* parameter_type(const SpecParameter& parameter);
    static std::string default_text(const SpecParameter& parameter);
    const std::string& first() const { return spec_.first_rows().name; }
    // The shape of the rows, and a size of a side of a product: of the tensors of `args`.
    std::string rows_shape(const std::string& args) const;
    std::string size_source(size_t size, const std::string& args) const;
    // The columns of the right side of a product.
    std::string columns_of(size_t input, const std::string& args) const;
    // The arguments of the call, in the order of the Python signature.
    std::vector<std::string> call_parameters(bool defaults) const;
    std::vector<std::string> prim_parameters() const;
    std::vector<std::string> names() const;
    std::string summary() const { return spec_.doc.empty() ? spec_.formula : spec_.doc; }
    std::string formula() const;
    std::string header() const;
    std::string call() const;
    std::string binding_header() const;
    std::string binding() const;
    std::string types() const;
    std::string operation_header() const;
    void check_input(Text& out, const SpecInput& input) const;
    void check_side(Text& out, const SpecInput& input) const;
    const SpecInput& left_of(const SpecInput& right) const;  // of the product
    void check_parameters(Text& out) const;
    std::string operation() const;
    // One item per line below the first, as designated initialisers are set.
    static void lines(Text& out, const std::string& head, const std::vector<std::string>& items,
                      const std::string& tail);
    static void append(Text& out, const Text& body) { out.raw(body.str().substr(1)); }
    // The head of a definition, broken as clang-format does.
    static void define(Text& out, const std::string& result, const std::string& name,
                       const std::vector<std::string>& arguments);
    std::vector<std::string> plan_parameters() const;
    std::string plan_header() const;
    std::string plan_source() const;
    std::string factory_header() const;
    // A scalar of the formula over the parameters of a call.
    std::string scalar(int node) const;
    std::string factory() const;
    static void define_static(Text& out, const std::string& head, const std::vector<std::string>& arguments);
    // Columns that the longest argument takes with what follows it.
    static size_t widest(const std::vector<std::string>& arguments);
    std::string entry() const;

    const Plan& plan_;
    const Spec& spec_;
    const std::string op_, type_;
    std::vector<const SpecInput*> ordered_, later_;
};

}  // namespace tilewright::workshop::rows
