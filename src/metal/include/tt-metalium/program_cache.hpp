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
    void operator=(CachedProgram&&) = delete;  // references cannot be set anew

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

// Of what decides, beside the operation, which kernels a new program gets: era, root folder and kernel path. 0: all as
// they are without settings.
uint64_t settings_hash();

struct ProgramCache {
    bool contains(uint64_t key) const { return cache_.contains(now(key)); }
    CachedProgramFactory& get(uint64_t key) { return cache_.at(now(key)); }
    void insert(uint64_t key, CachedProgramFactory&& program) { cache_.emplace(now(key), std::move(program)); }
    std::size_t num_entries() const { return cache_.size(); }
    void clear() { cache_.clear(); }

    bool is_enabled() const { return in_use_; }
    void disable() { in_use_ = false; }
    void enable() { in_use_ = true; }
    // Whether a program that is not there may be built.
    bool cache_misses_allowed() const { return may_miss_; }
    void set_cache_misses_allowed(bool allowed) { may_miss_ = allowed; }

private:
    // A program that was made with other settings is another one.
    static uint64_t now(uint64_t key) { return key ^ settings_hash(); }

    std::unordered_map<uint64_t, CachedProgramFactory> cache_;
    bool in_use_ = true;
    bool may_miss_ = true;
};

}  // namespace tt::tt_metal::program_cache::detail
