// Building a program's descriptor, call by call.
#include "metal/program_impl.hpp"

#include <algorithm>
#include <atomic>
#include <set>

#include "metal/device_impl.hpp"
#include "metal/environment.hpp"
#include "tt_stl/assert.hpp"

namespace tilewright::metal {

using tt::tt_metal::CoreCoord;
using TtRange = tt::tt_metal::CoreRange;
using tt::tt_metal::CoreRangeSet;

CoreRangeSet core_set(const std::variant<CoreCoord, TtRange, CoreRangeSet>& spec) {
    if (const auto* core = std::get_if<CoreCoord>(&spec)) return CoreRangeSet(TtRange(*core));
    if (const auto* range = std::get_if<TtRange>(&spec)) return CoreRangeSet(*range);
    return std::get<CoreRangeSet>(spec);
}

CoreRangeSet core_set(const std::variant<TtRange, CoreRangeSet>& spec) {
    if (const auto* range = std::get_if<TtRange>(&spec)) return CoreRangeSet(*range);
    return std::get<CoreRangeSet>(spec);
}

}  // namespace tilewright::metal

namespace tt::tt_metal::detail {

namespace twp = tilewright::program;
using tilewright::metal::to_logical;
using tilewright::metal::to_ranges;

// Arguments are handed out as pointers into kernels' maps; moving a kernel must not copy them.
static_assert(std::is_nothrow_move_constructible_v<twp::KernelDescriptor>);

namespace {

uint64_t next_program_id() {
    static std::atomic<uint64_t> next{0};
    return next++;
}

int clang_level(KernelBuildOptLevel level) {
    switch (level) {
        case KernelBuildOptLevel::O0: return 0;
        case KernelBuildOptLevel::O1: return 1;
        case KernelBuildOptLevel::O3:
        case KernelBuildOptLevel::Ofast: return 3;
        case KernelBuildOptLevel::O2:
        case KernelBuildOptLevel::Os:
        case KernelBuildOptLevel::Oz: return 2;
    }
    return 2;
}

// What both kinds of configuration have in common.
template <typename Config>
void take_common(twp::KernelDescriptor& kernel, const Config& config) {
    kernel.compile_time_args = config.compile_args;
    kernel.defines.assign(config.defines.begin(), config.defines.end());
    kernel.named_compile_time_args.assign(config.named_compile_args.begin(), config.named_compile_args.end());
    std::sort(kernel.named_compile_time_args.begin(), kernel.named_compile_time_args.end());
    kernel.include_paths = config.compiler_include_paths;
    kernel.opt_level = clang_level(config.opt_level);
}

twp::DataMovementConfig to_config(const DataMovementConfig& config) {
    TT_FATAL(config.processor == DataMovementProcessor::RISCV_0 || config.processor == DataMovementProcessor::RISCV_1,
             "TW3217: data movement processor RISCV_{} does not exist on this machine; use RISCV_0 or RISCV_1",
             static_cast<int>(config.processor));
    twp::DataMovementConfig result;
    result.processor = static_cast<twp::DataMovementProcessor>(config.processor);
    result.noc = config.noc;
    result.dynamic_noc = config.noc_mode == NOC_MODE::DM_DYNAMIC_NOC;
    return result;
}

twp::ComputeConfig to_config(const ComputeConfig& config) {
    TT_FATAL(config.math_fidelity != MathFidelity::Invalid,
             "TW3006: the math fidelity is Invalid; use LoFi, HiFi2, HiFi3 or HiFi4");
    twp::ComputeConfig result;
    result.fidelity = static_cast<tilewright::tile::Fidelity>(config.math_fidelity);
    result.fp32_dest_acc_en = config.fp32_dest_acc_en;
    result.dst_full_sync_en = config.dst_full_sync_en;
    result.bfp8_pack_precise = config.bfp8_pack_precise;
    result.math_approx_mode = config.math_approx_mode;
    for (UnpackToDestMode mode : config.unpack_to_dest_mode) {
        result.unpack_to_dest_fp32.push_back(mode == UnpackToDestMode::UnpackToDestFp32);
    }
    return result;
}

// Slots of a core: RISCV_0, RISCV_1, compute.
size_t slot_of(const twp::KernelDescriptor& kernel) {
    return kernel.is_compute() ? 2 : static_cast<size_t>(std::get<twp::DataMovementConfig>(kernel.config).processor);
}

void check_against(const twp::KernelDescriptor& added, const twp::KernelDescriptor& other) {
    static constexpr const char* slots[] = {"data movement processor RISCV_0", "data movement processor RISCV_1",
                                            "the compute processors"};
    for (const auto& core : tilewright::cores_of(added.cores)) {
        if (!tilewright::contains(other.cores, core)) continue;
        TT_FATAL(slot_of(added) != slot_of(other),
                 "TW3204: kernels \"{}\" and \"{}\" are both placed on core {}, on {}; move one to other cores or "
                 "another processor",
                 other.display_name(), added.display_name(), core.str(), slots[slot_of(added)]);
        if (added.is_compute() || other.is_compute()) continue;
        const auto& a = std::get<twp::DataMovementConfig>(added.config);
        const auto& b = std::get<twp::DataMovementConfig>(other.config);
        TT_FATAL(a.noc != b.noc || (a.dynamic_noc && b.dynamic_noc),
                 "TW3210: on core {} the kernels {} and {} both use NoC {}, whose counters one kernel owns; give one "
                 "of them the other NoC, or both NOC_MODE::DM_DYNAMIC_NOC",
                 CoreCoord(core.x, core.y).str(), other.display_name(), added.display_name(), a.noc);
    }
}

}  // namespace

ProgramImpl::ProgramImpl() : id(next_program_id()) {
    descriptor.name = fmt::format("program {}", id);
    const tilewright::metal::Age age = tilewright::metal::selected_age();
    descriptor.era = age.era;
    descriptor.llk = age.llk;
    descriptor.include_roots = tilewright::metal::include_roots();
}

uint32_t ProgramImpl::add_kernel(const std::string& text, bool is_path, CoreRangeSet cores,
                                 std::variant<DataMovementConfig, ComputeConfig> config) {
    TT_FATAL(!cores.empty(), "TW3207: {} was given no core; a kernel needs at least one",
             is_path ? text : "the inline kernel");
    twp::KernelDescriptor kernel;
    kernel.source.text = text;
    kernel.source.is_path = is_path;
    if (is_path) kernel.source.resolved = tilewright::metal::find_kernel_file(text);
    kernel.cores = to_ranges(cores);
    std::visit(
        [&](const auto& given) {
            take_common(kernel, given);
            kernel.config = to_config(given);
            if constexpr (requires { given.tilewright_role; }) kernel.role = given.tilewright_role;
        },
        config);
    for (const twp::KernelDescriptor& other : descriptor.kernels) check_against(kernel, other);

    // Every core has arguments from the start, an empty list, so that what is handed out stays in place.
    KernelArgs& kernel_args = args.emplace_back();
    const CoreCoord last = cores.bounding_box().end_coord;
    kernel_args.by_core.assign(last.x + 1, std::vector<RuntimeArgsData>(last.y + 1));
    kernel_args.cores = std::move(cores);
    descriptor.kernels.push_back(std::move(kernel));
    structure_changed = true;
    return static_cast<uint32_t>(descriptor.kernels.size() - 1);
}

ProgramImpl::KernelArgs& ProgramImpl::kernel_args(uint32_t kernel) {
    TT_FATAL(kernel < args.size(),
             "TW3215: kernel {} was asked for, but program {} has {} kernels; use what CreateKernel returned for this "
             "program",
             kernel, id, args.size());
    return args[kernel];
}

void ProgramImpl::set_args(uint32_t kernel, const CoreCoord& core, std::span<const uint32_t> words) {
    KernelArgs& held = kernel_args(kernel);
    twp::KernelDescriptor& description = descriptor.kernels[kernel];
    // An empty list says nothing, and programs write one for every idle core of the grid.
    if (words.empty() && !held.cores.contains(core)) return;
    TT_FATAL(held.cores.contains(core),
             "TW3205: SetRuntimeArgs: arguments for core {}, where kernel {} does not run; place the kernel there or "
             "leave the core out",
             core.str(), description.display_name());
    TT_FATAL(words.size() + description.common_runtime_args.size() <= max_runtime_args,
             "TW3205: {} words of arguments for kernel {} on core {}, its own and the common ones together; there is "
             "room for {}",
             words.size() + description.common_runtime_args.size(), description.display_name(), core.str(),
             max_runtime_args);
    std::vector<uint32_t>& stored = description.runtime_args[to_logical(core)];
    if (stored.empty()) {
        stored.assign(words.begin(), words.end());
        held.by_core[core.x][core.y] = {stored.data(), stored.size()};
        return;
    }
    TT_FATAL(stored.size() == words.size(),
             "TW3205: SetRuntimeArgs: core {} was given {} words before and {} now; the number stays what it was the "
             "first time",
             core.str(), stored.size(), words.size());
    std::copy(words.begin(), words.end(), stored.begin());
}

void ProgramImpl::set_common_args(uint32_t kernel, std::span<const uint32_t> words) {
    KernelArgs& held = kernel_args(kernel);
    std::vector<uint32_t>& stored = descriptor.kernels[kernel].common_runtime_args;
    TT_FATAL(!held.common_set || stored.size() == words.size(),
             "TW3205: SetCommonRuntimeArgs: the kernel was given {} words before and {} now; the number stays what it "
             "was the first time",
             stored.size(), words.size());
    TT_FATAL(words.size() <= max_runtime_args, "TW3205: SetCommonRuntimeArgs: {} words were given; at most {} fit",
             words.size(), max_runtime_args);
    if (!held.common_set) stored.resize(words.size());
    std::copy(words.begin(), words.end(), stored.begin());
    held.common = {stored.data(), stored.size()};
    held.common_set = true;
}

namespace {

twp::CbDescriptor to_descriptor(const CircularBuffer& cb) {
    const CircularBufferConfig& config = cb.config();
    twp::CbDescriptor result;
    result.total_bytes = config.total_size();
    result.cores = to_ranges(cb.core_ranges());
    for (uint8_t index : std::set<uint8_t>(config.buffer_indices().begin(), config.buffer_indices().end())) {
        twp::CbFormat format;
        format.index = index;
        TT_FATAL(config.data_formats()[index].has_value(),
                 "TW3201: CB index {} has no data format; name one in the config", index);
        TT_FATAL(config.page_sizes()[index].has_value(),
                 "TW3202: CB index {} has no page size; call set_page_size({}, bytes) on its config", index, index);
        format.format = static_cast<tilewright::tile::DataFormat>(*config.data_formats()[index]);
        format.page_bytes = *config.page_sizes()[index];
        if (const auto& tile = config.tiles()[index]) format.tile = {tile->get_height(), tile->get_width()};
        result.formats.push_back(format);
    }
    if (config.dynamic_cb()) result.placed = twp::CbPlacement{*config.globally_allocated_address(), config.max_size()};
    return result;
}

}  // namespace

CircularBuffer& ProgramImpl::cb(CBHandle handle) {
    for (const auto& held : cbs) {
        if (held->id() == handle) return *held;
    }
    TT_THROW("TW3215: CB handle {} is none of program {}; use what CreateCircularBuffer returned for this program",
             handle, id);
}

CBHandle ProgramImpl::add_cb(CoreRangeSet cores, const CircularBufferConfig& config) {
    TT_FATAL(!cores.empty(), "TW3207: CreateCircularBuffer: no core was given; a CB needs at least one");
    TT_FATAL(!config.buffer_indices().empty(),
             "TW3201: CreateCircularBuffer: the config names no index; a CB needs at least one");
    for (const auto& other : cbs) {
        for (uint8_t index : config.buffer_indices()) {
            if (!other->buffer_indices().contains(index)) continue;
            const CoreRangeSet both = cores.intersection(other->core_ranges());
            TT_FATAL(both.empty(),
                     "TW3208: CreateCircularBuffer: a CB with index {} is there already on cores {}; take another "
                     "index or other cores",
                     index, both.str());
        }
    }
    static std::atomic<CBHandle> next{1};
    auto held = std::make_shared<CircularBuffer>(next++, std::move(cores), config);
    descriptor.cbs.push_back(to_descriptor(*held));
    cbs.push_back(held);
    structure_changed = true;
    return held->id();
}

void ProgramImpl::refresh_cb(CBHandle handle) {
    for (size_t i = 0; i < cbs.size(); ++i) {
        if (cbs[i]->id() != handle) continue;
        twp::CbDescriptor now = to_descriptor(*cbs[i]);
        twp::CbDescriptor& before = descriptor.cbs[i];
        // A new place is an argument; anything else changes the program.
        const bool same_pages =
            std::equal(now.formats.begin(), now.formats.end(), before.formats.begin(), before.formats.end(),
                       [](const auto& a, const auto& b) { return a.page_bytes == b.page_bytes; });
        if (now.total_bytes != before.total_bytes || now.placed.has_value() != before.placed.has_value() ||
            !same_pages) {
            structure_changed = true;
        }
        before = std::move(now);
    }
}

uint32_t ProgramImpl::add_semaphore(const CoreRangeSet& cores, uint32_t initial_value,
                                    std::optional<uint32_t> id_wanted) {
    TT_FATAL(!cores.empty(), "TW3207: CreateSemaphore: no core was given; a semaphore needs at least one");
    const uint32_t limit = tilewright::metal::selected_arch().num_semaphores;
    std::set<uint32_t> taken;
    for (const auto& other : descriptor.semaphores) {
        for (const auto& range : other.cores) {
            if (cores.intersects(CoreRange({range.start.x, range.start.y}, {range.end.x, range.end.y})))
                taken.insert(other.id);
        }
    }
    uint32_t chosen = 0;
    while (taken.contains(chosen)) ++chosen;
    if (id_wanted) {
        TT_FATAL(!taken.contains(*id_wanted),
                 "TW3206: CreateSemaphore: id {} is in use on a core of {}; leave the id out to get a free one",
                 *id_wanted, cores.str());
        chosen = *id_wanted;
    }
    TT_FATAL(
        chosen < limit,
        "TW3206: CreateSemaphore: a core of {} has all of its {} semaphores already; share one, or use fewer cores",
        cores.str(), limit);
    descriptor.semaphores.push_back({chosen, to_ranges(cores), initial_value});
    structure_changed = true;
    return chosen;
}

}  // namespace tt::tt_metal::detail
