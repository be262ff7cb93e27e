// What was checked, and which mode a launch takes.
#include "engine/auto_mode.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <set>
#include <unordered_map>

#include "base/files.hpp"
#include "engine/build/cache.hpp"
#include "engine/build/kernel_build.hpp"
#include "engine/build/stored.hpp"

namespace tilewright::engine {

namespace {

// ---- what a course depends on -------------------------------------------------------------------------------------

void add(ContentHash& hash, const CoreRanges& ranges) {
    hash.add(uint64_t{ranges.size()});
    for (const CoreRange& range : ranges) hash.add(range.str());
}

void add(ContentHash& hash, const program::KernelDescriptor& kernel) {
    hash.add(kernel.source.text);
    hash.add(uint64_t{kernel.source.is_path});
    hash.add(kernel.source.resolved.string());
    add(hash, kernel.cores);
    if (kernel.is_compute()) {
        const auto& config = std::get<program::ComputeConfig>(kernel.config);
        hash.add("compute");
        hash.add(static_cast<uint64_t>(config.fidelity));
        for (const bool flag :
             {config.fp32_dest_acc_en, config.dst_full_sync_en, config.bfp8_pack_precise, config.math_approx_mode})
            hash.add(uint64_t{flag});
        for (const bool flag : config.unpack_to_dest_fp32) hash.add(uint64_t{flag});
    } else {
        const auto& config = std::get<program::DataMovementConfig>(kernel.config);
        hash.add("data movement");
        hash.add(static_cast<uint64_t>(config.processor));
        hash.add(uint64_t{config.noc});
        hash.add(uint64_t{config.dynamic_noc});
    }
    hash.add(uint64_t{kernel.compile_time_args.size()});
    for (const uint32_t word : kernel.compile_time_args) hash.add(uint64_t{word});
    hash.add(uint64_t{kernel.named_compile_time_args.size()});
    for (const auto& [name, value] : kernel.named_compile_time_args) hash.add(name), hash.add(uint64_t{value});
    hash.add(uint64_t{kernel.defines.size()});
    for (const auto& [name, value] : kernel.defines) hash.add(name), hash.add(value);
    for (const auto& path : kernel.include_paths) hash.add(path.string());
}

// Which class a word belongs to, as a number that differs for different classes.
class Classes {
public:
    Classes(card::Card& card, std::vector<BufferSeen>& seen) : seen_(seen) {
        for (const card::Allocation& one : card.dram_allocator().allocations())
            if (one.address <= UINT32_MAX) live_[static_cast<uint32_t>(one.address)].dram_bytes = one.bytes;
        for (const card::Allocation& one : card.l1_allocator().allocations())
            if (one.address <= UINT32_MAX) live_[static_cast<uint32_t>(one.address)].l1_bytes = one.bytes;
        seen_.clear();
    }
    uint64_t of(uint32_t word) {
        const auto found = live_.find(word);
        if (found == live_.end()) return word < 65536 ? word : kLarge;
        for (size_t i = 0; i < seen_.size(); ++i) {
            if (seen_[i].address == word) return kBuffer + i;
        }
        seen_.push_back({word, found->second.dram_bytes, found->second.l1_bytes});
        return kBuffer + seen_.size() - 1;
    }

private:
    static constexpr uint64_t kLarge = uint64_t{1} << 32, kBuffer = uint64_t{1} << 33;
    std::unordered_map<uint32_t, BufferSeen> live_;
    std::vector<BufferSeen>& seen_;
};

// ---- what was checked ---------------------------------------------------------------------------------------------

struct Checked {
    std::vector<Dependency> dependencies;
    std::set<std::string> arguments;
};
constexpr size_t kProgramsMax = 20000;  // far more than a process has; a bound all the same
std::mutex checked_mutex;
std::map<std::string, Checked>& checked_programs() {
    static auto* known = new std::map<std::string, Checked>();
    return *known;
}

std::string stored_key(const std::string& content, const std::string& arguments) {
    ContentHash hash;
    hash.add("checked");
    hash.add(content);
    hash.add(arguments);
    return hash.text();
}

void keep_in_process(const std::string& content, const std::string& arguments, std::vector<Dependency> dependencies) {
    if (checked_programs().size() >= kProgramsMax) checked_programs().clear();
    Checked& known = checked_programs()[content];
    known.dependencies = std::move(dependencies);
    known.arguments.insert(arguments);
}

// Of every kernel; none where a file changed while it was compiled.
std::optional<std::vector<Dependency>> files_of(const PreparedProgram& prepared) {
    std::vector<Dependency> list;
    if (prepared.elsewhere) {
        if (!prepared.elsewhere->files) return std::nullopt;
        for (const auto& [path, one] : *prepared.elsewhere->files) list.push_back(one);
        return list;
    }
    std::set<const KernelImage*> images;
    for (const CorePlan& core : prepared.cores) {
        for (const ThreadPlan& thread : core.threads) images.insert(thread.image.get());
    }
    std::map<std::string, Dependency> all;
    for (const KernelImage* image : images) {
        auto some = dependencies_of(*image);
        if (!some) return std::nullopt;
        for (Dependency& one : *some) all.try_emplace(one.path, one);
    }
    for (auto& [path, one] : all) list.push_back(std::move(one));
    return list;
}

bool still_there(card::Card& card, const std::vector<BufferSeen>& buffers) {
    const auto bytes_at = [](const card::Allocator& memory, uint32_t address) -> uint64_t {
        const card::Allocation* found = memory.find(address);
        return found != nullptr && found->address == address ? found->bytes : 0;
    };
    return std::all_of(buffers.begin(), buffers.end(), [&](const BufferSeen& one) {
        return bytes_at(card.dram_allocator(), one.address) == one.dram_bytes &&
               bytes_at(card.l1_allocator(), one.address) == one.l1_bytes;
    });
}

}  // namespace

std::string content_of(card::Card& card, const program::ProgramDescriptor& program, const RunOptions& options) {
    ContentHash hash;
    hash.add(toolchain().stamp);
    hash.add(card.arch().name);
    hash.add(static_cast<uint64_t>(options.llk_of(program)));
    hash.add(static_cast<uint64_t>(options.schedule));
    hash.add(options.schedule == Schedule::Random ? options.seed : uint64_t{0});
    hash.add(uint64_t{options.asserts});
    hash.add(uint64_t{options.trusted_kernels});
    hash.add(static_cast<uint64_t>(program.era));
    for (const auto& root : program.include_roots) hash.add(root.string());
    hash.add(uint64_t{program.kernels.size()});
    for (const program::KernelDescriptor& kernel : program.kernels) add(hash, kernel);
    hash.add(uint64_t{program.cbs.size()});
    for (const program::CbDescriptor& cb : program.cbs) {
        hash.add(uint64_t{cb.total_bytes});
        add(hash, cb.cores);
        hash.add(uint64_t{cb.placed.has_value()});
        hash.add(uint64_t{cb.persistent});
        hash.add(uint64_t{cb.formats.size()});
        for (const program::CbFormat& format : cb.formats) {
            hash.add(uint64_t{format.index});
            hash.add(static_cast<uint64_t>(format.format));
            hash.add(uint64_t{format.page_bytes});
            hash.add(uint64_t{format.tile.height} << 32 | format.tile.width);
        }
    }
    hash.add(uint64_t{program.semaphores.size()});
    for (const program::SemaphoreDescriptor& semaphore : program.semaphores) {
        hash.add(uint64_t{semaphore.id});
        add(hash, semaphore.cores);
    }
    return hash.text();
}

std::string arguments_of(card::Card& card, const program::ProgramDescriptor& program, std::vector<BufferSeen>& seen) {
    Classes classes(card, seen);
    std::vector<uint64_t> words;
    const auto add_words = [&](const std::vector<uint32_t>& list) {
        words.push_back(list.size());
        for (const uint32_t word : list) words.push_back(classes.of(word));
    };
    for (const program::KernelDescriptor& kernel : program.kernels) {
        add_words(kernel.common_runtime_args);
        words.push_back(kernel.runtime_args.size());
        for (const auto& [core, list] : kernel.runtime_args) {
            words.push_back(uint64_t{core.x} << 32 | core.y);
            add_words(list);
        }
    }
    for (const program::CbDescriptor& cb : program.cbs) {
        if (cb.placed) words.push_back(classes.of(cb.placed->address));
    }
    for (const program::SemaphoreDescriptor& semaphore : program.semaphores) words.push_back(semaphore.initial_value);
    for (const BufferSeen& buffer : seen) words.insert(words.end(), {buffer.dram_bytes, buffer.l1_bytes});
    ContentHash hash;
    hash.add({reinterpret_cast<const char*>(words.data()), words.size() * sizeof words[0]});
    return hash.text();
}

void forget_checked() {
    const std::lock_guard lock(checked_mutex);
    checked_programs().clear();
}

bool is_checked(const std::string& content, const std::string& arguments) {
    {
        const std::lock_guard lock(checked_mutex);
        if (const auto known = checked_programs().find(content); known != checked_programs().end()) {
            if (!unchanged(known->second.dependencies)) {
                checked_programs().erase(known);
            } else if (known->second.arguments.contains(arguments) ||
                       known->second.arguments.size() >= kArgumentSetsMax) {
                return true;
            }
        }
    }
    try {
        Stored stored = find_stored(stored_key(content, arguments));
        if (!stored) return false;
        const std::lock_guard lock(checked_mutex);
        keep_in_process(content, arguments, std::move(stored.dependencies));
        return true;
    } catch (const Error&) {  // a cache that cannot be used; whoever builds kernels says so
        return false;
    }
}

void note_checked(const std::string& content, const std::string& arguments, const PreparedProgram& strict,
                  const RunResult& result) {
    std::optional<std::vector<Dependency>> dependencies = files_of(strict);
    if (!dependencies) return;
    {
        const std::lock_guard lock(checked_mutex);
        keep_in_process(content, arguments, *dependencies);
    }
    // What there is to say is said again by the next process.
    if (!result.findings.empty() || !result.notes.empty()) return;
    try {
        const auto file = KernelCache::temporary("checked");
        write_file(file, "checked\n", "TW3103", "check free space and permissions, or set TILEWRIGHT_CACHE");
        store(file, stored_key(content, arguments), ".checked", std::move(*dependencies), true);
    } catch (const Error&) {  // it is checked again, then
    }
}

RunResult launch_kept(card::Card& card, const program::ProgramDescriptor& program, const RunOptions& options,
                      std::shared_ptr<PreparedProgram>& kept) {
    RunOptions how = options;
    const bool automatic = options.mode == Mode::Auto && !options.timed;
    if (options.mode == Mode::Auto) how.mode = Mode::Fast;
    const bool reusable = kept && is_reusable(*kept, card, how);
    if (reusable) update_arguments(*kept, program);
    if (automatic && !(reusable && kept->checked && !kept->arguments_changed && still_there(card, kept->buffers))) {
        const std::string content =
            reusable && !kept->content.empty() ? kept->content : content_of(card, program, options);
        std::vector<BufferSeen> buffers;
        const std::string arguments = arguments_of(card, program, buffers);
        if (!is_checked(content, arguments)) {
            how.mode = Mode::Strict;
            if (!reusable) kept.reset();
            const std::shared_ptr<PreparedProgram> strict = prepare(card, program, how);
            RunResult result = launch(*strict);
            note_checked(content, arguments, *strict, result);
            return result;
        }
        if (!reusable) kept = prepare(card, program, how);
        kept->checked = true;
        kept->arguments_changed = false;
        kept->content = content;
        kept->buffers = std::move(buffers);
    } else if (!reusable) {
        kept = prepare(card, program, how);
    }
    return launch(*kept);
}

}  // namespace tilewright::engine
