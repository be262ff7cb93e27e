// Programs kept between calls of an operation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <utility>

#include "tt-metalium/mesh_workload.hpp"
#include "tt-metalium/program.hpp"

namespace tt::tt_metal::program_cache::detail {

// A program with what its factory remembers about it. Owns both, or looks at both (proxy); `program` and
// `shared_variables` are references either way.
template <typename shared_variables_t>
struct CachedProgram {
private:
    struct Owned {
        Program program;
        shared_variables_t shared_variables;
    };
    std::unique_ptr<Owned> owned_;
    CachedProgram(Program& program, shared_variables_t& shared_variables, int)
        : program(program), shared_variables(shared_variables) {}
    explicit CachedProgram(std::unique_ptr<Owned> owned)
        : owned_(std::move(owned)), program(owned_->program), shared_variables(owned_->shared_variables) {}

public:
    Program& program;
    shared_variables_t& shared_variables;

    CachedProgram(Program&& program, shared_variables_t&& shared_variables)
        : CachedProgram(std::make_unique<Owned>(Owned{std::move(program), std::move(shared_variables)})) {}
    CachedProgram(CachedProgram&& other) noexcept
        : owned_(std::move(other.owned_)), program(other.program), shared_variables(other.shared_variables) {}
    CachedProgram(const CachedProgram&) = delete;
    CachedProgram& operator=(const CachedProgram&) = delete;
    CachedProgram& operator=(CachedProgram&&) = delete;

    static CachedProgram proxy(Program& program, shared_variables_t& shared_variables) {
        return CachedProgram(program, shared_variables, 0);
    }
};

template <typename shared_variables_t>
struct CachedMeshWorkload {
    distributed::MeshWorkload workload;
    shared_variables_t shared_variables;
    CachedMeshWorkload(distributed::MeshWorkload&& workload, shared_variables_t&& shared_variables)
        : workload(std::move(workload)), shared_variables(std::move(shared_variables)) {}
};

template <typename shared_variables_t>
struct AdaptedCachedMeshWorkload {
    distributed::MeshWorkload workload;
    std::unordered_map<distributed::MeshCoordinateRange, shared_variables_t> shared_variables;
    AdaptedCachedMeshWorkload(
        distributed::MeshWorkload&& workload,
        std::unordered_map<distributed::MeshCoordinateRange, shared_variables_t>&& shared_variables)
        : workload(std::move(workload)), shared_variables(std::move(shared_variables)) {}
};

// One entry: anything, with the index of the factory that made it.
class CachedProgramFactory {
public:
    std::size_t program_factory_index = 0;

    template <typename T>
    CachedProgramFactory(T&& cached, std::size_t factory_index)
        : program_factory_index(factory_index), held_(std::make_shared<std::decay_t<T>>(std::forward<T>(cached))) {}
    template <typename T>
    T& get() {
        return *static_cast<T*>(held_.get());
    }

private:
    std::shared_ptr<void> held_;
};

struct ProgramCache {
    bool contains(uint64_t key) const { return cache_.contains(key); }
    CachedProgramFactory& get(uint64_t key) { return cache_.at(key); }
    void insert(uint64_t key, CachedProgramFactory&& program) { cache_.insert({key, std::move(program)}); }
    void enable() { is_enabled_ = true; }
    void disable() { is_enabled_ = false; }
    bool is_enabled() const { return is_enabled_; }
    void set_cache_misses_allowed(bool allowed) { allow_cache_misses_ = allowed; }
    bool cache_misses_allowed() const { return allow_cache_misses_; }
    void clear() { cache_.clear(); }
    std::size_t num_entries() const { return cache_.size(); }

private:
    bool is_enabled_ = true;
    bool allow_cache_misses_ = true;
    std::unordered_map<uint64_t, CachedProgramFactory> cache_;
};

}  // namespace tt::tt_metal::program_cache::detail
