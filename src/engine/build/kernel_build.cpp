// From a request to loaded code: memory, then disk, then the compiler.
#include "engine/build/kernel_build.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <link.h>
#include <sys/stat.h>

#include <algorithm>
#include <atomic>
#include <fstream>
#include <map>
#include <mutex>
#include <sstream>
#include <thread>
#include <unordered_map>

#include "base/error.hpp"
#include "engine/build/cache.hpp"
#include "engine/build/process.hpp"
#include "engine/build/wrapper.hpp"

namespace tilewright::engine {

namespace fs = std::filesystem;

namespace {

// A file a build depended on. Unchanged time and size are taken as unchanged contents.
struct Dependency {
    std::string path;
    int64_t mtime_ns = 0;
    uint64_t bytes = 0;
    std::string hash;
};

bool stat_file(const std::string& path, int64_t& mtime_ns, uint64_t& bytes) {
    struct stat info {};
    if (::stat(path.c_str(), &info) != 0) return false;
    mtime_ns = int64_t{info.st_mtim.tv_sec} * 1'000'000'000 + info.st_mtim.tv_nsec;
    bytes = static_cast<uint64_t>(info.st_size);
    return true;
}

std::string hash_of(const std::string& text) {
    ContentHash hash;
    hash.add(text);
    return hash.text();
}

bool unchanged(Dependency& dependency) {
    int64_t mtime_ns = 0;
    uint64_t bytes = 0;
    if (!stat_file(dependency.path, mtime_ns, bytes) || bytes != dependency.bytes) return false;
    if (mtime_ns == dependency.mtime_ns) return true;
    if (hash_of(read_file(dependency.path)) != dependency.hash) return false;
    dependency.mtime_ns = mtime_ns;
    return true;
}

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
    if (!std::all_of(it->second.dependencies.begin(), it->second.dependencies.end(), unchanged)) {
        memo().erase(it);
        return nullptr;
    }
    it->second.used = ++memo_clock;
    return it->second.image;
}

void remember(const std::string& key, std::shared_ptr<const KernelImage> image, std::vector<Dependency> dependencies) {
    std::lock_guard lock(memo_mutex);
    if (memo().size() >= kImagesMax) {
        auto oldest = std::min_element(memo().begin(), memo().end(), [](const auto& a, const auto& b) { return a.second.used < b.second.used; });
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
    hash.add(request.arch);
    hash.add(static_cast<uint64_t>(request.era));
    for (const auto& [name, value] : request.defines) {
        hash.add(name);
        hash.add(value);
    }
    hash.add(uint64_t{request.compile_time_args.size()});
    for (uint32_t value : request.compile_time_args) hash.add(uint64_t{value});
    for (const auto& [name, value] : request.named_compile_time_args) {
        hash.add(name);
        hash.add(uint64_t{value});
    }
    hash.add(request.prologue);
    for (const fs::path& root : request.include_roots) hash.add(root.string());
    return hash.text();
}

std::shared_ptr<const KernelImage> load(const fs::path& library, const std::string& key, const KernelBuildRequest& request) {
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
    if (const void* bytes = ::dlsym(handle, "tw_globals_bytes")) image->globals_bytes = *static_cast<const uint64_t*>(bytes);
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

std::string manifest_text(const std::string& object, const std::vector<Dependency>& dependencies) {
    std::string text = object + "\n";
    for (const Dependency& d : dependencies) text += fmt::format("{} {} {} {}\n", d.mtime_ns, d.bytes, d.hash, d.path);
    return text + "end\n";
}

bool parse_manifest(const std::string& text, std::string& object, std::vector<Dependency>& dependencies) {
    std::istringstream in(text);
    if (!std::getline(in, object)) return false;
    std::string line;
    while (std::getline(in, line)) {
        if (line == "end") return true;
        std::istringstream fields(line);
        Dependency d;
        if (!(fields >> d.mtime_ns >> d.bytes >> d.hash)) return false;
        fields.get();
        if (!std::getline(fields, d.path)) return false;
        dependencies.push_back(std::move(d));
    }
    return false;  // cut short
}

std::shared_ptr<const KernelImage> fetch(const std::string& key, const KernelBuildRequest& request) {
    const fs::path manifest = KernelCache::path_of(key + ".manifest");
    std::string object;
    std::vector<Dependency> dependencies;
    if (!parse_manifest(read_file(manifest), object, dependencies)) return nullptr;
    if (!std::all_of(dependencies.begin(), dependencies.end(), unchanged)) return nullptr;
    const fs::path library = KernelCache::path_of(object);
    std::error_code error;
    if (!fs::exists(library, error)) return nullptr;
    std::shared_ptr<const KernelImage> image = load(library, key, request);
    if (!image) {
        fs::remove(library, error);  // damaged: build it again
        return nullptr;
    }
    KernelCache::touch(library);
    KernelCache::touch(manifest);
    remember(key, image, std::move(dependencies));
    return image;
}

// ---- compiler ----------------------------------------------------------------------------------------------------

void write_file(const fs::path& path, const std::string& text) {
    std::ofstream out(path, std::ios::binary);
    out << text;
    if (!out.flush()) throw Error("TW3103", fmt::format("cannot write {}", path.string()), "check free space and permissions", Exit::Environment);
}

void add_include_roots(std::vector<std::string>& command, const KernelBuildRequest& request) {
    for (const fs::path& root : request.include_roots) {
        for (const fs::path& folder : {root, root / "ttnn", root / "ttnn" / "cpp"}) {
            std::error_code error;
            if (fs::is_directory(folder, error)) command.push_back("-I" + folder.string());
        }
    }
    command.push_back("-I" + toolchain().kernel_api.string());
}

// The precompiled header for this kind of thread; empty if there is none.
fs::path precompiled_header(const KernelBuildRequest& request) {
    const bool data_movement = request.thread == KernelThread::DataMovement0 || request.thread == KernelThread::DataMovement1;
    const fs::path header = toolchain().kernel_api / "tw" / (data_movement ? "pch_dm.h" : "pch_compute.h");
    std::error_code error;
    if (!fs::exists(header, error)) return {};
    std::vector<std::string> command = {toolchain().compiler.string()};
    for (const std::string& flag : common_flags(request)) command.push_back(flag);
    ContentHash hash;
    hash.add(toolchain().stamp);
    for (const std::string& part : command) hash.add(part);
    const fs::path final = KernelCache::path_of("pch-" + hash.text() + ".pch");
    static std::mutex mutex;
    std::lock_guard lock(mutex);  // one build per process is enough
    if (fs::exists(final, error)) {
        KernelCache::touch(final);
        return final;
    }
    const fs::path temporary = KernelCache::temporary("pch");
    command.insert(command.end(), {"-I" + toolchain().kernel_api.string(), "-x", "c++-header", header.string(), "-o", temporary.string()});
    const ProcessResult result = run_process(command);
    if (result.status != 0) {
        fs::remove(temporary, error);
        throw Error("TW3101", fmt::format("the platform's own header {} does not compile:\n{}", header.string(), result.output), "this is a fault of Tilewright", Exit::Bug);
    }
    KernelCache::publish(temporary, final);
    return final;
}

// Files named in a make-style dependency file, but for our own headers and the system's.
std::vector<Dependency> read_dependencies(const fs::path& depfile, const fs::path& wrapper) {
    std::vector<Dependency> found;
    std::string text = read_file(depfile);
    const size_t colon = text.find(": ");
    if (colon == std::string::npos) return found;
    std::string path;
    const std::string own = toolchain().kernel_api.string() + "/";
    const auto flush = [&] {
        if (!path.empty() && path != wrapper.string() && path.rfind(own, 0) != 0 && path.rfind("/usr/", 0) != 0 &&
            path.find(".pch") == std::string::npos) {
            Dependency d;
            d.path = fs::absolute(path).string();
            if (stat_file(d.path, d.mtime_ns, d.bytes)) {
                d.hash = hash_of(read_file(d.path));
                found.push_back(std::move(d));
            }
        }
        path.clear();
    };
    for (size_t i = colon + 2; i < text.size(); ++i) {
        if (text[i] == '\\' && i + 1 < text.size()) {
            if (text[i + 1] == '\n') {
                ++i;
                flush();
            } else {
                path += text[++i];
            }
        } else if (text[i] == ' ' || text[i] == '\n') {
            flush();
        } else {
            path += text[i];
        }
    }
    flush();
    return found;
}

// What clang said, without the wrapper around the kernel.
std::string kernel_diagnostics(const std::string& output, const fs::path& wrapper) {
    std::istringstream in(output);
    std::string text;
    std::string line;
    while (std::getline(in, line)) {
        if (line.find("In file included from " + wrapper.string()) == 0) continue;
        text += line + "\n";
    }
    return text;
}

std::string display_name(const KernelBuildRequest& request) {
    if (!request.source_path.empty()) return request.source_path.string();
    return request.display_name.empty() ? "inline_kernel.cpp" : request.display_name;
}

std::shared_ptr<const KernelImage> compile(const std::string& key, const KernelBuildRequest& request, const std::string& kernel_text) {
    const Toolchain& tools = toolchain();
    const fs::path wrapper = KernelCache::temporary("kernel.cpp");
    const fs::path depfile = KernelCache::temporary("kernel.d");
    const fs::path object = KernelCache::temporary("kernel.so");
    struct Cleanup {
        std::vector<fs::path> paths;
        ~Cleanup() {
            std::error_code ignored;
            for (const fs::path& path : paths) fs::remove(path, ignored);
        }
    } cleanup{{wrapper, depfile, object}};
    write_file(wrapper, wrapper_source(request, kernel_text));

    std::vector<std::string> command = {tools.compiler.string()};
    for (const std::string& flag : common_flags(request)) command.push_back(flag);
    const fs::path header = precompiled_header(request);
    if (!header.empty()) command.insert(command.end(), {"-include-pch", header.string()});
    add_include_roots(command, request);
    command.insert(command.end(), {"-fpass-plugin=" + tools.plugin.string(), "-MD", "-MF", depfile.string(), "-shared", "-fuse-ld=lld",
                                   "-nostdlib", "-Wl,--build-id=none", wrapper.string(), tools.library.string(), "-lc", "-lm", "-o", object.string()});
    const ProcessResult result = run_process(command);
    if (result.status != 0) {
        if (result.status < 0) {
            throw Error("TW3102", fmt::format("{} could not be started: {}", tools.compiler.string(), result.output), "install clang-19 and lld-19", Exit::Environment);
        }
        Finding finding;
        finding.code = "TW3101";
        finding.message = fmt::format("kernel {} does not compile:\n{}", display_name(request), kernel_diagnostics(result.output, wrapper));
        finding.place.kernel = display_name(request);
        throw Error(std::move(finding));
    }
    std::vector<Dependency> dependencies = read_dependencies(depfile, wrapper);
    ContentHash hash;
    hash.add(key);
    for (const Dependency& d : dependencies) hash.add(d.hash);
    const std::string object_name = hash.text() + ".so";
    const fs::path final = KernelCache::path_of(object_name);
    KernelCache::publish(object, final);
    const fs::path manifest = KernelCache::temporary("manifest");
    write_file(manifest, manifest_text(object_name, dependencies));
    KernelCache::publish(manifest, KernelCache::path_of(key + ".manifest"));
    static std::atomic<uint32_t> builds{0};
    if (builds++ % 32 == 0) KernelCache::evict();

    std::shared_ptr<const KernelImage> image = load(final, key, request);
    if (!image) throw InternalError(fmt::format("built kernel {} cannot be loaded: {}", final.string(), ::dlerror()));
    remember(key, image, std::move(dependencies));
    return image;
}

std::string kernel_text_of(const KernelBuildRequest& request) {
    if (request.source_path.empty()) return request.source_text;
    std::error_code error;
    if (!fs::is_regular_file(request.source_path, error)) {
        throw Error("TW3100", fmt::format("Kernel file {} doesn't exist in any of the searched paths", request.source_path.string()),
                    "check the path; relative paths are looked up in the current directory, TT_METAL_KERNEL_PATH and TT_METAL_HOME");
    }
    return read_file(request.source_path);
}

KernelBuildRequest absolute(KernelBuildRequest request) {
    if (!request.source_path.empty()) request.source_path = fs::absolute(request.source_path).lexically_normal();
    for (fs::path& root : request.include_roots) root = fs::absolute(root).lexically_normal();
    return request;
}

}  // namespace

KernelImage::~KernelImage() {
    if (handle != nullptr) ::dlclose(handle);
}

std::shared_ptr<const KernelImage> build_kernel(const KernelBuildRequest& given) {
    const KernelBuildRequest request = absolute(given);
    const std::string key = request_key(request);
    if (std::shared_ptr<const KernelImage> known = recall(key)) return known;
    const std::string text = kernel_text_of(request);
    if (std::shared_ptr<const KernelImage> stored = fetch(key, request)) return stored;
    return compile(key, request, text);
}

std::vector<std::shared_ptr<const KernelImage>> build_kernels(std::span<const KernelBuildRequest> requests) {
    std::vector<std::shared_ptr<const KernelImage>> images(requests.size());
    std::vector<size_t> missing;
    for (size_t i = 0; i < requests.size(); ++i) {
        images[i] = recall(request_key(absolute(requests[i])));
        if (!images[i]) missing.push_back(i);
    }
    if (missing.empty()) return images;
    std::vector<std::exception_ptr> errors(requests.size());
    std::atomic<size_t> next{0};
    const auto work = [&] {
        for (size_t i = next++; i < missing.size(); i = next++) {
            try {
                images[missing[i]] = build_kernel(requests[missing[i]]);
            } catch (...) {
                errors[missing[i]] = std::current_exception();
            }
        }
    };
    std::vector<std::thread> helpers;
    const size_t workers = std::min<size_t>(missing.size(), std::max(1u, std::thread::hardware_concurrency()));
    for (size_t i = 1; i < workers; ++i) helpers.emplace_back(work);
    work();
    for (std::thread& helper : helpers) helper.join();
    for (const std::exception_ptr& error : errors) {
        if (error) std::rethrow_exception(error);
    }
    return images;
}

bool source_has_thread_specific_code(const KernelBuildRequest& request) {
    // Headers of the user's own tree can hide such code; those are looked at through the text of direct includes only
    // when an include root is given, so be careful and look for the words in the kernel itself.
    const std::string code = code_only(kernel_text_of(absolute(request)));
    for (const char* word : {"TRISC_UNPACK", "TRISC_MATH", "TRISC_PACK", "COMPILE_FOR_TRISC", "UCK_CHLKC_UNPACK", "UCK_CHLKC_MATH", "UCK_CHLKC_PACK",
                             "mailbox_read", "mailbox_write", "get_tile_address", "read_tile_value"}) {
        if (mentions_word(code, word)) return true;
    }
    return code.find("_tile_pack(") != std::string::npos || code.find("packthread") != std::string::npos || code.find("t6_semaphore") != std::string::npos;
}

}  // namespace tilewright::engine
