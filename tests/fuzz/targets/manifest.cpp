// Manifests of the cache and dependency files: whatever stands in them, they are read or taken for absent; a manifest
// that is read says the same when it is written.
#include "engine/build/dependency.hpp"
#include "fuzz/target.hpp"

FUZZ_TARGET(manifest) {
    using tilewright::engine::Manifest;
    const std::string text = text_of(input);
    Manifest manifest;
    if (Manifest::parse(text, manifest)) {
        require(manifest.object.find('/') == std::string::npos, "an object outside the cache: " + manifest.object);
        Manifest again;
        require(Manifest::parse(manifest.to_text(), again), "not read again:\n" + manifest.to_text());
        require(again.to_text() == manifest.to_text(), "written differently the second time:\n" + manifest.to_text());
    }
    size_t letters = 0;
    for (const std::string& file : tilewright::engine::files_of_rule(text)) {
        require(!file.empty(), "a file without a name");
        letters += file.size();
    }
    require(letters <= text.size(), "more names than text");
}
