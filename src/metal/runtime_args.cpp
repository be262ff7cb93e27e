// Runtime arguments of a program's kernels.
#include "metal/program_impl.hpp"
#include "tt-metalium/host_api.hpp"
#include "tt_stl/assert.hpp"

namespace tt::tt_metal {

namespace {
// Arguments are set through const programs: they are what changes between launches.
detail::ProgramImpl& impl_of(const Program& program) { return const_cast<Program&>(program).impl(); }
}  // namespace

void SetRuntimeArgs(const Program& program, KernelHandle kernel,
                    const std::variant<CoreCoord, CoreRange, CoreRangeSet>& core_spec,
                    ttsl::Span<const uint32_t> runtime_args) {
    const CoreRangeSet cores = tilewright::metal::core_set(core_spec);
    for (const CoreRange& range : cores.ranges()) {
        for (const CoreCoord& core : range) impl_of(program).set_args(kernel, core, runtime_args);
    }
}

void SetRuntimeArgs(const Program& program, KernelHandle kernel,
                    const std::variant<CoreCoord, CoreRange, CoreRangeSet>& core_spec,
                    std::initializer_list<uint32_t> runtime_args) {
    SetRuntimeArgs(program, kernel, core_spec, ttsl::Span<const uint32_t>(runtime_args.begin(), runtime_args.size()));
}

void SetRuntimeArgs(const Program& program, KernelHandle kernel, const std::vector<CoreCoord>& core_spec,
                    const std::vector<std::vector<uint32_t>>& runtime_args) {
    TT_FATAL(core_spec.size() == runtime_args.size(),
             "TW3205: SetRuntimeArgs: {} cores and {} lists of arguments were given; there is one list per core",
             core_spec.size(), runtime_args.size());
    for (size_t i = 0; i < core_spec.size(); ++i) impl_of(program).set_args(kernel, core_spec[i], runtime_args[i]);
}

void SetCommonRuntimeArgs(const Program& program, KernelHandle kernel_id, ttsl::Span<const uint32_t> runtime_args) {
    impl_of(program).set_common_args(kernel_id, runtime_args);
}
void SetCommonRuntimeArgs(const Program& program, KernelHandle kernel_id,
                          std::initializer_list<uint32_t> runtime_args) {
    SetCommonRuntimeArgs(program, kernel_id, ttsl::Span<const uint32_t>(runtime_args.begin(), runtime_args.size()));
}

RuntimeArgsData& GetRuntimeArgs(const Program& program, KernelHandle kernel_id, const CoreCoord& logical_core) {
    auto& args = impl_of(program).kernel_args(kernel_id);
    TT_FATAL(args.cores.contains(logical_core),
             "TW3205: GetRuntimeArgs: kernel {} does not run on core {}; ask for a core of the kernel", kernel_id,
             logical_core.str());
    return args.by_core[logical_core.x][logical_core.y];
}
std::vector<std::vector<RuntimeArgsData>>& GetRuntimeArgs(const Program& program, KernelHandle kernel_id) {
    return impl_of(program).kernel_args(kernel_id).by_core;
}
RuntimeArgsData& GetCommonRuntimeArgs(const Program& program, KernelHandle kernel_id) {
    return impl_of(program).kernel_args(kernel_id).common;
}

}  // namespace tt::tt_metal
