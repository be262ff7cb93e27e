// Programs, made empty or from a descriptor.
#include "tt-metalium/program.hpp"

#include "metal/program_impl.hpp"
#include "tt-metalium/host_api.hpp"
#include "tt_stl/assert.hpp"

namespace tt::tt_metal {

Program::Program() : internal_(std::make_shared<detail::ProgramImpl>()) {}
Program::~Program() noexcept = default;
Program::Program(Program&&) noexcept = default;
Program& Program::operator=(Program&&) noexcept = default;

void Program::set_runtime_id(ProgramId id) { internal_->runtime_id = id; }
ProgramId Program::get_runtime_id() const { return internal_->runtime_id; }
std::vector<std::shared_ptr<CircularBuffer>> Program::circular_buffers() const { return internal_->cbs; }

namespace {

std::variant<DataMovementConfig, ComputeConfig> kernel_config(const KernelDescriptor& kernel) {
    const auto fill = [&](auto& config) {
        config.compile_args = kernel.compile_time_args;
        config.defines = {kernel.defines.begin(), kernel.defines.end()};
        config.named_compile_args = {kernel.named_compile_time_args.begin(), kernel.named_compile_time_args.end()};
        config.compiler_include_paths = kernel.compiler_include_paths;
        if (kernel.opt_level) config.opt_level = *kernel.opt_level;
    };
    if (const auto* given = std::get_if<ComputeConfigDescriptor>(&kernel.config)) {
        ComputeConfig config{.math_fidelity = given->math_fidelity,
                             .fp32_dest_acc_en = given->fp32_dest_acc_en,
                             .dst_full_sync_en = given->dst_full_sync_en,
                             .unpack_to_dest_mode = given->unpack_to_dest_mode,
                             .bfp8_pack_precise = given->bfp8_pack_precise,
                             .math_approx_mode = given->math_approx_mode,
                             .compile_args = {},
                             .defines = {},
                             .named_compile_args = {},
                             .compiler_include_paths = {}};
        fill(config);
        return config;
    }
    DataMovementConfig config;
    if (std::holds_alternative<ReaderConfigDescriptor>(kernel.config)) {
        config = ReaderDataMovementConfig();
    } else if (std::holds_alternative<WriterConfigDescriptor>(kernel.config)) {
        config = WriterDataMovementConfig();
    } else {
        const auto& given = std::get<DataMovementConfigDescriptor>(kernel.config);
        config.processor = given.processor;
        config.noc = given.noc;
        config.noc_mode = given.noc_mode;
    }
    fill(config);
    return config;
}

}  // namespace

Program::Program(const ProgramDescriptor& descriptor) : Program() {
    for (const CBDescriptor& cb : descriptor.cbs) internal_->add_cb(cb.core_ranges, CircularBufferConfig(cb));
    for (const SemaphoreDescriptor& semaphore : descriptor.semaphores) {
        internal_->add_semaphore(semaphore.core_ranges, semaphore.initial_value, semaphore.id);
    }
    for (const KernelDescriptor& kernel : descriptor.kernels) {
        const uint32_t handle =
            internal_->add_kernel(kernel.kernel_source, kernel.source_type == KernelDescriptor::SourceType::FILE_PATH,
                                  kernel.core_ranges, kernel_config(kernel));
        for (const auto& [core, words] : kernel.runtime_args) internal_->set_args(handle, core, words);
        internal_->set_common_args(handle, kernel.common_runtime_args);
    }
}

void apply_descriptor_runtime_args(Program& program, const ProgramDescriptor& desc) {
    detail::ProgramImpl& impl = program.impl();
    TT_FATAL(desc.kernels.size() == impl.args.size() && desc.cbs.size() == impl.cbs.size(),
             "TW3215: the descriptor has {} kernels and {} CBs, the program {} and {}; only a program of the same "
             "structure can take it",
             desc.kernels.size(), desc.cbs.size(), impl.args.size(), impl.cbs.size());
    for (uint32_t i = 0; i < desc.kernels.size(); ++i) {
        for (const auto& [core, words] : desc.kernels[i].runtime_args) impl.set_args(i, core, words);
        impl.set_common_args(i, desc.kernels[i].common_runtime_args);
    }
    for (size_t i = 0; i < desc.cbs.size(); ++i) {
        if (desc.cbs[i].buffer == nullptr) continue;
        CircularBufferConfig& config = impl.cbs[i]->config();
        config.set_globally_allocated_address_and_total_size(*desc.cbs[i].buffer, desc.cbs[i].total_size);
        config.set_address_offset(desc.cbs[i].address_offset);
        impl.refresh_cb(impl.cbs[i]->id());
    }
}

Program CreateProgram() { return Program(); }

KernelHandle CreateKernel(Program& program, const std::string& file_name,
                          const std::variant<CoreCoord, CoreRange, CoreRangeSet>& core_spec,
                          const std::variant<DataMovementConfig, ComputeConfig>& config) {
    return program.impl().add_kernel(file_name, true, tilewright::metal::core_set(core_spec), config);
}

KernelHandle CreateKernelFromString(Program& program, const std::string& kernel_src_code,
                                    const std::variant<CoreCoord, CoreRange, CoreRangeSet>& core_spec,
                                    const std::variant<DataMovementConfig, ComputeConfig>& config) {
    return program.impl().add_kernel(kernel_src_code, false, tilewright::metal::core_set(core_spec), config);
}

ReaderDataMovementConfig::ReaderDataMovementConfig(std::vector<uint32_t> words,
                                                   std::map<std::string, std::string> macros,
                                                   std::unordered_map<std::string, uint32_t> named_words,
                                                   KernelBuildOptLevel level,
                                                   std::vector<std::filesystem::path> folders)
    : DataMovementConfig{.processor = DataMovementProcessor::RISCV_1,
                         .noc = NOC::NOC_0,
                         .compile_args = std::move(words),
                         .defines = std::move(macros),
                         .named_compile_args = std::move(named_words),
                         .opt_level = level,
                         .compiler_include_paths = std::move(folders),
                         .tilewright_role = "reader"} {}

WriterDataMovementConfig::WriterDataMovementConfig(std::vector<uint32_t> words,
                                                   std::map<std::string, std::string> macros,
                                                   std::unordered_map<std::string, uint32_t> named_words,
                                                   KernelBuildOptLevel level,
                                                   std::vector<std::filesystem::path> folders)
    : DataMovementConfig{.processor = DataMovementProcessor::RISCV_0,
                         .noc = NOC::NOC_1,
                         .compile_args = std::move(words),
                         .defines = std::move(macros),
                         .named_compile_args = std::move(named_words),
                         .opt_level = level,
                         .compiler_include_paths = std::move(folders),
                         .tilewright_role = "writer"} {}

CBHandle CreateCircularBuffer(Program& program, const std::variant<CoreCoord, CoreRange, CoreRangeSet>& core_spec,
                              const CircularBufferConfig& config) {
    return program.impl().add_cb(tilewright::metal::core_set(core_spec), config);
}
const CircularBufferConfig& GetCircularBufferConfig(Program& program, CBHandle cb_handle) {
    return program.impl().cb(cb_handle).config();
}
void UpdateCircularBufferTotalSize(Program& program, CBHandle cb_handle, uint32_t total_size) {
    program.impl().cb(cb_handle).config().set_total_size(total_size);
    program.impl().refresh_cb(cb_handle);
}
void UpdateCircularBufferPageSize(Program& program, CBHandle cb_handle, uint8_t buffer_index, uint32_t page_size) {
    program.impl().cb(cb_handle).config().set_page_size(buffer_index, page_size);
    program.impl().refresh_cb(cb_handle);
}

namespace {
CircularBufferConfig& dynamic_config(Program& program, CBHandle cb_handle) {
    CircularBufferConfig& config = program.impl().cb(cb_handle).config();
    TT_FATAL(config.dynamic_cb(),
             "TW3211: the CB was created without an L1 buffer to lie on; give its config one with "
             "set_globally_allocated_address");
    return config;
}
}  // namespace

void UpdateDynamicCircularBufferAddress(Program& program, CBHandle cb_handle, const Buffer& buffer) {
    dynamic_config(program, cb_handle).set_globally_allocated_address(buffer);
    program.impl().refresh_cb(cb_handle);
}
void UpdateDynamicCircularBufferAddress(Program& program, CBHandle cb_handle, const Buffer& buffer,
                                        uint32_t address_offset) {
    dynamic_config(program, cb_handle).set_globally_allocated_address(buffer).set_address_offset(address_offset);
    program.impl().refresh_cb(cb_handle);
}
void UpdateDynamicCircularBufferAddressAndTotalSize(Program& program, CBHandle cb_handle, const Buffer& buffer,
                                                    uint32_t total_size) {
    dynamic_config(program, cb_handle).set_globally_allocated_address_and_total_size(buffer, total_size);
    program.impl().refresh_cb(cb_handle);
}

uint32_t CreateSemaphore(Program& program, const std::variant<CoreRange, CoreRangeSet>& core_spec,
                         uint32_t initial_value) {
    return program.impl().add_semaphore(tilewright::metal::core_set(core_spec), initial_value);
}
uint32_t CreateSemaphore(Program& program, const std::variant<CoreRange, CoreRangeSet>& core_spec,
                         uint32_t initial_value, CoreType core_type) {
    TT_FATAL(core_type == CoreType::WORKER || core_type == CoreType::TENSIX,
             "TW3206: semaphores exist on worker cores only; give CoreType::WORKER");
    return CreateSemaphore(program, core_spec, initial_value);
}

void AssignGlobalBufferToProgram(const std::shared_ptr<Buffer>& buffer, Program& program) {
    program.impl().owned_buffers.push_back(buffer);
}

}  // namespace tt::tt_metal
