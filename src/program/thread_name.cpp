// Names of kernel threads.
#include "program/thread_name.hpp"

namespace tilewright::program {

namespace {

// A file called reader_unary.cpp is a reader; one that names both or neither is called as it is.
std::string role_in_file_name(const std::string& stem) {
    const bool reads = stem.find("reader") != std::string::npos, writes = stem.find("writer") != std::string::npos;
    if (reads == writes) return stem;
    return reads ? "reader" : "writer";
}

}  // namespace

bool runs_on(const KernelDescriptor& kernel, TwProcessor processor) {
    if (kernel.is_compute()) return processor != TW_BRISC && processor != TW_NCRISC;
    const auto mine = std::get<DataMovementConfig>(kernel.config).processor;
    return processor == (mine == DataMovementProcessor::RiscV0 ? TW_BRISC : TW_NCRISC);
}

const char* processor_name(TwProcessor processor) {
    switch (processor) {
        case TW_BRISC: return "BRISC";
        case TW_NCRISC: return "NCRISC";
        case TW_UNPACK: return "UNPACK";
        case TW_MATH: return "MATH";
        case TW_PACK: return "PACK";
        case TW_FUSED: break;
    }
    return "compute";
}

std::string role_of(const KernelDescriptor& kernel) {
    if (kernel.is_compute()) return "compute";
    if (!kernel.role.empty()) return kernel.role;
    if (!kernel.name.empty()) return kernel.name;
    if (!kernel.source.is_path) return {};
    return role_in_file_name(std::filesystem::path(kernel.source.text).stem().string());
}

std::string thread_name(const KernelDescriptor& kernel, TwProcessor processor) {
    const std::string name = processor_name(processor);
    if (kernel.is_compute()) return name;
    const std::string role = role_of(kernel);
    return role.empty() ? name : name + " " + role;
}

std::string thread_name(const ProgramDescriptor& program, const LogicalCore& core, TwProcessor processor) {
    for (const KernelDescriptor& kernel : program.kernels) {
        if (runs_on(kernel, processor) && contains(kernel.cores, core)) return thread_name(kernel, processor);
    }
    return processor_name(processor);
}

}  // namespace tilewright::program
