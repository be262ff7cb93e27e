// Programs as plain data.
#include "tt-metalium/program_descriptors.hpp"

#include <set>

#include "metal/environment.hpp"
#include "tt-metalium/buffer.hpp"
#include "tt_stl/assert.hpp"

namespace tt::tt_metal {

namespace {

using Argument = std::variant<uint32_t, Buffer*>;

// Appends values; `bound(position, buffer)` is told which of them are buffer addresses.
template <typename Bound>
void put(std::vector<uint32_t>& words, const Argument* begin, size_t count, Bound bound) {
    for (size_t i = 0; i < count; ++i) {
        if (Buffer* const* buffer = std::get_if<Buffer*>(&begin[i])) {
            TT_FATAL(*buffer != nullptr, "TW3205: runtime argument {} is a null buffer", i);
            bound(static_cast<uint32_t>(words.size()), *buffer);
            words.push_back((*buffer)->address());
        } else {
            words.push_back(std::get<uint32_t>(begin[i]));
        }
    }
}

void put_core(KernelDescriptor& kernel, const CoreCoord& core, const Argument* begin, size_t count) {
    std::vector<uint32_t> words;
    put(words, begin, count,
        [&](uint32_t at, Buffer* buffer) { kernel.buffer_bindings.push_back({core, at, buffer}); });
    kernel.runtime_args.emplace_back(core, std::move(words));
}

void put_common(KernelDescriptor& kernel, const Argument* begin, size_t count) {
    put(kernel.common_runtime_args, begin, count,
        [&](uint32_t at, Buffer* buffer) { kernel.common_buffer_bindings.push_back({at, buffer}); });
}

}  // namespace

// Numbers alone need no look at what they are.
void KernelDescriptor::emplace_runtime_args(const CoreCoord& core, std::initializer_list<uint32_t> words) {
    runtime_args.push_back({core, words});
}
void KernelDescriptor::emplace_runtime_args(const CoreCoord& core,
                                            std::initializer_list<std::variant<uint32_t, Buffer*>> args) {
    put_core(*this, core, args.begin(), args.size());
}
void KernelDescriptor::emplace_runtime_args(const CoreCoord& core, const RTArgList& args) {
    put_core(*this, core, args.list_.data(), args.list_.size());
}
void KernelDescriptor::emplace_runtime_args(const CoreCoord& core,
                                            const std::vector<std::variant<uint32_t, Buffer*>>& args) {
    put_core(*this, core, args.data(), args.size());
}
void KernelDescriptor::emplace_common_runtime_args(std::initializer_list<uint32_t> words) {
    for (const uint32_t word : words) common_runtime_args.push_back(word);
}
void KernelDescriptor::emplace_common_runtime_args(std::initializer_list<std::variant<uint32_t, Buffer*>> args) {
    put_common(*this, args.begin(), args.size());
}
void KernelDescriptor::emplace_common_runtime_args(const RTArgList& args) {
    put_common(*this, args.list_.data(), args.list_.size());
}

std::optional<uint32_t> ProgramDescriptor::find_available_semaphore_id(const CoreCoord& core,
                                                                       CoreType core_type) const {
    std::set<uint32_t> taken;
    for (const SemaphoreDescriptor& semaphore : semaphores) {
        if (semaphore.core_type == core_type && semaphore.core_ranges.contains(core)) taken.insert(semaphore.id);
    }
    for (uint32_t id = 0; id < tilewright::metal::selected_arch().num_semaphores; ++id) {
        if (!taken.contains(id)) return id;
    }
    return std::nullopt;
}

ProgramDescriptor merge_program_descriptors(const std::vector<ProgramDescriptor>& descriptors) {
    ProgramDescriptor merged;
    CoreRangeSet used;
    for (const ProgramDescriptor& descriptor : descriptors) {
        CoreRangeSet cores;
        for (const KernelDescriptor& kernel : descriptor.kernels) cores = cores.merge(kernel.core_ranges);
        TT_FATAL(
            !used.intersects(cores),
            "TW3207: merge_program_descriptors: the descriptors have overlapping cores, {}; place them side by side",
            used.intersection(cores).str());
        used = used.merge(cores);
        merged.kernels.insert(merged.kernels.end(), descriptor.kernels.begin(), descriptor.kernels.end());
        merged.semaphores.insert(merged.semaphores.end(), descriptor.semaphores.begin(), descriptor.semaphores.end());
        merged.cbs.insert(merged.cbs.end(), descriptor.cbs.begin(), descriptor.cbs.end());
    }
    return merged;
}

}  // namespace tt::tt_metal

namespace {

struct Mixer {
    std::size_t seed = 0;
    template <typename T>
    Mixer& add(const T& value) {
        seed ^= std::hash<T>{}(value) + 0x9e3779b97f4a7c15ull + (seed << 6) + (seed >> 2);
        return *this;
    }
    template <typename T>
    Mixer& all(const std::vector<T>& values) {
        add(values.size());
        for (const T& value : values) add(value);
        return *this;
    }
};

}  // namespace

std::size_t std::hash<tt::tt_metal::ProgramDescriptor>::operator()(
    const tt::tt_metal::ProgramDescriptor& descriptor) const noexcept {
    using namespace tt::tt_metal;
    if (descriptor.custom_program_hash) return *descriptor.custom_program_hash;
    Mixer mixer;
    for (const KernelDescriptor& kernel : descriptor.kernels) {
        mixer.add(kernel.kernel_source)
            .add(static_cast<int>(kernel.source_type))
            .add(kernel.core_ranges)
            .all(kernel.compile_time_args);
        for (const auto& [name, value] : kernel.named_compile_time_args) mixer.add(name).add(value);
        for (const auto& [name, value] : kernel.defines) mixer.add(name).add(value);
        mixer.add(kernel.opt_level ? static_cast<int>(*kernel.opt_level) : -1).add(kernel.config.index());
        mixer.add(kernel.common_runtime_args.size());
        for (const auto& [core, words] : kernel.runtime_args) mixer.add(core).add(words.size());
        if (const auto* config = std::get_if<ComputeConfigDescriptor>(&kernel.config)) {
            mixer.add(static_cast<int>(config->math_fidelity))
                .add(config->fp32_dest_acc_en)
                .add(config->dst_full_sync_en);
            mixer.add(config->bfp8_pack_precise).add(config->math_approx_mode);
            for (UnpackToDestMode mode : config->unpack_to_dest_mode) mixer.add(static_cast<int>(mode));
        } else if (const auto* movement = std::get_if<DataMovementConfigDescriptor>(&kernel.config)) {
            mixer.add(static_cast<int>(movement->processor))
                .add(static_cast<int>(movement->noc))
                .add(static_cast<int>(movement->noc_mode));
        }
    }
    for (const SemaphoreDescriptor& semaphore : descriptor.semaphores) {
        mixer.add(semaphore.id).add(semaphore.core_ranges).add(semaphore.initial_value);
    }
    for (const CBDescriptor& cb : descriptor.cbs) {
        mixer.add(cb.total_size).add(cb.core_ranges).add(cb.buffer != nullptr).add(cb.address_offset);
        for (const CBFormatDescriptor& format : cb.format_descriptors) {
            mixer.add(format.buffer_index).add(format.data_format).add(format.page_size).add(format.tile.has_value());
            if (format.tile) mixer.add(*format.tile);
        }
    }
    return mixer.seed;
}
