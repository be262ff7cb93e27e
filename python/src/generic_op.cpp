// generic_op: runs a program descriptor. The program is built once per key; a hit gets the new arguments and runs.
#include <fmt/format.h>

#include "descriptors.hpp"
#include "engine/run.hpp"
#include "metal/device_impl.hpp"
#include "tilewright/cache_hits.hpp"
#include "tilewright/device.hpp"
#include "metal/environment.hpp"
#include "tt-metalium/distributed.hpp"
#include "tt-metalium/program_cache.hpp"
#include "tt_stl/assert.hpp"

namespace tilewright::python {

using namespace tt::tt_metal;

namespace {

// Everything a built program depends on, and nothing else: no argument values, no addresses, no tensor shapes.
class KeyText {
public:
    template <typename T>
    KeyText& number(T value) {
        const auto word = static_cast<uint64_t>(value);
        text_.append(reinterpret_cast<const char*>(&word), sizeof word);
        return *this;
    }
    KeyText& text(const std::string& value) {
        number(value.size());
        text_ += value;
        return *this;
    }
    KeyText& words(const Words& values) {
        number(values.size());
        text_.append(reinterpret_cast<const char*>(values.data()), values.size() * 4);
        return *this;
    }
    KeyText& cores(const CoreRangeSet& set) {
        number(set.ranges().size());
        for (const auto& range : set.ranges()) {
            number(range.start_coord.x << 32 | range.start_coord.y).number(range.end_coord.x << 32 | range.end_coord.y);
        }
        return *this;
    }
    std::string take() { return std::move(text_); }

private:
    std::string text_;
};

void add_config(KeyText& key, const KernelDescriptor::ConfigDescriptor& config) {
    key.number(config.index());
    if (const auto* compute = std::get_if<ComputeConfigDescriptor>(&config)) {
        key.number(static_cast<int>(compute->math_fidelity))
            .number(compute->fp32_dest_acc_en)
            .number(compute->dst_full_sync_en);
        key.number(compute->bfp8_pack_precise)
            .number(compute->math_approx_mode)
            .number(compute->unpack_to_dest_mode.size());
        for (UnpackToDestMode mode : compute->unpack_to_dest_mode) key.number(static_cast<int>(mode));
    } else if (const auto* movement = std::get_if<DataMovementConfigDescriptor>(&config)) {
        key.number(static_cast<int>(movement->processor)).number(movement->noc).number(movement->noc_mode);
    }
}

std::string key_of(const ttm::ProgramDescriptor& descriptor) {
    KeyText key;
    key.number(static_cast<uint32_t>(metal::selected_era()));
    key.text(metal::root_dir().string());
    if (descriptor.custom_program_hash) return key.number(*descriptor.custom_program_hash).take();
    key.number(descriptor.kernels.size());
    for (const KernelDescriptor& kernel : descriptor.kernels) {
        key.text(kernel.kernel_source)
            .number(static_cast<int>(kernel.source_type))
            .cores(kernel.core_ranges)
            .words(kernel.compile_time_args);
        key.number(kernel.named_compile_time_args.size());
        for (const auto& [name, value] : kernel.named_compile_time_args) key.text(name).number(value);
        key.number(kernel.defines.size());
        for (const auto& [name, value] : kernel.defines) key.text(name).text(value);
        key.number(kernel.common_runtime_args.size()).number(kernel.runtime_args.size());
        key.number(kernel.opt_level ? static_cast<int>(*kernel.opt_level) + 1 : 0);
        for (const auto& path : kernel.compiler_include_paths) key.text(path.string());
        add_config(key, kernel.config);
    }
    key.number(descriptor.cbs.size());
    for (const CBDescriptor& cb : descriptor.cbs) {
        key.number(cb.total_size)
            .cores(cb.core_ranges)
            .number(cb.buffer != nullptr)
            .number(cb.format_descriptors.size());
        for (const CBFormatDescriptor& format : cb.format_descriptors) {
            key.number(format.buffer_index).number(static_cast<int>(format.data_format)).number(format.page_size);
            if (format.tile) key.number(format.tile->height).number(format.tile->width).number(format.tile->transpose);
        }
    }
    for (const SemaphoreDescriptor& semaphore : descriptor.semaphores) {
        key.number(semaphore.id)
            .number(static_cast<int>(semaphore.core_type))
            .cores(semaphore.core_ranges)
            .number(semaphore.initial_value);
    }
    return key.take();
}

uint64_t hash_of(const std::string& text) {
    uint64_t hash = 1469598103934665603ull;
    for (const char letter : text) hash = (hash ^ static_cast<uint8_t>(letter)) * 1099511628211ull;
    return hash;
}

// What the host says about the program beyond what runs.
void state_all(ttm::Program& program, const Statement& statement) {
    if (!statement.name.empty()) set_program_name(program, statement.name);
    for (const auto& [index, name] : statement.cbs) set_cb_name(program, index, name);
    for (const uint32_t index : statement.persistent) {
        const auto named = statement.cbs.find(index);
        set_cb_name(program, index, named == statement.cbs.end() ? std::string() : named->second, true);
    }
    for (uint32_t i = 0; i < statement.kernels.size(); ++i) set_kernel_name(program, i, statement.kernels[i]);
}

struct CachedGeneric {
    std::string key;
    distributed::MeshWorkload workload;
};

ttm::Program& program_of(CachedGeneric& cached) { return cached.workload.get_programs().begin()->second; }

CachedGeneric build(MeshDevice& device, const ttm::ProgramDescriptor& descriptor, const Statement& statement,
                    std::string key) {
    CachedGeneric made;
    made.key = std::move(key);
    ttm::Program program(descriptor);
    state_all(program, statement);
    made.workload.add_program(distributed::MeshCoordinateRange(device.shape()), std::move(program));
    return made;
}

void check_counts(const tilewright::program::ProgramDescriptor& cached, const ttm::ProgramDescriptor& given) {
    for (size_t i = 0; i < given.kernels.size(); ++i) {
        for (const auto& [core, words] : given.kernels[i].runtime_args) {
            const auto known = cached.kernels[i].runtime_args.find(metal::to_logical(core));
            TT_FATAL(known == cached.kernels[i].runtime_args.end() || known->second.size() == words.size(),
                     "TW3205: Runtime args size mismatch: the cached program of kernel {} has {} arguments on core {}, "
                     "this call gives {}; keep the number, or make a difference that the program cache sees (a "
                     "compile-time argument)",
                     cached.kernels[i].display_name(), known->second.size(), core.str(), words.size());
        }
    }
}

// Under this hash, or the next one when another program sits there.
CachedGeneric& cached_program(MeshDevice& device, const ttm::ProgramDescriptor& descriptor,
                              const Statement& statement) {
    auto& cache = device.get_program_cache();
    std::string key = key_of(descriptor);
    for (uint64_t hash = hash_of(key);; ++hash) {
        if (!cache.contains(hash)) {
            TT_FATAL(cache.cache_misses_allowed(),
                     "TW3214: generic_op: the program is not in the program cache, and "
                     "set_program_cache_misses_allowed(False) forbids building it");
            CachedGeneric made = build(device, descriptor, statement, std::move(key));
            cache.insert(hash, program_cache::detail::CachedProgramFactory(std::move(made), 0));
            return cache.get(hash).get<CachedGeneric>();
        }
        CachedGeneric& cached = cache.get(hash).get<CachedGeneric>();
        if (cached.key != key) continue;
        check_counts(program_of(cached).impl().descriptor, descriptor);
        apply_descriptor_runtime_args(program_of(cached), descriptor);
        if (compares_hits(device, program_of(cached)))
            compare_hit(device, program_of(cached), [&] { return ttm::Program(descriptor); });
        return cached;
    }
}

MeshDevice& device_of(const std::vector<Tensor>& tensors) {
    TT_FATAL(tensors.size() >= 2,
             "TW3219: generic_op: {} tensor(s) given; at least one input and, last, the output are needed",
             tensors.size());
    for (size_t i = 0; i < tensors.size(); ++i) {
        TT_FATAL(tensors[i].storage_type() == StorageType::DEVICE,
                 "TW3219: generic_op: tensor {} of {} is on the host; move it to the device with ttnn.to_device or "
                 "from_torch(..., device=device)",
                 i, tensors.size());
        TT_FATAL(
            tensors[i].is_allocated(),
            "TW3003: generic_op: tensor {} of {} has no memory any more: it was deallocated, or its device was closed",
            i, tensors.size());
    }
    return open_device(*tensors.front().device(), "generic_op");
}

Tensor generic_op(const std::vector<Tensor>& tensors, const python::Program& program) {
    MeshDevice& device = device_of(tensors);
    std::vector<std::pair<const ttm::Buffer*, std::string>> labels;
    for (size_t i = 0; i < tensors.size(); ++i)
        labels.emplace_back(tensors[i].buffer(), i + 1 == tensors.size() ? "output" : "input " + std::to_string(i));
    label_tensors(device, labels);
    const ttm::ProgramDescriptor descriptor = to_descriptor(program);
    run_on_card(device, [&] {
        auto& queue = device.mesh_command_queue();
        if (!device.get_program_cache().is_enabled()) {
            CachedGeneric made = build(device, descriptor, program.statement, {});
            distributed::EnqueueMeshWorkload(queue, made.workload, false);
            return;
        }
        distributed::EnqueueMeshWorkload(queue, cached_program(device, descriptor, program.statement).workload, false);
    });
    return tensors.back();
}

}  // namespace

void bind_generic_op(nb::module_& m) {
    m.def("generic_op", &generic_op, nb::arg("io_tensors"), nb::arg("program_descriptor"),
          "Runs the program on the device of the first tensor; the last tensor is the output and is returned.");
    m.def(
        "compute_program_descriptor_hash",
        [](const python::Program& program) { return hash_of(key_of(to_descriptor(program))); },
        nb::arg("program_descriptor"));
}

}  // namespace tilewright::python
