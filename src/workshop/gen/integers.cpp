// Formats, checks and test data of inputs that have integers.
#include "workshop/gen/integers.hpp"

#include <fmt/format.h>

#include <set>

namespace tilewright::workshop::rows {

std::string integers_of(const Plan& plan, int node) {
    if (plan.program[node].op != Op::Input) return "";
    const SpecInput& input = plan.spec.inputs[static_cast<size_t>(plan.program[node].index)];
    return input.integer() ? input.dtypes.front() : "";
}

void integer_formats(Text& out, const Spec& spec) {
    if (!spec.needs_wide_dst()) return;
    std::set<std::string> dtypes;
    for (const SpecInput& input : spec.inputs) {
        if (input.integer()) dtypes.insert(input.dtypes.front());
    }
    const auto constant = [&](const std::string& name, const std::string& format) {
        out.line(fmt::format("constexpr uint32_t {} = static_cast<uint32_t>(DataFormat::{});", name, format));
    };
    for (const std::string& dtype : dtypes)
        constant("from_" + dtype, dtype == "int32" ? "Int32" : dtype == "uint32" ? "UInt32" : "UInt16");
    constant("to_float32", "Float32");
    out.line();
}

std::string usual_dtype(const Spec& spec) {
    if (spec.first_rows().integer()) return "ttnn.float32";
    return spec.first_rows().tile ? "first.dtype if first.dtype == ttnn.float32 else ttnn.bfloat16" : "first.dtype";
}

// Kernels know one format, and no other.
std::string check_integers(const Spec& spec) {
    std::string text;
    for (size_t k = 0; k < spec.inputs.size(); ++k) {
        const SpecInput& input = spec.inputs[k];
        if (!input.integer()) continue;
        text += fmt::format(
            "    if tensors[{0}] is not None and tensors[{0}].dtype != ttnn.{2}:\n"
            "        raise RuntimeError(f\"{3}: {1} must have dtype {2}, but its dtype is {{tensors[{0}].dtype}}\")\n",
            k, input.name, input.dtypes.front(), spec.name);
    }
    return text;
}

std::string random_integers(const Spec& spec) {
    if (!spec.needs_wide_dst()) return "";
    return "def integers(device, shape, dtype, low, end, layout=None):\n"
           "    \"\"\"Random integers from low on, less than end.\"\"\"\n"
           "    layout = ttnn.ROW_MAJOR_LAYOUT if layout is None else layout\n"
           "    values = torch.randint(low, end, tuple(shape), dtype=torch.int32)\n"
           "    return ttnn.from_torch(values, dtype=dtype, layout=layout, device=device)\n\n\n";
}

}  // namespace tilewright::workshop::rows
