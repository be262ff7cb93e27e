// Writing stub kernels.
#include "workshop/stage/stubs.hpp"

#include <fmt/format.h>

namespace tilewright::workshop {

namespace {

enum class Who { Reader, Compute, Writer };

Who who(const std::string& text) {
    if (text.rfind("reader", 0) == 0) return Who::Reader;
    return text.rfind("writer", 0) == 0 ? Who::Writer : Who::Compute;
}

std::string push(const PlannedCb& cb, const char* indent) {
    return fmt::format("{0}cb_reserve_back({1}, pages_{1});  // {2}\n{0}cb_push_back({1}, pages_{1});\n", indent,
                       cb.index, cb.holds);
}
std::string wait(const PlannedCb& cb, const char* indent) {
    return fmt::format("{0}cb_wait_front({1}, pages_{1});  // {2}\n", indent, cb.index, cb.holds);
}
std::string pop(const PlannedCb& cb, const char* indent) {
    return fmt::format("{0}cb_pop_front({1}, pages_{1});\n", indent, cb.index);
}

// The body of one kernel: what it pushes for good, then every round what passes through it.
std::string stub(const OpPlan& plan, Who self, const char* header, const char* name) {
    std::string counts, once, round;
    for (size_t i = 0; i < plan.cbs.size(); ++i) {
        const PlannedCb& cb = plan.cbs[i];
        const bool fills = who(cb.producer) == self, empties = who(cb.consumer) == self;
        if (fills || empties)
            counts += fmt::format("    const uint32_t pages_{} = get_arg_val<uint32_t>({});\n", cb.index, i + 1);
        if (cb.persistent) {
            if (fills) once += push(cb, "    ");
            if (empties) round += wait(cb, "        ");
            continue;
        }
        if (fills) round += push(cb, "        ");
        if (empties) round += wait(cb, "        ") + pop(cb, "        ");
    }
    return fmt::format(
        "// {} of {} as a stub: pages pass, no data moves.\n"
        "#include \"{}\"\n\n"
        "void kernel_main() {{\n"
        "    const uint32_t tile_rows = get_arg_val<uint32_t>(0);\n"
        "{}"
        "{}"
        "    for (uint32_t row = 0; row < tile_rows; ++row) {{\n"
        "{}"
        "    }}\n"
        "}}\n",
        name, plan.op, header, counts, once, round);
}

}  // namespace

StubSources stub_sources(const OpPlan& plan) {
    return {stub(plan, Who::Reader, "api/dataflow/dataflow_api.h", "The reader"),
            stub(plan, Who::Compute, "api/compute/common.h", "The compute kernel"),
            stub(plan, Who::Writer, "api/dataflow/dataflow_api.h", "The writer")};
}

program::ProgramDescriptor with_stubs(program::ProgramDescriptor program, const OpPlan& plan,
                                      const std::vector<std::pair<LogicalCore, uint32_t>>& rounds) {
    const StubSources sources = stub_sources(plan);
    program.name = plan.op + ", stub kernels";
    for (program::KernelDescriptor& kernel : program.kernels) {
        // Readers run on RISCV_1 and writers on RISCV_0, as the host API's reader and writer configurations say.
        const auto* movement = std::get_if<program::DataMovementConfig>(&kernel.config);
        const bool reader = movement != nullptr && movement->processor == program::DataMovementProcessor::RiscV1;
        kernel.source = {};
        kernel.source.is_path = false;
        kernel.source.text = movement == nullptr ? sources.compute : reader ? sources.reader : sources.writer;
        kernel.name = movement == nullptr ? "stub_compute.cpp" : reader ? "stub_reader.cpp" : "stub_writer.cpp";
        kernel.compile_time_args.clear();
        kernel.named_compile_time_args.clear();
        kernel.defines.clear();
        kernel.common_runtime_args.clear();
        kernel.runtime_args.clear();
        for (const auto& [core, count] : rounds) {
            // Page counts as arguments: one build serves every shape.
            std::vector<uint32_t>& words = kernel.runtime_args[core] = {count};
            for (const PlannedCb& cb : plan.cbs) words.push_back(cb.pages);
        }
    }
    return program;
}

}  // namespace tilewright::workshop
