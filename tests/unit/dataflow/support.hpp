// Shorthand: sample kernels by file, and the arguments that describe tensors to them.
#pragma once

#include <fstream>
#include <sstream>

#include "base/paths.hpp"
#include "unit/engine/harness.hpp"

namespace tilewright::testing {

inline std::string sample(const std::string& name) {
    std::ifstream file(shipped_folder("tests/kernels") / name);
    EXPECT_TRUE(file.good()) << name;
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

inline card::BufferConfig pages(uint32_t count, uint32_t page_bytes, card::MemoryType memory = card::MemoryType::Dram) {
    card::BufferConfig config;
    config.bytes = uint64_t{count} * page_bytes;
    config.page_bytes = page_bytes;
    config.memory = memory;
    return config;
}

// Words of TensorAccessorArgs for an interleaved DRAM tensor.
inline std::vector<uint32_t> interleaved_dram(uint32_t page_bytes) { return {2, page_bytes}; }

// A kernel body that has the whole object API and the helpers at hand.
inline std::string dm_kernel(const std::string& body, const std::string& before = "") {
    return "#include \"api/dataflow/dataflow_buffer.h\"\n#include \"api/dataflow/noc_semaphore.h\"\n" + before +
           "\nvoid kernel_main() {\n" + body + "\n}\n";
}

inline const std::vector<engine::Mode> kModes = {engine::Mode::Fast, engine::Mode::Strict};

inline engine::RunOptions with(engine::Mode mode) {
    engine::RunOptions options = fast();
    options.mode = mode;
    return options;
}

// A place in L1 that no CB of these small programs reaches.
constexpr uint32_t kResult = 0x80000;

}  // namespace tilewright::testing
