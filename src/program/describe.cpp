// Descriptor to JSON.
#include "program/describe.hpp"

#include <nlohmann/json.hpp>

namespace tilewright::program {

namespace {

using nlohmann::json;

json ranges_json(const CoreRanges& ranges) {
    json list = json::array();
    for (const CoreRange& range : ranges) list.push_back({range.start.x, range.start.y, range.end.x, range.end.y});
    return list;
}

json kernel_json(const KernelDescriptor& kernel) {
    json made = {{"name", kernel.display_name()},
                 {"compute", kernel.is_compute()},
                 {"cores", ranges_json(kernel.cores)},
                 {"compile_time_args", kernel.compile_time_args},
                 {"common_runtime_args", kernel.common_runtime_args},
                 {"defines", json::object()}};
    if (kernel.source.is_path) made["source"] = kernel.source.text;
    for (const auto& [name, value] : kernel.defines) made["defines"][name] = value;
    for (const auto& [core, words] : kernel.runtime_args) made["runtime_args"][core.str()] = words;
    if (const auto* movement = std::get_if<DataMovementConfig>(&kernel.config)) {
        made["processor"] = movement->processor == DataMovementProcessor::RiscV0 ? "BRISC" : "NCRISC";
        made["noc"] = movement->noc;
    } else {
        const auto& compute = std::get<ComputeConfig>(kernel.config);
        made["fp32_dest_acc_en"] = compute.fp32_dest_acc_en;
        made["dst_full_sync_en"] = compute.dst_full_sync_en;
        made["fidelity"] = static_cast<int>(compute.fidelity);
    }
    return made;
}

json cb_json(const CbDescriptor& cb) {
    json formats = json::array();
    for (const CbFormat& format : cb.formats) {
        formats.push_back({{"index", format.index},
                           {"name", format.name},
                           {"format", tile::format_name(format.format)},
                           {"page_bytes", format.page_bytes},
                           {"pages", format.page_bytes == 0 ? 0 : cb.total_bytes / format.page_bytes}});
    }
    json made = {{"total_bytes", cb.total_bytes},
                 {"cores", ranges_json(cb.cores)},
                 {"persistent", cb.persistent},
                 {"formats", formats}};
    if (cb.placed) made["address"] = cb.placed->address;
    return made;
}

}  // namespace

json to_json(const ProgramDescriptor& program) {
    json made = {{"name", program.name},        {"era", static_cast<uint32_t>(program.era)},
                 {"llk", tile::llk_number(program.llk)},
                 {"kernels", json::array()},    {"cbs", json::array()},
                 {"semaphores", json::array()}, {"phases", json::array()}};
    for (const KernelDescriptor& kernel : program.kernels) made["kernels"].push_back(kernel_json(kernel));
    for (const CbDescriptor& cb : program.cbs) made["cbs"].push_back(cb_json(cb));
    for (const SemaphoreDescriptor& semaphore : program.semaphores) {
        made["semaphores"].push_back({{"id", semaphore.id},
                                      {"cores", ranges_json(semaphore.cores)},
                                      {"initial_value", semaphore.initial_value}});
    }
    for (const Phase& phase : program.phases) {
        made["phases"].push_back({{"name", phase.name},
                                  {"formula", phase.formula},
                                  {"cb", phase.cb},
                                  {"column", phase.column},
                                  {"result", phase.result},
                                  {"approximate", phase.approximate},
                                  {"first_columns", phase.first_columns},
                                  {"block_pages", phase.block_pages},
                                  {"blocks_per_tile_row", phase.blocks_per_tile_row},
                                  {"blocks", phase.blocks}});
    }
    return made;
}

}  // namespace tilewright::program
