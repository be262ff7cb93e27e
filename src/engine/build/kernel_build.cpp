// From a request to loaded code: memory, then disk, then the compiler.
#include "engine/build/kernel_build.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <link.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <mutex>
#include <thread>
#include <unordered_map>

#include "base/error.hpp"
#include "engine/build/cache.hpp"
#include "engine/build/compile.hpp"
#include "engine/build/editor.hpp"
#include "engine/build/stored.hpp"
#include "engine/build/wrapper.hpp"

namespace tilewright::engine {

namespace fs = std::filesystem;

namespace {

struct Known {
    std::shared_ptr<const KernelImage> image;
    std::vector<Dependency> dependencies;
    uint64_t used = 0;
};

constexpr size_t kImagesMax = 1500;  // each loaded object takes a handful of the process's memory maps
std::mutex memo_mutex;
uint64_t memo_clock = 0;
std::unordered_map<std::string, Known>& memo() {
    static auto* known = new std::unordered_map<std::string, Known>();
    return *known;
}

std::shared_ptr<const KernelImage> recall(const std::string& key) {
    std::lock_guard lock(memo_mutex);
    auto it = memo().find(key);
    if (it == memo().end()) return nullptr;
    if (!unchanged(it->second.dependencies)) {
        memo().erase(it);
        return nullptr;
    }
    it->second.used = ++memo_clock;
    return it->second.image;
}

void remember(const std::string& key, std::shared_ptr<const KernelImage> image, std::vector<Dependency> dependencies) {
    std::lock_guard lock(memo_mutex);
    if (memo().size() >= kImagesMax) {
        auto oldest = std::min_element(memo().begin(), memo().end(),
                                       [](const auto& a, const auto& b) { return a.second.used < b.second.used; });
        memo().erase(oldest);
    }
    memo()[key] = {std::move(image), std::move(dependencies), ++memo_clock};
}

std::string request_key(const KernelBuildRequest& request) {
    ContentHash hash;
    hash.add(toolchain().stamp);
    hash.add(KernelCache::directory().string());
    hash.add(request.source_path.string());
    hash.add(request.source_text);
    hash.add(request.display_name);
    hash.add(static_cast<uint64_t>(request.thread));
    hash.add(uint64_t{request.strict});
    hash.add(uint64_t{request.timed});
    hash.add(uint64_t{request.trusted});
    if (builds_for_debugger()) hash.add("for a debugger");
    for (const std::string& flag : machine_flags(request)) hash.add(flag);
    if (request.timed) {
        for (uint32_t cycles : processor_costs(*request.arch)) hash.add(uint64_t{cycles});
    }
    hash.add(static_cast<uint64_t>(request.era));
    hash.add(uint64_t{request.defines.size()});
    for (const auto& [name, value] : request.defines) {
        hash.add(name);
        hash.add(value);
    }
    hash.add(uint64_t{request.compile_time_args.size()});
    for (uint32_t value : request.compile_time_args) hash.add(uint64_t{value});
    hash.add(uint64_t{request.named_compile_time_args.size()});
    for (const auto& [name, value] : request.named_compile_time_args) {
        hash.add(name);
        hash.add(uint64_t{value});
    }
    hash.add(request.prologue);
    for (const fs::path& root : request.include_roots) hash.add(root.string());
    return hash.text();
}

std::shared_ptr<const KernelImage> load(const fs::path& library, const std::string& key,
                                        const KernelBuildRequest& request) {
    // Two threads may load one file: what the loader has written about it is read below.
    static std::mutex loading;
    const std::lock_guard lock(loading);
    void* handle = ::dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle == nullptr) return nullptr;
    auto image = std::make_shared<KernelImage>();
    image->handle = handle;
    image->key = key;
    image->library = library;
    image->source_name = request.source_path.empty() ? request.display_name : request.source_path.string();
    image->entry = reinterpret_cast<void (*)()>(::dlsym(handle, "tw_kernel_entry"));
    image->construct_globals = reinterpret_cast<void (*)()>(::dlsym(handle, "tw_globals_construct"));
    image->globals_image = ::dlsym(handle, "tw_globals_image");
    if (const void* bytes = ::dlsym(handle, "tw_globals_bytes"))
        image->globals_bytes = *static_cast<const uint64_t*>(bytes);
    if (const void* align = ::dlsym(handle, "tw_globals_align"))
        image->globals_align = *static_cast<const uint64_t*>(align);
    image->touches_l1 = request.strict || ::dlsym(handle, "tw_touches_l1") != nullptr;
    if (image->entry == nullptr) return nullptr;
    struct link_map* map = nullptr;
    ::dlinfo(handle, RTLD_DI_LINKMAP, &map);
    image->load_base = map->l_addr;
    struct Search {
        KernelImage* image;
    } search{image.get()};
    ::dl_iterate_phdr(
        [](struct dl_phdr_info* info, size_t, void* data) {
            KernelImage& found = *static_cast<Search*>(data)->image;
            if (info->dlpi_addr != found.load_base) return 0;
            for (int i = 0; i < info->dlpi_phnum; ++i) {
                const ElfW(Phdr)& header = info->dlpi_phdr[i];
                if (header.p_type != PT_LOAD || (header.p_flags & PF_X) == 0) continue;
                found.code_begin = info->dlpi_addr + header.p_vaddr;
                found.code_end = found.code_begin + header.p_memsz;
            }
            return 1;
        },
        &search);
    return image;
}

// ---- disk --------------------------------------------------------------------------------------------------------

std::shared_ptr<const KernelImage> fetch(const std::string& key, const KernelBuildRequest& request) {
    Stored stored = find_stored(key);
    if (!stored) return nullptr;
    note_for_editors(request, /*only_new=*/true);
    std::shared_ptr<const KernelImage> image = load(stored.path, key, request);
    if (!image) return nullptr;
    remember(key, image, std::move(stored.dependencies));
    return image;
}

// `uncertain`: good for now only.
Stored compile(const std::string& key, const KernelBuildRequest& request, const std::string& kernel_text,
               bool& uncertain) {
    note_for_editors(request, /*only_new=*/false);  // also of what does not compile
    Compiled compiled = compile_kernel(request, kernel_text);
    Stored stored = store(compiled.object, key, ".so", std::move(compiled.dependencies), !compiled.uncertain);
    static std::atomic<uint32_t> builds{0};
    if (builds++ % 32 == 0) KernelCache::evict();
    uncertain = compiled.uncertain;
    return stored;
}

std::shared_ptr<const KernelImage> build(const std::string& key, const KernelBuildRequest& request,
                                         const std::string& kernel_text) {
    bool uncertain = false;
    Stored stored = compile(key, request, kernel_text, uncertain);

    std::shared_ptr<const KernelImage> image = load(stored.path, key, request);
    if (!image) {
        const char* reason = ::dlerror();
        throw InternalError(fmt::format("built kernel {} cannot be loaded: {}", stored.path.string(),
                                        reason == nullptr ? "no entry point" : reason));
    }
    if (!uncertain) remember(key, image, std::move(stored.dependencies));
    return image;
}

}  // namespace

KernelImage::~KernelImage() {
    if (handle != nullptr) ::dlclose(handle);
}

std::shared_ptr<const KernelImage> build_kernel(const KernelBuildRequest& given) {
    const KernelBuildRequest request = with_absolute_paths(given);
    const std::string key = request_key(request);
    if (std::shared_ptr<const KernelImage> known = recall(key)) return known;
    const std::string text = kernel_text_of(request);
    if (std::shared_ptr<const KernelImage> stored = fetch(key, request)) return stored;
    const BuildLock lock(key);
    // Another thread or process may have built it in the meantime.
    if (std::shared_ptr<const KernelImage> known = recall(key)) return known;
    if (std::shared_ptr<const KernelImage> stored = fetch(key, request)) return stored;
    return build(key, request, text);
}

std::optional<std::vector<Dependency>> dependencies_of(const KernelImage& image) {
    if (kernel_supplier() != nullptr) return std::nullopt;
    std::lock_guard lock(memo_mutex);
    const auto known = memo().find(image.key);
    if (known == memo().end()) return std::nullopt;
    return known->second.dependencies;
}

namespace {

// Several at a time; the first error of the list counts.
void in_parallel(size_t count, const std::function<void(size_t)>& build_one) {
    std::vector<std::exception_ptr> errors(count);
    std::atomic<size_t> next{0};
    const auto work = [&] {
        for (size_t i = next++; i < count; i = next++) {
            try {
                build_one(i);
            } catch (...) {
                errors[i] = std::current_exception();
            }
        }
    };
    std::vector<std::thread> helpers;
    const size_t workers = std::min<size_t>(count, std::max(1u, std::thread::hardware_concurrency()));
    for (size_t i = 1; i < workers; ++i) helpers.emplace_back(work);
    work();
    for (std::thread& helper : helpers) helper.join();
    for (const std::exception_ptr& error : errors) {
        if (error) std::rethrow_exception(error);
    }
}

// From whoever builds for this process. A file of the cache never changes, so it is loaded once.
std::vector<std::shared_ptr<const KernelImage>> supplied(std::span<const KernelBuildRequest> requests) {
    std::vector<std::shared_ptr<const KernelImage>> images;
    const std::vector<KernelFile> files = kernel_supplier()->build(requests);
    for (size_t i = 0; i < requests.size(); ++i) {
        std::shared_ptr<const KernelImage> image = recall(files[i].library.string());
        if (!image) {
            image = load(files[i].library, files[i].key, with_absolute_paths(requests[i]));
            if (!image) throw InternalError("an isolated process cannot load " + files[i].library.string());
            remember(files[i].library.string(), image, {});
        }
        images.push_back(std::move(image));
    }
    return images;
}

}  // namespace

std::string kernel_source(const fs::path& path) {
    return kernel_supplier() != nullptr ? kernel_supplier()->source(path) : read_file(path);
}

std::vector<std::shared_ptr<const KernelImage>> build_kernels(std::span<const KernelBuildRequest> requests) {
    if (kernel_supplier() != nullptr) return supplied(requests);
    std::vector<std::shared_ptr<const KernelImage>> images(requests.size());
    std::vector<size_t> missing;
    for (size_t i = 0; i < requests.size(); ++i) {
        images[i] = recall(request_key(with_absolute_paths(requests[i])));
        if (!images[i]) missing.push_back(i);
    }
    in_parallel(missing.size(), [&](size_t i) { images[missing[i]] = build_kernel(requests[missing[i]]); });
    return images;
}

std::vector<KernelFile> build_kernel_files(std::span<const KernelBuildRequest> requests,
                                           std::vector<std::shared_ptr<void>>& held) {
    std::vector<KernelFile> files(requests.size());
    std::vector<std::shared_ptr<void>> uses(requests.size());
    in_parallel(requests.size(), [&](size_t i) {
        const KernelBuildRequest request = with_absolute_paths(requests[i]);
        const std::string key = request_key(request);
        const std::string text = kernel_text_of(request);
        Stored stored = find_stored(key);
        bool uncertain = false;
        if (!stored) {
            const BuildLock lock(key);
            stored = find_stored(key);  // another may have built it in the meantime
            if (!stored) stored = compile(key, request, text, uncertain);
        }
        files[i] = {key, stored.path, {}};
        if (!uncertain) files[i].dependencies = stored.dependencies;
        uses[i] = std::make_shared<Stored>(std::move(stored));
    });
    held.insert(held.end(), uses.begin(), uses.end());
    return files;
}

}  // namespace tilewright::engine
