// From an op folder to a registered op.
#include "workshop/load/load.hpp"

#include <mutex>
#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/error.hpp"
#include "engine/build/cache.hpp"
#include "workshop/load/compile.hpp"

namespace tilewright::workshop {

namespace fs = std::filesystem;

namespace {

Error bad_folder(const fs::path& folder, const std::string& what, const std::string& fix) {
    return Error("TW3300", fmt::format("{} is not an op folder: {}", folder.string(), what), fix, Exit::Usage);
}

bool ends_with(const std::string& text, const std::string& end) {
    return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

std::vector<fs::path> files_in(const fs::path& folder, const std::string& extension) {
    std::vector<fs::path> found;
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(folder, ignored)) {
        if (entry.is_regular_file(ignored) && entry.path().extension() == extension) found.push_back(entry.path());
    }
    std::sort(found.begin(), found.end());
    return found;
}

}  // namespace

OpFolder inspect_folder(const fs::path& given) {
    std::error_code error;
    OpFolder folder;
    folder.path = fs::canonical(given, error);
    if (error || !fs::is_directory(folder.path, error)) {
        throw bad_folder(given, "there is no such folder", "give the folder that holds <op>_entry.cpp");
    }
    std::vector<std::string> entries;
    for (const fs::path& part : {fs::path(), fs::path("device")}) {
        for (const fs::path& source : files_in(folder.path / part, ".cpp")) {
            const std::string stem = source.stem().string();
            if (ends_with(stem, "_nanobind")) continue;  // belongs to a Python module
            if (part.empty() && ends_with(stem, "_entry")) entries.push_back(stem.substr(0, stem.size() - 6));
            folder.sources.push_back(source);
        }
        for (const fs::path& header : files_in(folder.path / part, ".hpp")) folder.headers.push_back(header);
    }
    if (entries.empty()) {
        throw bad_folder(given, "it has no <op>_entry.cpp",
                         "add one that exports tilewright_op_<op>(tilewright::workshop::OpDefinition&)");
    }
    if (entries.size() > 1) {
        throw bad_folder(given, fmt::format("it has {} entries ({})", entries.size(), fmt::join(entries, ", ")),
                         "keep one op per folder");
    }
    folder.op = entries.front();
    std::vector<std::string> missing;
    for (const char* pattern :
         {"{}.hpp", "{}.cpp", "{}_nanobind.hpp", "{}_nanobind.cpp", "device/{}_device_operation.hpp",
          "device/{}_device_operation.cpp", "device/{}_device_operation_types.hpp", "device/{}_program_factory.hpp",
          "device/{}_program_factory.cpp"}) {
        const std::string name = fmt::format(fmt::runtime(pattern), folder.op);
        if (!fs::is_regular_file(folder.path / name, error)) missing.push_back(name);
    }
    if (!missing.empty()) {
        throw bad_folder(given,
                         fmt::format("{} of the nine host files {} missing: {}", missing.size(),
                                     missing.size() == 1 ? "is" : "are", fmt::join(missing, ", ")),
                         "tilewright new writes all nine; files are named after the entry, <op>_entry.cpp");
    }
    return folder;
}

Op load_folder(const fs::path& given) {
    static std::mutex one_at_a_time;  // what a folder registers is what comes while it is loaded
    const std::lock_guard guard(one_at_a_time);
    static std::map<fs::path, Op> loaded;  // by shared object, which is named by content
    const OpFolder folder = inspect_folder(given);
    const engine::Stored built = compile_folder(folder);
    const fs::path& object = built.path;
    if (const auto it = loaded.find(object); it != loaded.end()) return it->second;
    const size_t before = registrations().size(), problems_before = registration_problems().size();
    void* const handle = ::dlopen(object.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle == nullptr) {
        throw Error("TW3301", fmt::format("the host code of {} cannot be loaded: {}", folder.op, ::dlerror()),
                    "every function that the folder declares and uses must be defined in it", Exit::Finding);
    }
    // Older folders have no such function: a static initialiser has registered their op by now.
    const std::string entry = "tilewright_op_" + folder.op;
    if (void* const symbol = ::dlsym(handle, entry.c_str())) {
        OpDefinition definition;
        reinterpret_cast<void (*)(OpDefinition&)>(symbol)(definition);
        register_op(std::move(definition));
    }
    const std::vector<std::string> problems = registration_problems();
    if (problems.size() > problems_before) {
        throw Error("TW3302", problems.back(),
                    "an entry gives name, inputs, call, plan, reference and register_documentation", Exit::Usage);
    }
    std::vector<Op> fresh = registrations();
    fresh.erase(fresh.begin(), fresh.begin() + static_cast<ptrdiff_t>(before));
    if (fresh.empty()) {
        throw Error("TW3302", fmt::format("{}_entry.cpp registers no op", folder.op),
                    fmt::format("it must export extern \"C\" void {}(tilewright::workshop::OpDefinition&)", entry),
                    Exit::Usage);
    }
    if (fresh.size() > 1) {
        throw Error("TW3302", fmt::format("{}_entry.cpp registers {} ops", folder.op, fresh.size()),
                    "keep one op per folder", Exit::Usage);
    }
    if (fresh.front()->name != folder.op) {
        throw Error("TW3302",
                    fmt::format("{0}_entry.cpp registers \"{1}\", not \"{0}\"", folder.op, fresh.front()->name),
                    "the file is named after the op: rename one of them", Exit::Usage);
    }
    set_folder(fresh.front(), folder.path);
    return loaded[object] = fresh.front();
}

}  // namespace tilewright::workshop
