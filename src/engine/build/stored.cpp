// Files of the cache and their manifests.
#include "engine/build/stored.hpp"

#include "base/error.hpp"
#include "base/files.hpp"
#include "engine/build/cache.hpp"

namespace tilewright::engine {

namespace fs = std::filesystem;

namespace {

std::string hash_of(const std::string& bytes) {
    ContentHash hash;
    hash.add(bytes);
    return hash.text();
}

}  // namespace

Stored find_stored(const std::string& key) {
    const fs::path file = KernelCache::path_of(key + ".manifest");
    Manifest manifest;
    if (!Manifest::parse(FileInUse(file).read(), manifest) || !unchanged(manifest.dependencies)) return {};
    Stored found{KernelCache::path_of(manifest.object), std::move(manifest.dependencies), {}};
    FileInUse use(found.path);
    // Only whole files: a cut one would bring the process down when its missing pages are touched.
    const std::string bytes = use.read();
    if (!use || bytes.size() != manifest.object_bytes || hash_of(bytes) != manifest.object_hash) return {};
    found.use = std::move(use);
    KernelCache::touch(found.path);
    KernelCache::touch(file);
    return found;
}

Stored store(const fs::path& finished, const std::string& key, const std::string& extension,
             std::vector<Dependency> dependencies, bool certain, const std::string& prefix) {
    Stored made;
    made.use = FileInUse(finished);  // before others can see it
    const std::string bytes = made.use.read();
    if (!made.use) {
        throw Error("TW3103", finished.string() + " is gone before it could be kept",
                    "leave the folders of the cache alone while something is built", Exit::Environment);
    }
    ContentHash hash;
    hash.add(key);
    for (const Dependency& d : dependencies) hash.add(d.hash);
    hash.add(bytes);
    Manifest manifest{prefix + hash.text() + extension, bytes.size(), hash_of(bytes), std::move(dependencies)};
    made.path = KernelCache::path_of(manifest.object);
    KernelCache::publish(finished, made.path);
    if (certain) {
        const fs::path temporary = KernelCache::temporary("manifest");
        write_file(temporary, manifest.to_text(), "TW3103",
                   "check free space and permissions, or set TILEWRIGHT_CACHE");
        KernelCache::publish(temporary, KernelCache::path_of(key + ".manifest"));
    }
    made.dependencies = std::move(manifest.dependencies);
    return made;
}

void forget_stored(const std::string& key) {
    std::error_code ignored;
    fs::remove(KernelCache::path_of(key + ".manifest"), ignored);
}

}  // namespace tilewright::engine
