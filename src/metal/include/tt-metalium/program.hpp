// A program: kernels, circular buffers, semaphores and arguments, to be put into a workload.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "tt-metalium/circular_buffer.hpp"

namespace tt::tt_metal {

struct ProgramDescriptor;

namespace detail {
class ProgramImpl;
}

using ProgramId = std::uint64_t;

class Program {
public:
    Program();
    explicit Program(const ProgramDescriptor& descriptor);
    ~Program() noexcept;
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;
    Program(Program&&) noexcept;
    Program& operator=(Program&&) noexcept;

    std::vector<std::shared_ptr<CircularBuffer>> circular_buffers() const;
    ProgramId get_runtime_id() const;
    void set_runtime_id(ProgramId id);

    // What the program is made of; a workload shares it.
    const std::shared_ptr<detail::ProgramImpl>& shared_impl() const { return internal_; }
    const detail::ProgramImpl& impl() const { return *internal_; }
    detail::ProgramImpl& impl() { return *internal_; }

private:
    std::shared_ptr<detail::ProgramImpl> internal_;
};

}  // namespace tt::tt_metal
